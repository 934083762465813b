import {
  collectInputSources,
  defineFileTool,
  makeValue,
  recordFileCopy,
  recordReads,
  recordWrite,
} from '../../../analysis/interpret/file-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { sliceWord } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { isHelpRequest } from '../../../analysis/interpret/word-checks.ts'
import type { Word } from '../../../analysis/words.ts'

/** Line endings: in place, or from every first file into every second one after `-n`. */
const lineEndingConverters = defineFileTool({
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
  read: ({ args }, recorder) => {
    const files = args.filter(({ known }) => !known.startsWith('-'))
    const sets = args.some(({ known }) =>
      /^-[^=]*=|^-(?:overwrite|tagsfromfile|restore|delete|o$|w\d?$|csv=|json=)/i.test(known),
    )
    const doubt = args.some(({ known }) => known.startsWith('-') && !/^-(?:[A-Za-z:#]+|[a-z]\d?)$/.test(known))
    const grades = sets ? files.map((word) => recordWrite(word, 'edit', recorder)) : [recordReads(files, recorder)]
    return weakestGrade(doubt ? 'unknown' : sets ? 'expected' : 'proven', ...grades)
  },
}

/** The perl kind of `rename` runs an expression; substitutions and transliterations only rename. */
const rename = defineFileTool({
  names: 'rename file-rename',
  flags: '-fvnisao0d force verbose no-act symlink last all nono nolinks',
  values: '-eE expression',
  acts: ({ options, operands, recorder, writes }) => {
    if (options.has('n', 'no-act', 'nono')) return 'proven'
    const given = options.value('e', 'E', 'expression')
    const [expression, ...files] = given ? [given, ...operands] : operands
    const isPlain = /^(?:s([/|#,]).*\1.*\1[gix]*|[yt]r?\/.*\/.*\/[cdsr]*|[\w.*?#-]+)$/s.test(expression?.text ?? '')
    return [
      isPlain ? 'expected' : 'unknown',
      ...(!isPlain && expression ? [recorder.runsCode('perl', expression, 'rename')] : []),
      writes(files, 'move'),
    ]
  },
})

const sd = defineFileTool({
  names: 'sd fastmod',
  flags: '-psFAm preview fixed-strings string-mode accept-all multiline',
  values: '-fnde flags max-replacements dir extensions',
  acts: ({ options, operands, reads, writes }) =>
    options.has('p', 'preview') ? reads(operands.slice(2)) : writes(operands.slice(2), 'edit'),
})

const BYTE_UNITS = ['', 'k', 'm', 'g', 't']

function parseByteCount(text: string | undefined): number {
  const [, digits = '0', unit = ''] = /^(\d+)([kmgt]?)(?:i?b)?$/i.exec(text ?? '') ?? []
  return Number(digits) * 1024 ** BYTE_UNITS.indexOf(unit.toLowerCase())
}

/** Copies blocks: to a device it destroys what was there. */
const dd: Program = {
  names: ['dd'],
  read: ({ args }, recorder) => {
    if (isHelpRequest(args)) return 'proven'
    const grades = args.map((word) => {
      const name = word.known.split('=', 1)[0] ?? ''
      const rest = sliceWord(word, name.length + 1)
      if (name === 'if') return recordReads([rest], recorder)
      if (name === 'of') return recordBlockCopy(rest, findAssignedOperand(args, 'if'), recorder)
      return /^(?:[ioc]?bs|count|i?skip|iseek|o?seek|conv|[io]flag|status)$/.test(name) ? 'proven' : 'unknown'
    })
    const endless =
      /^\/dev\/(?:zero|urandom|random)$/.test(findAssignedOperand(args, 'if')?.known ?? '') &&
      !findAssignedOperand(args, 'count')
    // More than any test file needs.
    const huge =
      parseByteCount(findAssignedOperand(args, 'bs')?.text ?? '512') *
        parseByteCount(findAssignedOperand(args, 'count')?.text) >=
      100 * 2 ** 30
    if ((endless || huge) && (findAssignedOperand(args, 'of')?.text ?? '/dev/null') !== '/dev/null')
      recorder.effect({ kind: 'exhaust', what: 'disk', certainty: 'likely' })
    return weakestGrade(...grades)
  },
  output: (command, recorder) => {
    const input = findAssignedOperand(command.args, 'if')
    return makeValue(undefined, collectInputSources(input ? [input] : [], command, recorder))
  },
}

function recordBlockCopy(to: Word, from: Word | undefined, recorder: EffectRecorder): CommandGrade {
  if (!from) return recordWrite(to, 'overwrite', recorder)
  return recordFileCopy(recorder.path(to), { how: 'overwrite', of: [recorder.path(from)] }, recorder)
}

function findAssignedOperand(args: readonly Word[], name: string): Word | undefined {
  const found = args.find(({ known }) => known.startsWith(`${name}=`))
  return found && sliceWord(found, name.length + 1)
}

const fallocate = defineFileTool({
  names: 'fallocate',
  usual: 'expected',
  flags: '-cdinpvxz dig-holes keep-size punch-hole verbose zero-range collapse-range insert-range posix',
  values: '-lo length offset',
  acts: ({ options, operands, recorder, writes }) => {
    if (/^\d{3,}\s*[GT]i?B?$|^\d+\s*[TP]i?B?$/i.test(options.value('l', 'length')?.text ?? ''))
      recorder.effect({ kind: 'exhaust', what: 'disk', certainty: 'likely' })
    return writes(operands, 'edit')
  },
})

export const CONVERTER_PROGRAMS: readonly Program[] = [lineEndingConverters, exiftool, rename, sd, dd, fallocate]
