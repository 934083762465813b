import { weakestGrade, writesByGrade } from '../../../analysis/interpret/grade.ts'
import { type Options, readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { makeSyntheticWord } from '../../../analysis/interpret/synthetic-words.ts'
import { takeFirst } from '../../../analysis/text/read-limits.ts'
import type { Command, Value, Word } from '../../../analysis/words.ts'

const GRAMMAR = {
  flags: '-0oprtx null open-tty interactive no-run-if-empty verbose exit show-limits help version',
  values: '-adEInLPRsS J arg-file delimiter max-args max-procs max-chars process-slot-var',
  optional: '-eil eof replace max-lines',
  stopAtOperand: true,
}

export const XARGS: Program = {
  names: ['xargs'],
  read: (command, recorder) => {
    const options = readOptions(command.args, GRAMMAR)
    if (options.has('help', 'version')) return 'proven'
    const words = options.operands
    const place = options.value('I', 'replace', 'J')?.text ?? (options.has('i', 'replace') ? '{}' : undefined)
    const file = options.value('a', 'arg-file')
    if (file) recorder.effect({ kind: 'read-path', path: recorder.path(file), list: false })
    const input = file ? textOfFile(file, recorder) : stdinValue(command)
    if (words.length === 0) return 'proven'
    const items = splitItems(
      input,
      options.value('d', 'delimiter')?.text,
      options.has('0', 'null'),
      place !== undefined,
    )
    const single = place !== undefined || options.value('n', 'L')?.text === '1'
    return weakestGrade(
      options.unknown.length > 0 && 'unknown',
      runWithItems(words, items, { place, single, recorder }),
    )
  },
}

function stdinValue(command: Command): Value {
  return command.stdin.kind === 'value' ? command.stdin.value : { text: undefined, sources: [{ kind: 'unknown' }] }
}

/** A list that the session wrote, or that lies there: its lines stand for the words they become. */
function textOfFile(file: Word, recorder: EffectRecorder): Value {
  const { real } = recorder.path(file)
  const text = real === undefined ? undefined : recorder.readText(real)
  if (text === undefined && real !== undefined) return recorder.listed(real)
  return { text, sources: [{ kind: 'file', path: real ?? file.text ?? file.raw, secret: false }] }
}

function splitItems(input: Value, delimiter: string | undefined, zero: boolean, lines: boolean): readonly Word[] {
  if (input.text === undefined) {
    if (input.paths && input.paths.length > 0) return input.paths
    return [createItemWord('\0', input, true)]
  }
  const separator = zero ? '\0' : delimiter !== undefined ? delimiter.replace('\\n', '\n') : lines ? '\n' : /\s+/
  const parts = input.text.split(separator).map((part) => (lines ? part.trim() : part))
  return parts.filter((part) => part !== '').map((part) => createItemWord(part, input, false))
}

function createItemWord(known: string, { sources }: Value, dynamic: boolean): Word {
  const word = makeSyntheticWord(known, { start: 0, end: 0 })
  return { ...word, text: dynamic ? undefined : known, dynamic, mayBeEmpty: false, sources }
}

interface ItemRunOptions {
  readonly place: string | undefined
  readonly single: boolean
  readonly recorder: EffectRecorder
}

const MAX_WORDS = 2_000
const MAX_RUNS = 200

function limitRuns(items: readonly Word[], recorder: EffectRecorder): readonly Word[] {
  return takeFirst(items, MAX_RUNS, recorder, 'more words on the input than are read')
}

function runWithItems(
  words: readonly Word[],
  items: readonly Word[],
  { place, recorder, single }: ItemRunOptions,
): CommandGrade {
  const stdin: Value = { text: '', sources: [] }
  const run = (all: readonly Word[]) => recorder.runs(all, 'xargs', { stdin })
  if (!single) return run([...words, ...takeFirst(items, MAX_WORDS, recorder, 'more words on the input than are read')])
  return weakestGrade(
    ...limitRuns(items, recorder).map((item) =>
      run(place === undefined ? [...words, item] : words.map((word) => replacePlaceholder(word, place, item))),
    ),
  )
}

function replacePlaceholder(word: Word, place: string, item: Word): Word {
  if (place === '' || !word.known.includes(place)) return word
  const known = word.known.replaceAll(place, () => item.known)
  const dynamic = known.includes('\0')
  return { ...word, known, dynamic, text: dynamic ? undefined : known, sources: [...word.sources, ...item.sources] }
}

/** Behind `:::` stand the words themselves, behind `::::` files that hold them. */
function givenItems(args: readonly Word[], recorder: EffectRecorder): readonly Word[] {
  let inFiles = false
  return args.flatMap((word) => {
    const sign = /^:::(:)?\+?$/.exec(word.known)
    if (!sign) return inFiles ? splitItems(textOfFile(word, recorder), undefined, false, true) : [word]
    inFiles = sign[1] !== undefined
    return []
  })
}

function inputItems(options: Options, command: Command, recorder: EffectRecorder): readonly Word[] {
  const file = options.value('a', 'arg-file')
  const input = file ? textOfFile(file, recorder) : stdinValue(command)
  return splitItems(input, undefined, options.has('0', 'null'), true)
}

export const PARALLEL: Program = {
  names: ['parallel'],
  read: (command, recorder) => {
    const end = command.args.findIndex((word) => /^:::/.test(word.known))
    const before = end < 0 ? command.args : command.args.slice(0, end)
    const given = end < 0 ? undefined : givenItems(command.args.slice(end), recorder)
    const options = readOptions(before, {
      flags:
        '-0kmtuvX keep-order bar eta no-notice will-cite group ungroup progress verbose line-buffer dry-run dryrun help version nonall onall tag linebuffer lb shuf link no-run-if-empty citation resume resume-failed cleanup null xargs plain quote',
      values:
        '-jIaNSnsL jobs delay timeout retries arg-file halt results joblog colsep sshlogin slf sshloginfile max-args tagstring workdir wd env basefile bf return transferfile tf tempdir tmpdir nice load memfree delimiter max-replace-args',
      stopAtOperand: true,
    })
    if (options.has('help', 'version', 'citation', 'dry-run', 'dryrun')) return 'proven'
    const there = options.value('S', 'sshlogin', 'slf', 'sshloginfile')
    const place = there && ({ kind: 'remote', name: there.known.replaceAll('\0', '…') } as const)
    const run = place ? { place } : {}
    // `--nonall` runs it once on each machine, and gives it nothing.
    const items = options.has('nonall')
      ? [createItemWord('', { text: '', sources: [] }, false)]
      : (given ?? inputItems(options, command, recorder))
    const mark = options.value('I')?.text ?? '{}'
    const runs = limitRuns(items, recorder).map((item) => {
      const marked = item.known === '' || options.operands.some((word) => word.known.includes(mark))
      const words = marked
        ? options.operands.map((word) => replacePlaceholder(word, mark, item))
        : [...options.operands, item]
      return words.every((word) => word.text !== undefined)
        ? recorder.runsShell({ text: words.map((word) => word.text).join(' '), sources: item.sources }, 'parallel', run)
        : recorder.runs(words, 'parallel', run)
    })
    const inner = weakestGrade(...runs)
    if (place && options.operands.length > 0)
      recorder.effect({ kind: 'remote-exec', host: place.name, writes: writesByGrade(inner) })
    return weakestGrade('plain', options.unknown.length > 0 && 'unknown', !place && inner)
  },
}
