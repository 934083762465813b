import type { Word } from '../../words.ts'
import { part } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { asksForHelp } from './grammar.ts'
import { carries, fileTool, reads, sourcesOf, value, writes } from './touching.ts'

/** Line endings: in place, or from every first file into every second one after `-n`. */
const lineEndings = fileTool({
  names: 'dos2unix unix2dos',
  flags: '-bfknoOqrsuvVe7 ascii iso force keepdate quiet safe newfile oldfile to-stdout verbose add-eol',
  values: '-c convmode',
  optional: '-i info',
  acts: ({ options, operands, reads, writes }) => {
    if (options.has('i', 'info', 'O', 'to-stdout')) return reads(operands)
    if (!options.has('n', 'newfile')) return ['expected', writes(operands, 'edit')]
    const isTaken = (_: Word, at: number) => at % 2 === 0
    const made = operands.filter((word, at) => !isTaken(word, at))
    return ['expected', reads(operands.filter(isTaken)), writes(made, 'overwrite')]
  },
})

/** Prints what a picture tells of itself, unless a tag is given a value. */
const exiftool: Program = {
  names: ['exiftool'],
  read: ({ args }, scribe) => {
    const files = args.filter(({ known }) => !known.startsWith('-'))
    const sets = args.some(({ known }) =>
      /^-[^=]*=|^-(?:overwrite|tagsfromfile|restore|delete|o$|w\d?$|csv=|json=)/i.test(known),
    )
    const doubt = args.some(({ known }) => known.startsWith('-') && !/^-(?:[A-Za-z:#]+|[a-z]\d?)$/.test(known))
    const standings = sets ? files.map((word) => writes(word, 'edit', scribe)) : [reads(files, scribe)]
    return weakest(doubt ? 'unknown' : sets ? 'expected' : 'proven', ...standings)
  },
}

/** The perl kind of `rename` runs an expression; substitutions and transliterations only rename. */
const rename = fileTool({
  names: 'rename file-rename',
  flags: '-fvnisao0d force verbose no-act symlink last all nono nolinks',
  values: '-eE expression',
  acts: ({ options, operands, scribe, writes }) => {
    if (options.has('n', 'no-act', 'nono')) return 'proven'
    const given = options.value('e', 'E', 'expression')
    const [expression, ...files] = given ? [given, ...operands] : operands
    const isPlain = /^(?:s([/|#,]).*\1.*\1[gix]*|[yt]r?\/.*\/.*\/[cdsr]*|[\w.*?#-]+)$/s.test(expression?.text ?? '')
    return [
      isPlain ? 'expected' : 'unknown',
      ...(!isPlain && expression ? [scribe.runsCode('perl', expression, 'rename')] : []),
      writes(files, 'move'),
    ]
  },
})

const sd = fileTool({
  names: 'sd fastmod',
  flags: '-psFAm preview fixed-strings string-mode accept-all multiline',
  values: '-fnde flags max-replacements dir extensions',
  acts: ({ options, operands, reads, writes }) =>
    options.has('p', 'preview') ? reads(operands.slice(2)) : writes(operands.slice(2), 'edit'),
})

const UNITS = ['', 'k', 'm', 'g', 't']

function bytesOf(text: string | undefined): number {
  const [, digits = '0', unit = ''] = /^(\d+)([kmgt]?)(?:i?b)?$/i.exec(text ?? '') ?? []
  return Number(digits) * 1024 ** UNITS.indexOf(unit.toLowerCase())
}

/** Copies blocks: to a device it destroys what was there. */
const dd: Program = {
  names: ['dd'],
  read: ({ args }, scribe) => {
    if (asksForHelp(args)) return 'proven'
    const standings = args.map((word) => {
      const name = word.known.split('=', 1)[0] ?? ''
      const rest = part(word, name.length + 1)
      if (name === 'if') return reads([rest], scribe)
      if (name === 'of') return copiesTo(rest, given(args, 'if'), scribe)
      return /^(?:[ioc]?bs|count|i?skip|iseek|o?seek|conv|[io]flag|status)$/.test(name) ? 'proven' : 'unknown'
    })
    const endless = /^\/dev\/(?:zero|urandom|random)$/.test(given(args, 'if')?.known ?? '') && !given(args, 'count')
    // More than any test file needs.
    const huge = bytesOf(given(args, 'bs')?.text ?? '512') * bytesOf(given(args, 'count')?.text) >= 100 * 2 ** 30
    if ((endless || huge) && (given(args, 'of')?.text ?? '/dev/null') !== '/dev/null')
      scribe.effect({ kind: 'exhaust', what: 'disk', certainty: 'likely' })
    return weakest(...standings)
  },
  output: (command, scribe) => {
    const input = given(command.args, 'if')
    return value(undefined, sourcesOf(input ? [input] : [], command, scribe))
  },
}

function copiesTo(to: Word, from: Word | undefined, scribe: Scribe): Standing {
  if (!from) return writes(to, 'overwrite', scribe)
  return carries(scribe.path(to), { how: 'overwrite', of: [scribe.path(from)] }, scribe)
}

function given(args: readonly Word[], name: string): Word | undefined {
  const found = args.find(({ known }) => known.startsWith(`${name}=`))
  return found && part(found, name.length + 1)
}

const fallocate = fileTool({
  names: 'fallocate',
  usual: 'expected',
  flags: '-cdinpvxz dig-holes keep-size punch-hole verbose zero-range collapse-range insert-range posix',
  values: '-lo length offset',
  acts: ({ options, operands, scribe, writes }) => {
    if (/^\d{3,}\s*[GT]i?B?$|^\d+\s*[TP]i?B?$/i.test(options.value('l', 'length')?.text ?? ''))
      scribe.effect({ kind: 'exhaust', what: 'disk', certainty: 'likely' })
    return writes(operands, 'edit')
  },
})

export const CONVERTING: readonly Program[] = [lineEndings, exiftool, rename, sd, dd, fallocate]
