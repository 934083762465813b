import type { Facts } from '../facts.ts'
import { LIMITS } from '../interpret/limits.ts'
import { joinSources, joinText } from '../interpret/values.ts'
import { hostOf as hostOfUrl } from '../remote/hosts.ts'
import type { DataSource, Value, Word } from '../words.ts'
import { applyChanges, copySource, type FileChange, type FolderCopy } from './changed-files.ts'

export interface OverlayFile {
  readonly text: string | undefined
  readonly sources: readonly DataSource[]
  readonly made: boolean
  readonly from?: string
  readonly fifo?: boolean
  /** Its lines are paths that these cover: `<(find src)`. */
  readonly paths?: readonly Word[]
}

/** How many losses a reading believes: of texts, of those where the later one may not come to be, of the directory. */
export interface AssumedLosses {
  readonly texts: number
  readonly chances: number
  readonly places: number
}

const UNLIMITED = Number.POSITIVE_INFINITY
export const ASSUME_ALL_LOSSES: AssumedLosses = { texts: UNLIMITED, chances: UNLIMITED, places: UNLIMITED }
export const DIRECTORY_KEY = 'the directory'

/** Something by its path, and the paths in the order they came: who saw some of them goes on from there. */
export class PathMap<Thing> extends Map<string, Thing> {
  readonly order: string[] = []

  override set(path: string, thing: Thing): this {
    if (!this.has(path)) this.order.push(path)
    return super.set(path, thing)
  }
}

/** Whether a later write happens, only the shell will know: a reading believes so many losses before a file keeps what it has. */
export class FileMap extends PathMap<OverlayFile> {
  readonly #below = new Map<string, string[]>()
  readonly #deep: string[] = []
  #sorted = 0
  /** How often a file got another text: what was read before may now run something else. */
  replaced = 0
  readonly lost = new Map<string, number>()
  readonly #chances = new Map<string, number>()
  readonly doubtful = new Set<string>()
  /** Above zero while what is read may not run at all. */
  perhaps = 0
  /** What the `&&` chain that is being read wrote so far: its next step goes on from that, or there is nothing to go on from. */
  chain: Set<string> | undefined
  readonly #earlier: (path: string) => boolean
  readonly #belief: AssumedLosses

  constructor(earlier: (path: string) => boolean = () => false, belief: AssumedLosses = ASSUME_ALL_LOSSES) {
    super()
    this.#earlier = earlier
    this.#belief = belief
  }

  override set(path: string, file: OverlayFile): this {
    const before = this.get(path)
    if (before ? this.#loses(path, before, file) : this.perhaps > 0 && this.#earlier(path)) {
      if (this.perhaps > 0 && !this.chain?.has(path)) this.doubtful.add(path)
      if (!this.believes(path)) return this
    }
    this.chain?.add(path)
    if (before ? before.text === undefined || before.text !== file.text : this.#earlier(path)) this.replaced++
    return super.set(path, file)
  }

  below(folder: string): readonly string[] {
    for (; this.#sorted < this.order.length; this.#sorted++) this.#sort(this.order[this.#sorted] ?? '')
    const found = folder === '/' ? this.order : (this.#below.get(folder) ?? [])
    return this.#deep.length === 0 || folder === '/' ? found : [...found, ...this.#deep]
  }

  #sort(path: string): void {
    const folders: string[] = []
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      if (folders.push(path.slice(0, end)) <= MAX_FOLDERS) continue
      this.#deep.push(path)
      return
    }
    for (const folder of folders) {
      const beside = this.#below.get(folder)
      if (beside) beside.push(path)
      else this.#below.set(folder, [path])
    }
  }

  /** What came since the first so many may not have come at all: if it lies there later, it need not be this text's own. */
  disown(since: number): void {
    for (let at = since; at < this.order.length; at++) {
      const path = this.order[at] ?? ''
      const file = this.get(path)
      if (file?.made) super.set(path, { ...file, made: false })
    }
  }

  /** Something gives way to something else: does this reading take it that it does? */
  believes(what: string): boolean {
    const lost = this.lost.get(what) ?? 0
    const { texts, chances, places } = this.#belief
    if (lost >= (what === DIRECTORY_KEY ? places : texts)) return false
    if (what !== DIRECTORY_KEY && this.perhaps > 0) {
      const left = this.#chances.get(what) ?? 0
      if (left >= chances) return false
      this.#chances.set(what, left + 1)
    }
    this.lost.set(what, lost + 1)
    return true
  }

  /** What this reading believed: one that believes less of either may say something else. */
  doubts(belief: AssumedLosses): readonly AssumedLosses[] {
    if (this.lost.size === 0) return []
    const most = { texts: 0, chances: 0 }
    for (const [what, lost] of this.lost) {
      if (what === DIRECTORY_KEY) continue
      const unsure = this.#chances.get(what) ?? 0
      if (lost > unsure) most.texts = Math.max(most.texts, lost)
      most.chances = Math.max(most.chances, unsure)
    }
    const upTo = (count: number) => Array.from({ length: Math.min(count, MAX_CHOICES) }, (_, at) => at)
    return [
      ...upTo(most.texts).map((texts) => ({ ...belief, texts })),
      ...upTo(most.chances).map((chances) => ({ ...belief, chances })),
      ...upTo(this.lost.get(DIRECTORY_KEY) ?? 0).map((places) => ({ ...belief, places })),
    ]
  }

  /** One of several that it may be: the last in the reading that believes everything, one before it in each other reading. */
  chooses(what: string, count: number): number {
    let at = 0
    while (at < count - 1 && this.believes(what)) at++
    return at
  }

  /** Does something happen that stands where it may not run? Elsewhere it counts as done. */
  happens(what: string): boolean {
    return this.perhaps === 0 || this.believes(what)
  }

  #loses(path: string, before: OverlayFile, { text }: OverlayFile): boolean {
    if (before.fifo || path.startsWith('/dev/')) return false
    if (before.text === undefined) return this.perhaps > 0 || before.from !== undefined
    return !text?.startsWith(before.text)
  }
}

