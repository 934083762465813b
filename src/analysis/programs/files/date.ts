import type { Word } from '../../words.ts'
import { type Grammar, readOptions } from '../options.ts'
import type { Program } from '../program.ts'
import { asksForHelp } from './grammar.ts'
import { reads, value } from './touching.ts'

const DATE: Grammar = {
  lenient: true,
  flags: '-uRInj',
  values: '-dfrvs date file reference set',
  optional: '-I',
}

/** Tells the time, or sets it: every record after that carries a wrong one. */
export const DATE_PROGRAM: Program = {
  names: ['date'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, DATE)
    const bare = options.operands.some((word) => /^\d{8,14}(?:\.\d\d)?$/.test(word.known))
    if (options.has('s', 'set') || (bare && !options.has('j'))) {
      scribe.effect({ kind: 'weaken', area: 'audit', feature: 'clock' })
      return 'plain'
    }
    const standing = reads(options.values('f', 'file', 'r', 'reference').filter(isFileName), scribe, true)
    return options.unknown.length > 0 ? 'unknown' : standing
  },
  output: (command) => {
    const sources = command.args.flatMap((word) => word.sources)
    return value(undefined, sources.length > 0 ? sources : [{ kind: 'command', program: 'date', secret: false }])
  },
}

/** `-r` takes a file on GNU and seconds on BSD; `-f` takes a format on BSD. */
function isFileName(word: Word): boolean {
  return !/^\d+$|%/.test(word.known)
}
