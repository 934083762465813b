import type { Command, Word } from '../../words.ts'
import { optionValues } from '../build/tool.ts'
import { wordOf } from '../git/made-words.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { type Manifest, manifestFrom, runScript } from './node-scripts.ts'
import { afterOptions } from './words.ts'

const HELP = /^(?:--help|-h|--version|-V|-v)$/

/** The scripts a name stands for: `build:*` is every script of that beginning. */
function scriptNames(pattern: string, manifest: Manifest | undefined): readonly string[] {
  if (!pattern.includes('*') || !manifest) return [pattern]
  const start = pattern.slice(0, pattern.indexOf('*'))
  return [...manifest.scripts.keys()].filter((name) => name.startsWith(start))
}

function runScripts(by: string, words: readonly Word[], command: Command, scribe: Scribe): Standing {
  const manifest = manifestFrom(command.cwd, scribe)
  return weakest(
    'expected',
    ...words.flatMap((word): Standing[] => {
      if (word.text === undefined) return ['unknown']
      const [name = '', ...rest] = word.text.trim().split(/\s+/)
      const args = rest.filter((each) => each !== '--').map((each) => wordOf(each, word.span))
      return scriptNames(name, manifest).map((script) =>
        runScript({ manager: by, name: script, args, manifest }, command, scribe),
      )
    }),
  )
}

const CONCURRENT_VALUES =
  /^(?:-[ncplmstP]|--(?:names|prefix\S*|max-processes|restart-\S+|success|timestamp-format|default-input-target|teardown|name-separator|kill-signal|hide))$/

function readConcurrently(command: Command, scribe: Scribe): Standing {
  const texts = command.args.filter(
    (word, at) => !word.known.startsWith('-') && !CONCURRENT_VALUES.test(command.args[at - 1]?.known ?? ''),
  )
  const teardown = command.args.filter((_, at) => command.args[at - 1]?.known === '--teardown')
  return weakest(
    'expected',
    ...[...texts, ...teardown].map((word) => {
      const script = /^(?:npm|pnpm|yarn|bun|node):(.+)$/s.exec(word.text ?? '')?.[1]
      return script === undefined
        ? scribe.runsShell(word, 'concurrently')
        : runScripts('npm', [{ ...word, known: script, text: script }], command, scribe)
    }),
  )
}

const RUN_ALL_VALUES = new Set(['--max-parallel', '--npm-path', '-n', '--config'])

function readRunAll(command: Command, scribe: Scribe): Standing {
  const names = command.args.filter(
    (word, at) => !word.known.startsWith('-') && !RUN_ALL_VALUES.has(command.args[at - 1]?.known ?? ''),
  )
  return runScripts('npm', names, command, scribe)
}

/** Options of programs that only prepare the environment of the command after them. */
const PREPARING_VALUES = new Set(
  '-f --file -e --environments -r --rc-file -x --reporter --include -n --exclude --report-dir --temp-directory --require'.split(
    ' ',
  ),
)

function readPreparing(command: Command, scribe: Scribe): Standing {
  if (command.args.length > 0 && command.args.every((word) => HELP.test(word.known))) return 'proven'
  const words = afterOptions(command.args, PREPARING_VALUES)
  const by = command.name ?? ''
  return words.length === 0 ? 'expected' : weakest('expected', scribe.runs(words, by))
}

const NODEMON_VALUES = new Set(
  '-w --watch -e --ext -i --ignore --delay -d --signal -s --config -x --exec --cwd'.split(' '),
)

function readWatcher(command: Command, scribe: Scribe): Standing {
  const { args } = command
  if (args.every((word) => HELP.test(word.known))) return 'proven'
  const texts = optionValues(args, ['--exec', '-x'])
  const rest = afterOptions(args, NODEMON_VALUES)
  const [only] = texts
  // `nodemon --exec tsx src/server.ts`: the file belongs to the program.
  if (only && texts.length === 1 && !/\s/.test(only.known) && rest.length > 0)
    return weakest('expected', scribe.runs([only, ...rest], 'nodemon'))
  if (texts.length > 0) return weakest('expected', ...texts.map((word) => scribe.runsShell(word, 'nodemon')))
  const [first] = rest
  return first && /\.[cm]?[jt]sx?$/.test(first.known)
    ? weakest('expected', scribe.runs([wordOf('node', first.span), ...rest], 'nodemon'))
    : 'expected'
}

function readServerTest(command: Command, scribe: Scribe): Standing {
  const names = command.args.filter((word) => !/^-|^\d+$|^https?[:-]|^tcp:|^:\d/.test(word.known))
  return weakest(
    'expected',
    ...names.map((word) =>
      /\s/.test(word.known)
        ? scribe.runsShell(word, 'start-server-and-test')
        : runScripts('npm', [word], command, scribe),
    ),
  )
}

export const SCRIPT_WRAPPERS: readonly Program[] = [
  { names: ['concurrently'], read: readConcurrently },
  { names: ['npm-run-all', 'run-s', 'run-p'], read: readRunAll },
  { names: ['cross-env', 'env-cmd', 'c8', 'nyc'], read: readPreparing },
  { names: ['start-server-and-test', 'start-test'], read: readServerTest },
  { names: ['nodemon'], read: readWatcher },
]