/** As many texts of a file, or directories to be in, are each taken for the one. */
export const MAX_CHOICES = 6

/** Reads what may not run; `chain`: as the next step of what is being read, and only if that went well. */
export function readConditionally<Read>({ files }: Overlay, read: () => Read, chain?: Set<string>): Read {
  const before = files.chain
  files.perhaps++
  files.chain = chain
  try {
    return read()
  } finally {
    files.perhaps--
    files.chain = before
  }
}

const MAX_FOLDERS = 40

export interface Overlay {
  readonly files: FileMap
  readonly links: PathMap<string>
  /** Links that may instead have landed inside a directory of that name. */
  readonly unsureLinks: Set<string>
  readonly directories: Set<string>
  /** Folder → where its content came from; `shared` when other things lie in it too. */
  readonly trees: PathMap<{ readonly from: string; readonly shared: boolean }>
  /** Folders that an archive was unpacked to: what lay there may have been replaced. */
  readonly unpacked: Set<string>
  /** Folders and archives that were filled from others. */
  readonly copiedContents: Map<string, 'known' | 'unread'>
  readonly changes: FileChange[]
  readonly copies: FolderCopy[]
  copied: number
  readonly copiedTo: Map<string, number>
  readonly gone: Set<string>
  /** Files that a shell read its commands from. */
  readonly shellInputs: Set<string>
  temporary: number
}

export function createOverlay(files = new FileMap()): Overlay {
  return {
    files,
    links: new PathMap(),
    unsureLinks: new Set(),
    directories: new Set(),
    trees: new PathMap(),
    unpacked: new Set(),
    copiedContents: new Map(),
    changes: [],
    copies: [],
    copied: 0,
    copiedTo: new Map(),
    gone: new Set(),
    shellInputs: new Set(),
    temporary: 0,
  }
}

const MAX_FILES = LIMITS.kept

export interface FileWrite {
  readonly append: boolean
  readonly made: boolean
}

export function overlayWrite(overlay: Overlay, path: string, content: Value, how: FileWrite): void {
  const before = overlay.files.get(path)
  if (overlay.files.size > MAX_FILES && !before) return
  const appended = how.append
  const blank = content.text === undefined && content.sources.length === 0
  const from = networkSourceOf(content.sources) ?? (appended || blank ? before?.from : undefined)
  const paths = appended && before?.paths ? [...before.paths, ...(content.paths ?? [])] : content.paths
  overlay.files.set(path, {
    text: appended ? joinText(before ? before.text : undefined, content.text) : content.text,
    sources: appended && before ? joinSources(before.sources, content.sources) : content.sources,
    made: before?.made ?? how.made,
    ...(paths && { paths }),
    ...(from !== undefined && { from }),
    ...(before?.fifo && { fifo: true }),
  })
}

