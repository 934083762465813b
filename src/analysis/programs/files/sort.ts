import { type Grammar, readOptions } from '../options.ts'
import type { Program, Standing } from '../program.ts'
import { runsInstead } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import { sortText } from './constant-text.ts'
import { asksForHelp, mayBeOptions } from './grammar.ts'
import { reads, sourcesOf, value, writes } from './touching.ts'

const SORT: Grammar = {
  lenient: true,
  flags: '-bcCdfghiMmnrRsuVz merge',
  values: '-koStT compress-program files0-from key output field-separator temporary-directory',
}

export const SORT_PROGRAM: Program = {
  names: ['sort'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, SORT)
    let standing: Standing = options.unknown.length > 0 || mayBeOptions(command.args) ? 'unknown' : 'proven'
    const packer = options.value('compress-program')
    if (packer) standing = weakest('plain', runsInstead(packer, 'sort --compress-program', scribe))
    for (const word of options.values('o', 'output')) standing = weakest(standing, writes(word, 'overwrite', scribe))
    return weakest(standing, reads([...options.operands, ...options.values('files0-from')], scribe))
  },
  output: (command, scribe) => {
    const options = readOptions(command.args, SORT)
    const files = [...options.operands, ...options.values('files0-from')]
    return value(sortText(options, command, scribe), sourcesOf(files, command, scribe))
  },
}
