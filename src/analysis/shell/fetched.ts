import { basename } from 'node:path/posix'
import { pathUse } from '../path-use.ts'
import { type Elsewhere, isVouched, provenanceOf } from '../provenance.ts'
import { endingOf } from '../remote-shape.ts'
import { loadsCode, wordsOfName } from '../role-words.ts'
import type { Command, DataSource, Word } from '../words.ts'
import { type Frame, spend } from './frame.ts'
import { hostOf, type Overlay, sourceOf } from './overlay.ts'
import { matches } from './pattern.ts'
import { exported } from './pointed.ts'
import { type Slot, slotsOf } from './slots.ts'
import { literalWord } from './values.ts'

export interface Fetched {
  readonly from: Elsewhere
  readonly ending: string
  /** `text`: inside a statement for another program. */
  readonly at: 'operand' | 'option' | 'text' | 'variable' | 'stdin'
  readonly name: string | undefined
  /** The words of that name and of the keys before it; in a text those of its statement. */
  readonly said: readonly string[]
  readonly verbs: readonly string[]
  readonly operands: number
  /** It stands behind `--`. */
  readonly behind: boolean
  readonly module?: true
}

/** Names of everything that came from elsewhere: what holds none of them needs no closer look. */
interface Names {
  readonly all: Set<string>
  readonly byStem: readonly Map<string, string[]>[]
  readonly taken: number[]
}

const NAMES = new WeakMap<Overlay, Names>()

function namesOf({ analysis: { overlay }, facts: { session } }: Frame): Names {
  let names = NAMES.get(overlay)
  if (!names) {
    const stems = () => new Map<string, string[]>()
    names = { all: new Set(), byStem: [stems(), stems(), stems(), stems(), stems()], taken: [0, 0, 0] }
    NAMES.set(overlay, names)
    for (const path of session.downloaded.keys()) takeName(path, names, 3)
    for (const path of session.links?.keys() ?? []) takeName(path, names, 4)
  }
  const { taken } = names
  for (const [place, { order }] of [overlay.files, overlay.trees, overlay.links].entries()) {
    for (let at = taken[place] ?? 0; at < order.length; at++) takeName(order[at] ?? '', names, place)
    taken[place] = order.length
  }
  return names
}

function takeName(path: string, { all, byStem }: Names, place: number): void {
  const name = basename(path)
  if (all.has(name)) return
  all.add(name)
  const stem = name.replace(/\..*$/s, '')
  if (stem === name) return
  const beside = byStem[place]?.get(stem)
  if (beside) beside.push(name)
  else byStem[place]?.set(stem, [name])
}

/** Everything from elsewhere that a command names, in whatever position; code that was read and shown counts no more. */
export function fetchedIn(command: Command, frame: Frame): readonly Fetched[] {
  const inside = command.cwd !== undefined && elsewhereAt(command.cwd, command, frame) !== undefined
  const look: Look = { command, frame, names: namesOf(frame), inside }
  const found: Fetched[] = []
  let operands = 0
  const verbs: string[] = []
  const end = command.args.find(({ known }) => known === '--')?.span.start ?? Number.POSITIVE_INFINITY
  for (const slot of slotsOf(command.args).slots) {
    found.push(...inSlot(slot, () => ({ operands, verbs: [...verbs], behind: slot.word.span.start > end }), look))
    const { known } = slot.word
    if (slot.kind === 'operand') operands++
    if (slot.kind !== 'option' && /^[A-Za-z][\w:-]{0,40}$/.test(known)) verbs.push(known.toLowerCase())
  }
  const place = () => ({ operands, verbs, behind: false })
  for (const { known } of command.args) if (/^-[A-Za-z][\w.]+$/.test(known)) found.push(...attached(known, place, look))
  for (const [name, word] of variablesOf(command, frame))
    for (const each of inSlot({ word, name, kind: 'key' }, place, look)) found.push({ ...each, at: 'variable' })
  return [...found, ...piped(command, place, look)]
}

const SEARCHED = /(?:PATH|LIB|OPTS|OPTIONS)$/

function variablesOf({ assignments }: Command, frame: Frame): readonly (readonly [string, Word])[] {
  const given = assignments.map(({ name, value }) => [name, value] as const)
  const lasting = exported(frame.scope).filter(
    ([name]) => name !== 'PATH' && (SEARCHED.test(name) || wordsOfName(name).some(loadsCode)),
  )
  return [...given, ...lasting.map(([name, text]) => [name, literalWord(text)] as const)]
}

interface Look {
  readonly command: Command
  readonly frame: Frame
  readonly names: Names
  readonly inside: boolean
}

type Place = () => Pick<Fetched, 'operands' | 'verbs' | 'behind'>

/** `-rname.rb`: the option's letter is no part of the name. */
function attached(known: string, place: Place, look: Look): readonly Fetched[] {
  const name = known.slice(1, 2)
  return inSlot({ word: literalWord(known.slice(2)), name, kind: 'option' }, place, look)
}

