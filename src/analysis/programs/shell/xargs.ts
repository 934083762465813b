import { firstOf } from '../../unread.ts'
import type { Command, Value, Word } from '../../words.ts'
import { wordOf } from '../git/made-words.ts'
import { writesOf } from '../network/ssh.ts'
import { type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'

const GRAMMAR = {
  flags: '-0oprtx null open-tty interactive no-run-if-empty verbose exit show-limits help version',
  values: '-adEInLPRsS J arg-file delimiter max-args max-procs max-chars process-slot-var',
  optional: '-eil eof replace max-lines',
  stopAtOperand: true,
}

export const XARGS: Program = {
  names: ['xargs'],
  read: (command, scribe) => {
    const options = readOptions(command.args, GRAMMAR)
    if (options.has('help', 'version')) return 'proven'
    const words = options.operands
    const place = options.value('I', 'replace', 'J')?.text ?? (options.has('i', 'replace') ? '{}' : undefined)
    const file = options.value('a', 'arg-file')
    if (file) scribe.effect({ kind: 'read-path', path: scribe.path(file), list: false })
    const input = file ? textOfFile(file, scribe) : stdinOf(command)
    if (words.length === 0) return 'proven'
    const items = itemsOf(input, options.value('d', 'delimiter')?.text, options.has('0', 'null'), place !== undefined)
    const single = place !== undefined || options.value('n', 'L')?.text === '1'
    return weakest(options.unknown.length > 0 && 'unknown', runAll(words, items, { place, single, scribe }))
  },
}

function stdinOf(command: Command): Value {
  return command.stdin.kind === 'value' ? command.stdin.value : { text: undefined, sources: [{ kind: 'unknown' }] }
}

/** A list that the session wrote, or that lies there: its lines stand for the words they become. */
function textOfFile(file: Word, scribe: Scribe): Value {
  const { real } = scribe.path(file)
  const text = real === undefined ? undefined : scribe.readText(real)
  return { text, sources: [{ kind: 'file', path: real ?? file.text ?? file.raw, secret: false }] }
}

function itemsOf(input: Value, delimiter: string | undefined, zero: boolean, lines: boolean): readonly Word[] {
  if (input.text === undefined) {
    if (input.paths && input.paths.length > 0) return input.paths
    return [made('\0', input, true)]
  }
  const separator = zero ? '\0' : delimiter !== undefined ? delimiter.replace('\\n', '\n') : lines ? '\n' : /\s+/
  const parts = input.text.split(separator).map((part) => (lines ? part.trim() : part))
  return parts.filter((part) => part !== '').map((part) => made(part, input, false))
}

function made(known: string, { sources }: Value, dynamic: boolean): Word {
  const word = wordOf(known, { start: 0, end: 0 })
  return { ...word, text: dynamic ? undefined : known, dynamic, mayBeEmpty: false, sources }
}

interface Around {
  readonly place: string | undefined
  readonly single: boolean
  readonly scribe: Scribe
}

const MOST_WORDS = 2_000
const MOST_RUNS = 200

function oneByOne(items: readonly Word[], scribe: Scribe): readonly Word[] {
  return firstOf(items, MOST_RUNS, scribe, 'more words on the input than are read')
}

function runAll(words: readonly Word[], items: readonly Word[], { place, scribe, single }: Around): Standing {
  const stdin: Value = { text: '', sources: [] }
  const run = (all: readonly Word[]) => scribe.runs(all, 'xargs', { stdin })
  if (!single) return run([...words, ...firstOf(items, MOST_WORDS, scribe, 'more words on the input than are read')])
  return weakest(
    ...oneByOne(items, scribe).map((item) =>
      run(place === undefined ? [...words, item] : words.map((word) => put(word, place, item))),
    ),
  )
}

export function put(word: Word, place: string, item: Word): Word {
  if (place === '' || !word.known.includes(place)) return word
  const known = word.known.replaceAll(place, () => item.known)
  const dynamic = known.includes('\0')
  return { ...word, known, dynamic, text: dynamic ? undefined : known, sources: [...word.sources, ...item.sources] }
}

/** Behind `:::` stand the words themselves, behind `::::` files that hold them. */
function givenItems(args: readonly Word[], scribe: Scribe): readonly Word[] {
  let inFiles = false
  return args.flatMap((word) => {
    const sign = /^:::(:)?\+?$/.exec(word.known)
    if (!sign) return inFiles ? itemsOf(textOfFile(word, scribe), undefined, false, true) : [word]
    inFiles = sign[1] !== undefined
    return []
  })
}

function inputItems(options: Options, command: Command, scribe: Scribe): readonly Word[] {
  const file = options.value('a', 'arg-file')
  const input = file ? textOfFile(file, scribe) : stdinOf(command)
  return itemsOf(input, undefined, options.has('0', 'null'), true)
}

export const PARALLEL: Program = {
  names: ['parallel'],
  read: (command, scribe) => {
    const end = command.args.findIndex((word) => /^:::/.test(word.known))
    const before = end < 0 ? command.args : command.args.slice(0, end)
    const given = end < 0 ? undefined : givenItems(command.args.slice(end), scribe)
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
      ? [made('', { text: '', sources: [] }, false)]
      : (given ?? inputItems(options, command, scribe))
    const mark = options.value('I')?.text ?? '{}'
    const runs = oneByOne(items, scribe).map((item) => {
      const marked = item.known === '' || options.operands.some((word) => word.known.includes(mark))
      const words = marked ? options.operands.map((word) => put(word, mark, item)) : [...options.operands, item]
      return words.every((word) => word.text !== undefined)
        ? scribe.runsShell({ text: words.map((word) => word.text).join(' '), sources: item.sources }, 'parallel', run)
        : scribe.runs(words, 'parallel', run)
    })
    const inner = weakest(...runs)
    if (place && options.operands.length > 0)
      scribe.effect({ kind: 'remote-exec', host: place.name, writes: writesOf(inner) })
    return weakest('plain', options.unknown.length > 0 && 'unknown', !place && inner)
  },
}
