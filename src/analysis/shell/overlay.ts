import type { Facts } from '../facts.ts'
import { hostOf as hostOfUrl } from '../hosts.ts'
import type { DataSource, Value } from '../words.ts'
import { changed, copyOf, type FileChange, type FolderCopy } from './changed-files.ts'
import { LIMITS } from './limits.ts'
import { joinSources, joinText } from './values.ts'

/** A file as this text leaves it. */
export interface OverlayFile {
  readonly text: string | undefined
  readonly sources: readonly DataSource[]
  /** It did not exist before. */
  readonly made: boolean
  /** The address it was downloaded from. */
  readonly from?: string
  readonly fifo?: boolean
}

/** Files by their path, and the paths in the order they came: who saw some of them goes on from there. */
export class FileMap extends Map<string, OverlayFile> {
  readonly order: string[] = []
  readonly #below = new Map<string, string[]>()
  /** Those with more folders than are told apart. */
  readonly #deep: string[] = []
  #sorted = 0

  override set(path: string, file: OverlayFile): this {
    if (!this.has(path)) this.order.push(path)
    return super.set(path, file)
  }

  /** The paths that may lie below a folder: all that do, and those that lie too deep to tell. */
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
}

const MAX_FOLDERS = 40

/** What the commands read so far would have done to files, so that later ones see it. */
export interface Overlay {
  readonly files: FileMap
  /** Link → what it points to, both absolute. */
  readonly links: Map<string, string>
  /** Links that may instead have landed inside a directory of that name. */
  readonly unsureLinks: Set<string>
  readonly directories: Set<string>
  /** Folder → where its content came from; `shared` when other things lie in it too. */
  readonly trees: Map<string, { readonly from: string; readonly shared: boolean }>
  /** Folders that an archive was unpacked to: what lay there may have been replaced. */
  readonly unpacked: Set<string>
  /** Folders and archives that were filled from others. */
  readonly brought: Map<string, 'known' | 'unread'>
  /** Changes to files that are known by a pattern only, or that lie on the disk. */
  readonly changes: FileChange[]
  /** Folders that were copied or moved, in order. */
  readonly copies: FolderCopy[]
  /** What following them has cost so far. */
  copied: number
  /** Folder → the latest of those that went there. */
  readonly copiedTo: Map<string, number>
  /** Paths that were removed or moved away. */
  readonly gone: Set<string>
  /** Files that a shell read its commands from. */
  readonly shellInputs: Set<string>
  temporary: number
}

export function newOverlay(): Overlay {
  return {
    files: new FileMap(),
    links: new Map(),
    unsureLinks: new Set(),
    directories: new Set(),
    trees: new Map(),
    unpacked: new Set(),
    brought: new Map(),
    changes: [],
    copies: [],
    copied: 0,
    copiedTo: new Map(),
    gone: new Set(),
    shellInputs: new Set(),
    temporary: 0,
  }
}

/** As many as effects are kept: past those the reading has said that it ended. */
const MAX_FILES = LIMITS.kept

export interface FileWrite {
  readonly append: boolean
  /** The file is not there yet. */
  readonly made: boolean
}

/** A file is written, or written to. */
export function overlayWrite(overlay: Overlay, path: string, content: Value, how: FileWrite): void {
  const before = overlay.files.get(path)
  if (overlay.files.size > MAX_FILES && !before) return
  const appended = how.append
  const blank = content.text === undefined && content.sources.length === 0
  const from = sourceOf(content.sources) ?? (appended || blank ? before?.from : undefined)
  overlay.files.set(path, {
    text: appended ? joinText(before ? before.text : undefined, content.text) : content.text,
    sources: appended && before ? joinSources(before.sources, content.sources) : content.sources,
    made: before?.made ?? how.made,
    ...(from !== undefined && { from }),
    ...(before?.fifo && { fifo: true }),
  })
}

export function overlayDownload(overlay: Overlay, path: string, url: string): void {
  overlay.files.set(path, { text: undefined, sources: [{ kind: 'network', url }], made: true, from: url })
}

/** Copies what is known of a file to another name. */
export function overlayCopy(overlay: Overlay, from: string, to: string, move: boolean): void {
  const file = overlay.files.get(from)
  if (file) overlay.files.set(to, file)
  if (move) overlay.files.delete(from)
}

/** Follows links made by this text, at most a few. */
export function throughLinks(overlay: Overlay, path: string): string {
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

/** Does the path go through a link that may not be one? */
export function isUnsure(overlay: Overlay, path: string): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
    if (overlay.unsureLinks.has(path.slice(0, end))) return true
  return false
}

/** Did this text make the path itself? */
export function madeHere(overlay: Overlay, path: string): boolean {
  if (overlay.files.get(path)?.made) return true
  if (overlay.directories.size === 0) return false
  if (overlay.directories.has(path)) return true
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (overlay.directories.has(path.slice(0, end))) return true
  }
  return false
}

/** The address that data came from over the network. */
export function sourceOf(sources: readonly DataSource[]): string | undefined {
  for (const source of sources) if (source.kind === 'network') return source.url
  return undefined
}

export function hostOf(sources: readonly DataSource[]): string | undefined {
  const url = sourceOf(sources)
  return url === undefined ? undefined : hostOfUrl(url)
}

interface TextFound {
  readonly text: string | undefined
  readonly hash: string | undefined
}

/** The text of a file: as this text left it, as the session wrote it, as it lies there. */
export function fileText(overlay: Overlay, facts: Facts, path: string): TextFound {
  const here = overlay.files.get(path)
  if (here) {
    const [source] = here.sources
    if (here.text === undefined && here.sources.length === 1 && source?.kind === 'file' && source.path !== path) {
      const copied = foundText(overlay, facts, source.path)
      if (copied.text !== undefined) return copied
    }
    return { text: here.text, hash: undefined }
  }
  if (isUnpacked(overlay, path)) return { text: undefined, hash: undefined }
  const found = foundText(overlay, facts, path)
  if (overlay.changes.length === 0) return found
  const text = changed(overlay, path, found.text)
  return text === found.text ? found : { text, hash: undefined }
}

/** The text as it lies there, or lay where it was copied from. */
function foundText(overlay: Overlay, facts: Facts, path: string, depth = 0): TextFound {
  const origin = depth < MAX_COPIES ? copyOf(overlay, path) : undefined
  const copied = origin === undefined ? undefined : overlay.files.get(origin)
  if (copied) return { text: copied.text, hash: undefined }
  if (origin !== undefined) {
    const there = foundText(overlay, facts, origin, depth + 1)
    if (there.text !== undefined) return there
  }
  const text = sessionText(facts, path)
  if (text !== undefined) return { text, hash: undefined }
  if (isPending(facts, path)) return { text: undefined, hash: undefined }
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
  // The write is still to come, or something came after it.
  return before.get(path) === lies.hash ? text : undefined
}

/** Was a call let pass that changes the file in a way that is not known, and has not done so yet? */
export function isPending(facts: Facts, path: string): boolean {
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
