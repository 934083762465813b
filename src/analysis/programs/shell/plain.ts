import type { Command, Value } from '../../words.ts'
import type { Program, Standing } from '../program.ts'

const NOTHING: Value = { text: '', sources: [] }

const QUIETLY: Program = {
  names:
    'true false : test [ let wait jobs fg bg disown ulimit umask hash dirs times compgen complete bind setopt unsetopt emulate zmodload autoload'.split(
      ' ',
    ),
  read: quietly,
  output: (command) =>
    /^(?:jobs|dirs|times|compgen|umask|ulimit)$/.test(command.name ?? '') ? { text: undefined, sources: [] } : NOTHING,
}

function quietly({ name = '', args }: Command): Standing {
  const given = (option: RegExp) => args.some((word) => option.test(word.known))
  if (/^(?:zmodload|emulate|autoload)$/.test(name)) return 'unknown'
  if ((name === 'hash' && given(/^-[a-z]*[pl]/)) || (name === 'bind' && given(/^-x$/))) return 'unknown'
  return name === 'complete' && given(/^-[CF]/) ? 'plain' : 'proven'
}

const TYPE: Program = { names: ['type', 'which'], read: () => 'proven' }

/** Switches of the shell; some change how everything after is read. */
const SHOPT: Program = {
  names: ['shopt', 'enable'],
  read: ({ args, name }, scribe) => {
    const texts = args.map((word) => word.text ?? '')
    const given = (pattern: RegExp) => texts.some((text) => pattern.test(text))
    if (texts.includes('-f') && name === 'enable') {
      const file = args[texts.indexOf('-f') + 1]
      if (file) scribe.runsFile(scribe.path(file), 'other', 'enable -f')
      // It stays in the shell, under a name that every later command may use.
      const target = 'a builtin of the running shell'
      scribe.effect({ kind: 'persist', mechanism: 'other', target, certainty: 'likely' })
      return 'plain'
    }
    if (given(/^-[a-z]*u[a-z]*$/) && given(/^(?:history|histappend|cmdhist)$/)) {
      scribe.effect({ kind: 'weaken', area: 'history', feature: 'shopt -uo history' })
      return 'plain'
    }
    const reads = given(/^(?:expand_aliases|nocasematch|nocaseglob)$/) && texts.includes('-s')
    return reads && !texts.includes('extglob') ? 'plain' : 'proven'
  },
  output: () => NOTHING,
}

const HISTORY: Program = {
  names: ['history', 'fc'],
  read: ({ args, name }, scribe) => {
    const options = args.map(({ known }) => /^-([a-z]+)$/.exec(known)?.[1] ?? '').join('')
    const forgets = (feature: string): Standing => {
      scribe.effect({ kind: 'weaken', area: 'history', feature })
      return 'plain'
    }
    if (name === 'fc') return options.includes('p') ? forgets('fc -p') : options.includes('l') ? 'proven' : 'unknown'
    if (/[cd]/.test(options)) return forgets(`history -${options}`)
    if (!/[aw]/.test(options)) return 'proven'
    const file = args.find((word) => !word.known.startsWith('-'))
    const how = options.includes('a') ? 'append' : 'overwrite'
    if (file) scribe.effect({ kind: 'write-path', path: scribe.path(file), how, content: undefined })
    return 'plain'
  },
}

export const PLAIN: readonly Program[] = [QUIETLY, TYPE, SHOPT, HISTORY]
