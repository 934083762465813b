import type { Program, Standing } from '../program.ts'
import { asksForHelp, type Grammar, optionsOf } from './grammar.ts'
import { reads, sourcesOf, value, weakest, writes } from './touching.ts'

const SHUF: Grammar = {
  flags: '-erz echo repeat zero-terminated',
  values: '-ino input-range head-count output random-source',
}

/** Prints lines in another order; `-o` writes them to a file. */
export const SHUF_PROGRAM: Program = {
  names: ['shuf', 'gshuf'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = optionsOf(command.args, SHUF)
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'proven'
    for (const word of options.values('o', 'output')) standing = weakest(standing, writes(word, 'overwrite', scribe))
    return options.has('e', 'echo') ? standing : weakest(standing, reads(options.operands, scribe))
  },
  output: (command, scribe) => {
    const options = optionsOf(command.args, SHUF)
    return value(undefined, sourcesOf(options.has('e', 'echo') ? [] : options.operands, command, scribe))
  },
}
