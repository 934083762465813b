import { readOptions } from '../options.ts'
import type { Program, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { asksForHelp } from './grammar.ts'
import { reads, writes } from './touching.ts'

/** Line endings: in place, or from every first file into every second one after `-n`. */
export const lineEndings: Program = {
  names: ['dos2unix', 'unix2dos'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, {
      flags: '-bfknoOqrsuvVe7 ascii iso force keepdate quiet safe newfile oldfile to-stdout verbose add-eol',
      values: '-c convmode',
      optional: '-i info',
    })
    const { operands } = options
    if (options.has('i', 'info', 'O', 'to-stdout'))
      return weakest(options.unknown.length > 0 ? 'unknown' : 'proven', reads(operands, scribe))
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'expected'
    const pairs = options.has('n', 'newfile')
    operands.forEach((word, at) => {
      const taken = pairs && at % 2 === 0
      standing = weakest(standing, taken ? reads([word], scribe) : writes(word, pairs ? 'overwrite' : 'edit', scribe))
    })
    return standing
  },
}

/** Prints what a picture tells of itself, unless a tag is given a value. */
export const exiftool: Program = {
  names: ['exiftool'],
  read: (command, scribe) => {
    const files = command.args.filter((word) => !word.known.startsWith('-'))
    const sets = command.args.some((word) =>
      /^-[^=]*=|^-(?:overwrite|tagsfromfile|restore|delete|o$|w\d?$|csv=|json=)/i.test(word.known),
    )
    const known = command.args.every(
      (word) => !word.known.startsWith('-') || /^-(?:[A-Za-z:#]+|[a-z]\d?)$/.test(word.known),
    )
    if (!sets) return weakest(known ? 'proven' : 'unknown', reads(files, scribe))
    let standing: Standing = known ? 'expected' : 'unknown'
    for (const word of files) standing = weakest(standing, writes(word, 'edit', scribe))
    return standing
  },
}
