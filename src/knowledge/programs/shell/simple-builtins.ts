import { programLocation } from '../../../analysis/interpret/printed-location.ts'
import type { CommandGrade, Program } from '../../../analysis/interpret/program.ts'
import { EMPTY_VALUE } from '../../../analysis/interpret/values.ts'
import type { Command } from '../../../analysis/words.ts'

const QUIET_BUILTINS: Program = {
  names:
    'true false : test [ let wait jobs fg bg disown ulimit umask hash dirs times compgen complete bind setopt unsetopt emulate zmodload autoload'.split(
      ' ',
    ),
  read: gradeQuietBuiltin,
  output: (command) =>
    /^(?:jobs|dirs|times|compgen|umask|ulimit)$/.test(command.name ?? '')
      ? { text: undefined, sources: [] }
      : EMPTY_VALUE,
}

function gradeQuietBuiltin({ name = '', args }: Command): CommandGrade {
  const given = (option: RegExp) => args.some((word) => option.test(word.known))
  if (/^(?:zmodload|emulate|autoload)$/.test(name)) return 'unknown'
  if ((name === 'hash' && given(/^-[a-z]*[pl]/)) || (name === 'bind' && given(/^-x$/))) return 'unknown'
  return name === 'complete' && given(/^-[CF]/) ? 'plain' : 'proven'
}

const TYPE_AND_WHICH: Program = {
  names: ['type', 'which'],
  read: () => 'proven',
  output: ({ name, args }, { facts }) => {
    const asksPath = name === 'which' || /^-[pP]$/.test(args[0]?.text ?? '')
    const [only, ...more] = args.filter(({ known }) => !known.startsWith('-'))
    return asksPath && only && more.length === 0 ? programLocation(only, name ?? 'which', facts) : undefined
  },
}

/** They explain what a program does. */
const EXPLANATION_PROGRAMS: Program = { names: ['whatis', 'tldr', 'cheat'], read: () => 'proven' }

/** Switches of the shell; some change how everything after is read. */
const SHOPT: Program = {
  names: ['shopt', 'enable'],
  read: ({ args, name }, recorder) => {
    const texts = args.map((word) => word.text ?? '')
    const given = (pattern: RegExp) => texts.some((text) => pattern.test(text))
    if (texts.includes('-f') && name === 'enable') {
      const file = args[texts.indexOf('-f') + 1]
      if (file) recorder.runsFile(recorder.path(file), 'other', 'enable -f')
      // It stays in the shell, under a name that every later command may use.
      const target = 'a builtin of the running shell'
      recorder.effect({ kind: 'persist', mechanism: 'other', target, certainty: 'likely' })
      return 'plain'
    }
    if (given(/^-[a-z]*u[a-z]*$/) && given(/^(?:history|histappend|cmdhist)$/)) {
      recorder.effect({ kind: 'weaken', area: 'history', feature: 'shopt -uo history' })
      return 'plain'
    }
    const reads = given(/^(?:expand_aliases|nocasematch|nocaseglob)$/) && texts.includes('-s')
    return reads && !texts.includes('extglob') ? 'plain' : 'proven'
  },
  output: () => EMPTY_VALUE,
}

const HISTORY: Program = {
  names: ['history', 'fc'],
  read: ({ args, name }, recorder) => {
    const options = args.map(({ known }) => /^-([a-z]+)$/.exec(known)?.[1] ?? '').join('')
    const forgets = (feature: string): CommandGrade => {
      recorder.effect({ kind: 'weaken', area: 'history', feature })
      return 'plain'
    }
    if (name === 'fc') return options.includes('p') ? forgets('fc -p') : options.includes('l') ? 'proven' : 'unknown'
    if (/[cd]/.test(options)) return forgets(`history -${options}`)
    if (!/[aw]/.test(options)) return 'proven'
    const file = args.find((word) => !word.known.startsWith('-'))
    const how = options.includes('a') ? 'append' : 'overwrite'
    if (file) recorder.effect({ kind: 'write-path', path: recorder.path(file), how, content: undefined })
    return 'plain'
  },
}

export const SIMPLE_BUILTINS: readonly Program[] = [
  QUIET_BUILTINS,
  TYPE_AND_WHICH,
  EXPLANATION_PROGRAMS,
  SHOPT,
  HISTORY,
]