const BETWEEN = /[=,:;\s'"`()[\]{}<>|&@]/
const ENDS = /[,;\n|&]/

function inSlot({ word, name, kind }: Slot, place: Place, look: Look): readonly Fetched[] {
  const text = word.known
  const own = name === undefined ? [] : optionWords(name)
  const prose = /\s/.test(text.trim())
  const at = prose ? 'text' : kind === 'operand' ? 'operand' : 'option'
  const make = (from: Elsewhere, path: string, said: readonly string[]): Fetched => ({
    from,
    ending: endingOf(path.replace(/\/+$/, '')),
    at,
    name,
    said,
    ...place(),
  })
  const brought = text === '\0' ? broughtBy(word, look.frame) : undefined
  if (brought) return [make(brought, brought.address, own)]
  const whole = thingAt(text, look)
  if (whole) return [make(whole, text, own)]
  const module = name === undefined ? undefined : moduleAt(text, look)
  if (module) return [{ ...make(module, '', own), module: true }]
  const found: Fetched[] = []
  let said: string[] = []
  for (const [part = '', between = ''] of partsOf(text)) {
    const from = part === text ? undefined : thingAt(part, look)
    if (from) found.push(make(from, part, [...own, ...said]))
    else if (/^[\w.-]{1,60}$/.test(part)) said.push(...wordsOfName(part))
    if (ENDS.test(between)) said = []
  }
  return found
}

function* partsOf(text: string): Generator<readonly [string, string]> {
  let from = 0
  while (from < text.length) {
    let end = from
    while (end < text.length && !BETWEEN.test(text[end] ?? '')) end++
    let next = end
    while (next < text.length && BETWEEN.test(text[next] ?? '')) next++
    if (end > from) yield [text.slice(from, end), text.slice(end, next)]
    from = next
  }
}

/** `-Dplugin.path`: the letter before a name of its own is none of its words. */
function optionWords(name: string): readonly string[] {
  const words = wordsOfName(name)
  return /^[A-Z][a-z]{2}/.test(name) ? [...words, ...wordsOfName(name.slice(1))] : words
}

function thingAt(text: string, look: Look): Elsewhere | undefined {
  if (text === '' || text.length > 4_096) return undefined
  if (/[*?]/.test(text)) return matched(text, look)
  const known = text.replace(/^file:(?:\/\/)?/, '')
  const parts = known.split('/')
  if (!look.inside && !parts.some((part) => look.names.all.has(part))) return undefined
  // Below a folder where the command works, a name without a slash is as often something else.
  if (parts.length === 1 && !look.names.all.has(known)) return undefined
  return elsewhereAt(known, look.command, look.frame)
}

/** `--load=rules`. */
function moduleAt(text: string, { command, frame, names }: Look): Elsewhere | undefined {
  if (!/^\w[\w.-]*$/.test(text) || text.includes('\0')) return undefined
  const stem = text.split('.').at(-1) ?? ''
  for (const each of names.byStem.flatMap((stems) => stems.get(stem) ?? [])) {
    const from = elsewhereAt([...text.split('.').slice(0, -1), each].join('/'), command, frame)
    if (from) return from
  }
  return undefined
}

function matched(text: string, { command, frame }: Look): Elsewhere | undefined {
  const { real } = pathUse(literalWord(text), command.cwd, frame.facts)
  const { files, trees } = frame.analysis.overlay
  const many = files.size + trees.size + frame.facts.session.downloaded.size
  if (real === undefined || !spend(frame, many, command.span)) return undefined
  for (const paths of [files, trees, frame.facts.session.downloaded])
    for (const path of paths.keys())
      if (matches(real, path)) {
        const from = elsewhereAt(path, command, frame)
        if (from) return from
      }
  return undefined
}

/** Where a path comes from; a folder that other things lie in as well does not count for what was unpacked there. */
export function elsewhereAt(text: string, command: Command, frame: Frame): Elsewhere | undefined {
  const { overlay } = frame.analysis
  const { real } = pathUse(literalWord(text), command.cwd, frame.facts)
  if (real === undefined || overlay.trees.get(real)?.shared) return undefined
  const from = provenanceOf(real, frame.facts, overlay)
  if (from.kind !== 'elsewhere') return undefined
  const shown = isVouched(real, from, frame.facts) && frame.facts.text(real).kind === 'text'
  return shown ? undefined : from
}

function piped({ stdin }: Command, place: Place, { command, frame }: Look): readonly Fetched[] {
  if (stdin.kind !== 'value') return []
  const { sources } = stdin.value
  // What another program made of it is something else, unless it only unpacked it.
  if (sources.some((source) => source.kind === 'command' && !UNPACKS.test(source.program))) return []
  const said: readonly string[] = []
  const files = sources.flatMap((source) => fileFrom(source, command, frame))
  const name = undefined
  const [file] = files
  if (file) return [{ ...file, at: 'stdin', name, said, ...place() }]
  const address = sourceOf(sources)
  const host = hostOf(sources)
  if (address === undefined || host === undefined) return []
  const from: Elsewhere = { kind: 'elsewhere', address, host, when: 'now', inside: false }
  const path = address.replace(/[?#].*$/s, '').replace(/^[a-z]+:\/\/[^/]*/i, '')
  return [{ from, ending: endingOf(path.replace(PACKED, '')), at: 'stdin', name, said, ...place() }]
}

/** `install $(curl -O …)`. */
function broughtBy({ span }: Word, { analysis }: Frame): Elsewhere | undefined {
  for (const effect of analysis.book.effects.slice(-LATEST)) {
    if (effect.kind !== 'download' || effect.to === undefined) continue
    if (effect.span.start < span.start || effect.span.end > span.end) continue
    return { kind: 'elsewhere', address: effect.url, host: effect.host, when: 'now', inside: false }
  }
  return undefined
}

const LATEST = 20

const UNPACKS = /^(?:.*\/)?(?:g|bz|xz|zstd?|lz|lz4|lzma)?(?:z?cat|unzip|unz|gzip|bzip2|xz|zstd|lz4)$|^decoded$/
const PACKED = /\.(?:gz|bz2|xz|zst|lz4?)$/i

function fileFrom(source: DataSource, command: Command, frame: Frame): readonly Pick<Fetched, 'from' | 'ending'>[] {
  if (source.kind !== 'file') return []
  const from = elsewhereAt(source.path, command, frame)
  return from ? [{ from, ending: endingOf(source.path.replace(PACKED, '')) }] : []
}
