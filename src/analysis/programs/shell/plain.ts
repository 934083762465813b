import type { Command, Value } from '../../words.ts'
import type { Program, Standing } from '../program.ts'

const NOTHING: Value = { text: '', sources: [] }

/** Builtins that only ask or set something of this shell. */
const QUIET =
  'true false : test [ let wait jobs fg bg disown ulimit umask hash dirs times compgen complete bind setopt unsetopt emulate zmodload autoload'.split(
    ' ',
  )

const QUIETLY: Program = {
  names: QUIET,
  read: quietly,
  output: (command) =>
    /^(?:jobs|dirs|times|compgen|umask|ulimit)$/.test(command.name ?? '') ? { text: undefined, sources: [] } : NOTHING,
}

function quietly(command: Command): Standing {
  const { name, args } = command
  if (name === 'hash' && args.some((word) => /^-[a-z]*[pl]/.test(word.known))) return 'unknown'
  if (name === 'bind' && args.some((word) => word.text === '-x')) return 'unknown'
  if (name === 'complete' && args.some((word) => /^-[CF]/.test(word.known))) return 'plain'
  if (name === 'zmodload' || name === 'emulate' || name === 'autoload') return 'unknown'
  return 'proven'
}

const TYPE: Program = { names: ['type', 'which'], read: () => 'proven' }

/** Switches of the shell; some change how everything after is read. */
const SHOPT: Program = {
  names: ['shopt', 'enable'],
  read: (command, scribe) => {
    const texts = command.args.map((word) => word.text ?? '')
    if (texts.includes('-f') && command.name === 'enable') {
      const file = command.args[texts.indexOf('-f') + 1]
      if (file) scribe.runsFile(scribe.path(file), 'other', 'enable -f')
      // It stays in the shell, under a name that every later command may use.
      scribe.effect({
        kind: 'persist',
        mechanism: 'other',
        target: 'a builtin of the running shell',
        certainty: 'likely',
      })
      return 'plain'
    }
    const letters = texts.filter((text) => /^-[a-z]+$/.test(text)).join('')
    if (
      letters.includes('u') &&
      (texts.includes('history') || texts.includes('histappend') || texts.includes('cmdhist'))
    ) {
      scribe.effect({ kind: 'weaken', area: 'history', feature: 'shopt -uo history' })
      return 'plain'
    }
    if (
      texts.some((text) => /^(?:expand_aliases|extglob|nocasematch|nocaseglob)$/.test(text)) &&
      texts.includes('-s')
    ) {
      return texts.includes('extglob') ? 'proven' : 'plain'
    }
    return 'proven'
  },
  output: () => NOTHING,
}

/** The shell's own history of commands. */
const HISTORY: Program = {
  names: ['history', 'fc'],
  read: (command, scribe) => {
    const { args, name } = command
    const letters = args.filter((word) => /^-[a-z]+$/.test(word.known)).join('')
    const options = args.flatMap((word) => (/^-[a-z]+$/.test(word.known) ? [...word.known.slice(1)] : []))
    if (name === 'fc' && options.includes('p')) {
      scribe.effect({ kind: 'weaken', area: 'history', feature: 'fc -p' })
      return 'plain'
    }
    if (name === 'fc') return options.includes('l') ? 'proven' : 'unknown'
    if (options.includes('c') || options.includes('d')) {
      scribe.effect({
        kind: 'weaken',
        area: 'history',
        feature: `history ${letters === '' ? '' : `-${options.join('')}`}`.trim(),
      })
      return 'plain'
    }
    if (options.some((letter) => 'aw'.includes(letter))) {
      const file = args.find((word) => !word.known.startsWith('-'))
      if (file)
        scribe.effect({
          kind: 'write-path',
          path: scribe.path(file),
          how: options.includes('a') ? 'append' : 'overwrite',
          content: undefined,
        })
      return 'plain'
    }
    return 'proven'
  },
}

export const PLAIN: readonly Program[] = [QUIETLY, TYPE, SHOPT, HISTORY]
