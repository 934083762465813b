import type { Command, Word } from '../../words.ts'
import type { Spec } from '../form/form.ts'
import { wordOf } from '../git/made-words.ts'
import { part } from '../options.ts'
import type { Standing } from '../program.ts'
import { runsInstead } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import { type BuildCall, building, optionValues, stateWrite } from './tool.ts'

/** cmake's own file commands that are called otherwise than the programs that do the same. */
const FILE_COMMANDS: ReadonlyMap<string, string> = new Map([
  ...'rm touch cat tar env time'.split(' ').map((name) => [name, name] as const),
  ['remove', 'rm'],
  ['remove_directory', 'rm -r'],
  ['copy', 'cp'],
  ['copy_if_different', 'cp'],
  ['copy_directory', 'cp -r'],
  ['rename', 'mv'],
  ['create_symlink', 'ln -s'],
  ['create_hardlink', 'ln'],
  ['make_directory', 'mkdir -p'],
])

function runsOwnCommand({ command, scribe }: BuildCall): Standing {
  const [verb, ...rest] = after(command, '-E')
  const words = FILE_COMMANDS.get(verb?.text ?? '')?.split(' ')
  if (!verb || !words) return 'plain'
  return weakest('expected', scribe.runs([...words.map((text) => wordOf(text, verb.span)), ...rest], 'cmake -E'))
}

function after({ args }: Command, option: string): readonly Word[] {
  return args.slice(args.findIndex((word) => word.known === option) + 1)
}

function runsScript({ command, scribe }: BuildCall): Standing {
  const [file] = after(command, '-P')
  return file ? weakest('plain', scribe.runsFile(scribe.path(file), 'other', 'cmake -P')) : 'unknown'
}

/** `-DCMAKE_C_COMPILER=…`, launchers and linkers: programs that the build starts. */
const CHOOSES = /^-D(CMAKE_\w*(?:COMPILER|LAUNCHER|LINKER|MAKE_PROGRAM|TOOLCHAIN_FILE|AR|EMULATOR))(?::\w+)?=/

function configure({ command, scribe }: BuildCall): Standing {
  const chosen = command.args.flatMap((word): Standing[] => {
    const name = CHOOSES.exec(word.known)
    const value = name ? part(word, name[0].length) : undefined
    return value && /^(?:\/tmp|\.)\//.test(value.known) ? [runsInstead(value, `cmake ${name?.[1]}`, scribe)] : []
  })
  return weakest('expected', ...chosen)
}

function install(call: BuildCall): Standing {
  const [folder] = optionValues(call.command.args, ['--prefix'])
  return folder ? stateWrite(folder, { ...call, name: 'cmake --install' }, 'create') : 'expected'
}

export const CMAKE: Spec = building({
  names: 'cmake',
  hands: '**/-P **/-E',
  rules: [
    ['**/-P', runsScript],
    ['**/-E', runsOwnCommand],
    ['**/--install', install],
    ['**', configure],
  ],
  examples: { match: ['cmake -E rm -rf ~/shop', 'cmake --install build --prefix /usr'], pass: ['cmake -S . -B build'] },
})
