import { isDotenv } from '../../../analysis/interpret/dotenv-words.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { type Options, readOptions } from '../../../analysis/interpret/options.ts'
import type { Program } from '../../../analysis/interpret/program.ts'
import { WHOLE_ENVIRONMENT } from '../../../analysis/interpret/values.ts'
import { parseShell } from '../../../analysis/shell/parse.ts'
import type { Word } from '../../../analysis/words.ts'

const GRAMMAR = {
  flags: '-i0v ignore-environment null debug list-signal-handling help version',
  values: '-uCS unset chdir split-string argv0',
  optional: 'block-signal default-signal ignore-signal',
  stopAtOperand: true,
}

export const ENV: Program = {
  names: ['env'],
  read: (command, recorder) => {
    const options = readOptions(command.args, GRAMMAR)
    if (options.has('help', 'version')) return 'proven'
    const split = options.values('S', 'split-string').flatMap(splitWords)
    const words = dropLoneDash([...split, ...options.operands]).filter(
      (word, at, all) => !(isDotenv(word, recorder.facts) && all.slice(0, at).every(isVariableAssignment)),
    )
    const directory = options.value('C', 'chdir')
    const unknown = options.unknown.length > 0
    const inside = {
      withheld: withheldNames(options, command.args),
      ...(directory && { cwd: recorder.path(directory).real }),
    }
    return weakestGrade(unknown && 'unknown', words.length > 0 && recorder.runs(words, 'env', inside))
  },
  output: (command, recorder) => {
    const options = readOptions(command.args, GRAMMAR)
    const runs =
      options.operands.some((word) => !/^\w+=/.test(word.known) && !isDotenv(word, recorder.facts)) ||
      options.has('S', 'split-string')
    if (runs || options.has('i', 'ignore-environment')) return innerOutput(recorder)
    return { text: undefined, sources: [WHOLE_ENVIRONMENT] }
  },
}

/** What else is in a text that is split is not told apart here. */
function withheldNames(options: Options, args: readonly Word[]): 'all' | ReadonlySet<string> {
  const unset = options.values('u', 'unset')
  const open = options.has('i', 'ignore-environment', 'S', 'split-string') || options.unknown.length > 0
  return open || args.some(({ text }) => text === '-') || unset.some(({ text }) => text === undefined)
    ? 'all'
    : new Set(unset.flatMap(({ text }) => text ?? []))
}

function isVariableAssignment({ known }: Word): boolean {
  return /^\w+=/.test(known) || known === '\0'
}

function innerOutput(recorder: object) {
  const inner = 'inner' in recorder && typeof recorder.inner === 'function' ? recorder.inner() : undefined
  return inner ?? { text: undefined, sources: [] }
}

/** A lone `-` among the options means `-i`; split words may bring more options. */
function dropLoneDash(words: readonly Word[]): readonly Word[] {
  const first = words.findIndex((word) => !/^-/.test(word.known))
  const options = first < 0 ? words : words.slice(0, first)
  if (options.length === 0) return words
  const inner = readOptions(
    words.filter((word, index) => index >= options.length || word.text !== '-'),
    GRAMMAR,
  )
  return [...inner.values('S', 'split-string').flatMap(splitWords), ...inner.operands]
}

/** `env -S 'a b c'` splits its value like a shell does, without running anything in it. */
function splitWords(word: Word): Word[] {
  if (word.text === undefined) return [word]
  // Outside of quotes `\_` is a blank there.
  const command = parseShell(word.text.replaceAll('\\_', ' '))?.commands[0]?.command
  if (command?.type !== 'Command') return [word]
  const nodes = [
    ...command.prefix.flatMap((item) => (item.type === 'Assignment' ? [item.text] : [])),
    command.name?.value ?? '',
    ...command.args.map((arg) => (arg.type === 'Word' ? arg.value : arg.text)),
  ]
  return nodes.filter((text) => text !== '').map((text) => ({ ...word, text, known: text, raw: text }))
}