export function overlayDownload(overlay: Overlay, path: string, url: string): void {
  overlay.files.set(path, { text: undefined, sources: [{ kind: 'network', url }], made: true, from: url })
}

export function overlayCopy(overlay: Overlay, from: string, to: string, move: boolean): void {
  const file = overlay.files.get(from)
  if (file) overlay.files.set(to, file)
  if (move) overlay.files.delete(from)
}

export function resolveLinks(overlay: Overlay, path: string): string {
  if (overlay.links.size === 0) return path
  let at = path
  for (let turn = 0; turn < 8; turn++) {
    const link = linkFor(overlay, at)
    if (!link) return at
    at = link
  }
  return at
}

function linkFor(overlay: Overlay, path: string): string | undefined {
  const exact = overlay.links.get(path)
  if (exact !== undefined) return exact
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const target = overlay.links.get(path.slice(0, end))
    if (target !== undefined) return target + path.slice(end)
  }
  return undefined
}

export function isUnsureLink(overlay: Overlay, path: string): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
    if (overlay.unsureLinks.has(path.slice(0, end))) return true
  return false
}

export function isMadeByText(overlay: Overlay, path: string): boolean {
  if (overlay.files.get(path)?.made) return true
  if (overlay.directories.size === 0) return false
  if (overlay.directories.has(path)) return true
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (overlay.directories.has(path.slice(0, end))) return true
  }
  return false
}

export function networkSourceOf(sources: readonly DataSource[]): string | undefined {
  for (const source of sources) if (source.kind === 'network') return source.url
  return undefined
}

export function networkHostOf(sources: readonly DataSource[]): string | undefined {
  const url = networkSourceOf(sources)
  return url === undefined ? undefined : hostOfUrl(url)
}

interface FoundText {
  readonly text: string | undefined
  readonly hash: string | undefined
}

/** The text of a file: as this text left it, as the session wrote it, as it lies there. */
export function fileText(overlay: Overlay, facts: Facts, path: string): FoundText {
  const here = overlay.files.get(path)
  if (here) {
    const [source] = here.sources
    if (here.text === undefined && here.sources.length === 1 && source?.kind === 'file' && source.path !== path) {
      const copied = findText(overlay, facts, source.path)
      if (copied.text !== undefined) return copied
    }
    return { text: here.text, hash: undefined }
  }
  if (isUnpacked(overlay, path)) return { text: undefined, hash: undefined }
  const found = findText(overlay, facts, path)
  if (overlay.changes.length === 0) return found
  const text = applyChanges(overlay, path, found.text)
  return text === found.text ? found : { text, hash: undefined }
}

function findText(overlay: Overlay, facts: Facts, path: string, depth = 0): FoundText {
  const origin = depth < MAX_COPIES ? copySource(overlay, path) : undefined
  const copied = origin === undefined ? undefined : overlay.files.get(origin)
  if (copied) return { text: copied.text, hash: undefined }
  if (origin !== undefined) {
    const there = findText(overlay, facts, origin, depth + 1)
    if (there.text !== undefined) return there
  }
  const text = sessionText(facts, path)
  if (text !== undefined) return { text, hash: undefined }
  if (isPendingWrite(facts, path)) return { text: undefined, hash: undefined }
  const fact = facts.text(path)
  return fact.kind === 'text' ? { text: fact.text, hash: fact.hash } : { text: undefined, hash: undefined }
}

const MAX_COPIES = 8

/** What the session wrote there; undefined when it wrote nothing, or when something else has changed the file since. */
export function sessionText(facts: Facts, path: string): string | undefined {
  const { written, before } = facts.session
  const text = written.get(path)
  if (text === undefined || !facts.live || !before) return text
  const lies = facts.text(path)
  if (lies.kind !== 'text' || lies.text === text) return text
  return before.get(path) === lies.hash ? text : undefined
}

/** Was a call let pass that changes the file in a way that is not known, and has not done so yet? */
export function isPendingWrite(facts: Facts, path: string): boolean {
  const { written, before } = facts.session
  if (!facts.live || !written.has(path) || written.get(path) !== undefined) return false
  const lies = facts.text(path)
  return lies.kind === 'text' && before?.get(path) === lies.hash
}

/** Does the path lie where this text unpacked an archive? Then any file may be another one by now. */
export function isUnpacked(overlay: Overlay, path: string): boolean {
  const { unpacked } = overlay
  if (unpacked.size === 0) return false
  if (unpacked.has('/') && path.startsWith('/')) return true
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    if (unpacked.has(path.slice(0, end))) return true
  return false
}
