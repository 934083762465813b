import { basename } from 'node:path/posix'
import { isCodeLoadingWord, wordsOfName } from '../../knowledge/lexicon/role-words.ts'
import { type ForeignSource, provenanceOf, wasShownBefore } from '../flow/provenance.ts'
import { literalWord } from '../interpret/values.ts'
import { pathUse } from '../paths/path-use.ts'
import { endingOf } from '../remote/remote-addresses.ts'
import { matchesShellPattern } from '../text/pattern.ts'
import type { Command, DataSource, Word } from '../words.ts'
import { type Slot, slotsOf } from './argument-slots.ts'
import { type Frame, spend } from './frame.ts'
import { exportedVariables } from './load-path-override.ts'
import { networkHostOf, networkSourceOf, type Overlay } from './overlay.ts'

export interface ForeignFile {
  readonly from: ForeignSource
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
interface ForeignNames {
  readonly all: Set<string>
  readonly byStem: readonly Map<string, string[]>[]
  readonly taken: number[]
}

const FOREIGN_NAMES = new WeakMap<Overlay, ForeignNames>()

function foreignNamesOf({ analysis: { overlay }, facts: { session } }: Frame): ForeignNames {
  let names = FOREIGN_NAMES.get(overlay)
  if (!names) {
    const stems = () => new Map<string, string[]>()
    names = { all: new Set(), byStem: [stems(), stems(), stems(), stems(), stems()], taken: [0, 0, 0] }
    FOREIGN_NAMES.set(overlay, names)
    for (const path of session.downloaded.keys()) addForeignName(path, names, 3)
    for (const path of session.links?.keys() ?? []) addForeignName(path, names, 4)
  }
  const { taken } = names
  for (const [place, { order }] of [overlay.files, overlay.trees, overlay.links].entries()) {
    for (let at = taken[place] ?? 0; at < order.length; at++) addForeignName(order[at] ?? '', names, place)
    taken[place] = order.length
  }
  return names
}

function addForeignName(path: string, { all, byStem }: ForeignNames, place: number): void {
  const name = basename(path)
  if (all.has(name)) return
  all.add(name)
  const stem = name.replace(/\..*$/s, '')
  if (stem === name) return
  const beside = byStem[place]?.get(stem)
  if (beside) beside.push(name)
  else byStem[place]?.set(stem, [name])
}

/** Is something from elsewhere called so? What isn't, needs no closer look. */
export function isForeignName(path: string, frame: Frame): boolean {
  return foreignNamesOf(frame).all.has(basename(path))
}

/** Everything from elsewhere that a command names, in whatever position; code that was read and shown counts no more. */
export function foreignFilesIn(command: Command, frame: Frame): readonly ForeignFile[] {
  const inside = command.cwd !== undefined && foreignSourceAt(command.cwd, command, frame) !== undefined
  const look: LookupContext = { command, frame, names: foreignNamesOf(frame), inside }
  const found: ForeignFile[] = []
  let operands = 0
  const verbs: string[] = []
  const end = command.args.find(({ known }) => known === '--')?.span.start ?? Number.POSITIVE_INFINITY
  for (const slot of slotsOf(command.args).slots) {
    found.push(
      ...foreignInSlot(slot, () => ({ operands, verbs: [...verbs], behind: slot.word.span.start > end }), look),
    )
    const { known } = slot.word
    if (slot.kind === 'operand') operands++
    if (slot.kind !== 'option' && /^[A-Za-z][\w:-]{0,40}$/.test(known)) verbs.push(known.toLowerCase())
  }
  const place = () => ({ operands, verbs, behind: false })
  for (const { known } of command.args)
    if (/^-[A-Za-z][\w.]+$/.test(known)) found.push(...attachedValue(known, place, look))
  for (const [name, word] of loadVariablesOf(command, frame))
    for (const each of foreignInSlot({ word, name, kind: 'key' }, place, look)) found.push({ ...each, at: 'variable' })
  return [...found, ...foreignInput(command, place, look)]
}

const SEARCH_PATH_VARIABLES = /(?:PATH|LIB|OPTS|OPTIONS)$/

function loadVariablesOf({ assignments }: Command, frame: Frame): readonly (readonly [string, Word])[] {
  const given = assignments.map(({ name, value }) => [name, value] as const)
  const lasting = exportedVariables(frame.scope).filter(
    ([name]) => name !== 'PATH' && (SEARCH_PATH_VARIABLES.test(name) || wordsOfName(name).some(isCodeLoadingWord)),
  )
  return [...given, ...lasting.map(([name, text]) => [name, literalWord(text)] as const)]
}

interface LookupContext {
  readonly command: Command
  readonly frame: Frame
  readonly names: ForeignNames
  readonly inside: boolean
}

type SlotPlace = () => Pick<ForeignFile, 'operands' | 'verbs' | 'behind'>

/** `-rname.rb`: the option's letter is no part of the name. */
function attachedValue(known: string, place: SlotPlace, look: LookupContext): readonly ForeignFile[] {
  const name = known.slice(1, 2)
  return foreignInSlot({ word: literalWord(known.slice(2)), name, kind: 'option' }, place, look)
}

const PART_SEPARATOR = /[=,:;\s'"`()[\]{}<>|&@]/
const STATEMENT_END = /[,;\n|&]/

function foreignInSlot({ word, name, kind }: Slot, place: SlotPlace, look: LookupContext): readonly ForeignFile[] {
  const text = word.known
  const own = name === undefined ? [] : optionWords(name)
  const prose = /\s/.test(text.trim())
  const at = prose ? 'text' : kind === 'operand' ? 'operand' : 'option'
  const make = (from: ForeignSource, path: string, said: readonly string[]): ForeignFile => ({
    from,
    ending: endingOf(path.replace(/\/+$/, '')),
    at,
    name,
    said,
    ...place(),
  })
  const download = text === '\0' ? downloadedBy(word, look.frame) : undefined
  if (download) return [make(download, download.address, own)]
  const whole = foreignFileAt(text, look)
  if (whole) return [make(whole, text, own)]
  const module = name === undefined ? undefined : foreignModuleAt(text, look)
  if (module) return [{ ...make(module, '', own), module: true }]
  const found: ForeignFile[] = []
  let said: string[] = []
  for (const [part = '', between = ''] of wordParts(text)) {
    const from = part === text ? undefined : foreignFileAt(part, look)
    if (from) found.push(make(from, part, [...own, ...said]))
    else if (/^[\w.-]{1,60}$/.test(part)) said.push(...wordsOfName(part))
    if (STATEMENT_END.test(between)) said = []
  }
  return found
}

function* wordParts(text: string): Generator<readonly [string, string]> {
  let from = 0
  while (from < text.length) {
    let end = from
    while (end < text.length && !PART_SEPARATOR.test(text[end] ?? '')) end++
    let next = end
    while (next < text.length && PART_SEPARATOR.test(text[next] ?? '')) next++
    if (end > from) yield [text.slice(from, end), text.slice(end, next)]
    from = next
  }
}

/** `-Dplugin.path`: the letter before a name of its own is none of its words. */
function optionWords(name: string): readonly string[] {
  const words = wordsOfName(name)
  return /^[A-Z][a-z]{2}/.test(name) ? [...words, ...wordsOfName(name.slice(1))] : words
}

function foreignFileAt(text: string, look: LookupContext): ForeignSource | undefined {
  if (text === '' || text.length > 4_096) return undefined
  if (/[*?]/.test(text)) return foreignMatching(text, look)
  const known = text.replace(/^file:(?:\/\/)?/, '')
  const parts = known.split('/')
  if (!look.inside && !parts.some((part) => look.names.all.has(part))) return undefined
  // Below a folder where the command works, a name without a slash is as often something else.
  if (parts.length === 1 && !look.names.all.has(known)) return undefined
  return foreignSourceAt(known, look.command, look.frame)
}

/** `--load=rules`. */
function foreignModuleAt(text: string, { command, frame, names }: LookupContext): ForeignSource | undefined {
  if (!/^\w[\w.-]*$/.test(text) || text.includes('\0')) return undefined
  const stem = text.split('.').at(-1) ?? ''
  for (const each of names.byStem.flatMap((stems) => stems.get(stem) ?? [])) {
    const from = foreignSourceAt([...text.split('.').slice(0, -1), each].join('/'), command, frame)
    if (from) return from
  }
  return undefined
}

function foreignMatching(text: string, { command, frame }: LookupContext): ForeignSource | undefined {
  const { real } = pathUse(literalWord(text), command.cwd, frame.facts)
  const { files, trees } = frame.analysis.overlay
  const many = files.size + trees.size + frame.facts.session.downloaded.size
  if (real === undefined || !spend(frame, many, command.span)) return undefined
  for (const paths of [files, trees, frame.facts.session.downloaded])
    for (const path of paths.keys())
      if (matchesShellPattern(real, path)) {
        const from = foreignSourceAt(path, command, frame)
        if (from) return from
      }
  return undefined
}

/** Where a path comes from; a folder that other things lie in as well does not count for what was unpacked there. */
export function foreignSourceAt(text: string, command: Command, frame: Frame): ForeignSource | undefined {
  const { overlay } = frame.analysis
  const { real } = pathUse(literalWord(text), command.cwd, frame.facts)
  if (real === undefined || overlay.trees.get(real)?.shared) return undefined
  const from = provenanceOf(real, frame.facts, overlay)
  if (from.kind !== 'elsewhere') return undefined
  const shown = wasShownBefore(real, from, frame.facts) && frame.facts.text(real).kind === 'text'
  return shown ? undefined : from
}

function foreignInput({ stdin }: Command, place: SlotPlace, { command, frame }: LookupContext): readonly ForeignFile[] {
  if (stdin.kind !== 'value') return []
  const { sources } = stdin.value
  // What another program made of it is something else, unless it only unpacked it.
  if (sources.some((source) => source.kind === 'command' && !DECOMPRESSORS.test(source.program))) return []
  const said: readonly string[] = []
  const files = sources.flatMap((source) => foreignFileSource(source, command, frame))
  const name = undefined
  const [file] = files
  if (file) return [{ ...file, at: 'stdin', name, said, ...place() }]
  const address = networkSourceOf(sources)
  const host = networkHostOf(sources)
  if (address === undefined || host === undefined) return []
  const from: ForeignSource = { kind: 'elsewhere', address, host, when: 'now', inside: false }
  const path = address.replace(/[?#].*$/s, '').replace(/^[a-z]+:\/\/[^/]*/i, '')
  return [{ from, ending: endingOf(path.replace(COMPRESSED_ENDING, '')), at: 'stdin', name, said, ...place() }]
}

/** `install $(curl -O …)`. */
function downloadedBy({ span }: Word, { analysis }: Frame): ForeignSource | undefined {
  for (const effect of analysis.log.effects.slice(-MAX_RECENT_EFFECTS)) {
    if (effect.kind !== 'download' || effect.to === undefined) continue
    if (effect.span.start < span.start || effect.span.end > span.end) continue
    return { kind: 'elsewhere', address: effect.url, host: effect.host, when: 'now', inside: false }
  }
  return undefined
}

const MAX_RECENT_EFFECTS = 20

const DECOMPRESSORS = /^(?:.*\/)?(?:g|bz|xz|zstd?|lz|lz4|lzma)?(?:z?cat|unzip|unz|gzip|bzip2|xz|zstd|lz4)$|^decoded$/
const COMPRESSED_ENDING = /\.(?:gz|bz2|xz|zst|lz4?)$/i

function foreignFileSource(
  source: DataSource,
  command: Command,
  frame: Frame,
): readonly Pick<ForeignFile, 'from' | 'ending'>[] {
  if (source.kind !== 'file') return []
  const from = foreignSourceAt(source.path, command, frame)
  return from ? [{ from, ending: endingOf(source.path.replace(COMPRESSED_ENDING, '')) }] : []
}
