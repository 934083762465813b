import { join, normalize } from 'node:path/posix'
import { matchesGlob } from '../paths/path-tag-tree.ts'
import type { PathUse } from '../paths/paths.ts'
import type { Overlay } from './overlay.ts'

export type TextChange = (text: string | undefined) => string | undefined

export interface FileSet {
  test(path: string): boolean
}

export interface FileChange {
  readonly files: FileSet
  readonly change: TextChange
}

const MAX_CHANGES = 200
/** Files that may follow their folders: a folder copied into itself again and again doubles them each time. */
const MAX_COPIED_FILES = 4_000
const LOOKUPS_PER_COPY = 20

/** Notes that files change: those written by this text at once, those on the disk when they are looked at. */
export function trackTextChange(overlay: Overlay, files: FileSet, change: TextChange): void {
  if (!overlay.files.happens('a change')) return
  if (overlay.changes.length >= MAX_CHANGES) {
    forgetContents(overlay)
    return
  }
  overlay.changes.push({ files, change })
  for (const [path, file] of overlay.files)
    if (files.test(path)) overlay.files.set(path, { ...file, text: change(file.text) })
}

export function applyChanges(overlay: Overlay, path: string, text: string | undefined): string | undefined {
  return overlay.changes.reduce((now, { files, change }) => (files.test(path) ? change(now) : now), text)
}

export function isChanged(overlay: Overlay, path: string): boolean {
  return overlay.changes.some(({ files }) => files.test(path)) || copySource(overlay, path) !== undefined
}

/** The files that a path with wildcards or unknown parts may name; undefined when that could be any. */
export function filesNamedBy(
  { text, real }: Pick<PathUse, 'text' | 'real'>,
  cwd: string | undefined,
): FileSet | undefined {
  if (real !== undefined) return singleFile(real)
  const literal = text.slice(0, text.search(/[*?[…\0]/))
  if (!literal.includes('/') && (cwd === undefined || /^(?:…|\0|\*+$)/.test(text))) return undefined
  const place = text.startsWith('/') ? text : cwd === undefined ? undefined : join(cwd, text)
  return place === undefined || place.length > 1_000 ? undefined : matchingFiles(normalize(place))
}

/** Files by a pattern. Linear in the path for each star: a regular expression of many stars is not. */
function matchingFiles(pattern: string): FileSet {
  // Folders that are not known may be none at all.
  const loose = pattern.replaceAll(/\/[…\0]+\//g, '/…').replaceAll(/\*\*\/?|[…\0]+/g, '*')
  const folder = /\/[…\0]+$/.test(pattern) ? pattern.replace(/\/[…\0]+$/, '').replaceAll(/[…\0]+/g, '*') : undefined
  if (loose !== pattern)
    return { test: (path) => matchesGlob(path, loose) || (folder !== undefined && matchingFiles(folder).test(path)) }
  const parts = pattern.split('/')
  return {
    test: (path) => {
      const names = path.split('/')
      return names.length === parts.length && parts.every((part, at) => matchesGlob(names[at] ?? '', part))
    },
  }
}

export function singleFile(path: string): FileSet {
  return { test: (other) => other === path }
}

const ANY_FILE: FileSet = { test: () => true }

function forgetContents(overlay: Overlay): void {
  if (overlay.changes.at(-1)?.files === ANY_FILE) return
  overlay.changes.push({ files: ANY_FILE, change: () => undefined })
  for (const [path, file] of overlay.files) overlay.files.set(path, { ...file, text: undefined })
}

/** Something lies under another name too. `whole`: all of it, as it was. */
export interface FolderCopy {
  readonly from: string
  readonly to: string
  readonly whole: boolean
}

export function existingCopies({ copies, gone }: Overlay, path: string): readonly string[] {
  const kept = copies.filter(({ from, to, whole }) => whole && from === path && !gone.has(to))
  return kept.map(({ to }) => to).filter((to) => !to.startsWith(`${path}/`))
}

export function findMoveSource({ copies, copiedTo, gone }: Overlay, path: string): string | undefined {
  if (copies.length === 0 || !isInCopyTarget(copiedTo, path)) return undefined
  const move = copies.findLast(({ from, to }) => gone.has(from) && (path === to || path.startsWith(`${to}/`)))
  return move && move.from + path.slice(move.to.length)
}

function isInCopyTarget(copiedTo: Overlay['copiedTo'], path: string): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
    if (copiedTo.has(path.slice(0, end))) return true
  return false
}

export function trackFolderCopy(overlay: Overlay, { from, to, whole }: FolderCopy): void {
  if (from === to) return
  if (overlay.copies.length >= MAX_CHANGES || overlay.copied > MAX_COPIED_FILES) {
    forgetContents(overlay)
    return
  }
  overlay.copiedTo.set(to, overlay.copies.length)
  overlay.copies.push({ from, to, whole })
  const folder = `${from}/`
  const inside: string[] = []
  for (const path of overlay.files.keys()) if (path.startsWith(folder)) inside.push(path)
  overlay.copied += inside.length + overlay.files.size / LOOKUPS_PER_COPY
  if (overlay.copied > MAX_COPIED_FILES) {
    forgetContents(overlay)
    return
  }
  for (const path of inside) {
    const file = overlay.files.get(path)
    if (file) overlay.files.set(to + path.slice(from.length), file)
  }
}

/** Where the text of a file comes from that lies in a folder which was copied there; the latest copy counts. */
export function copySource(overlay: Overlay, path: string): string | undefined {
  const { copies, copiedTo } = overlay
  if (copies.length === 0) return undefined
  let latest = copiedTo.get('/') ?? -1
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    latest = Math.max(latest, copiedTo.get(path.slice(0, end)) ?? -1)
  const copy = copies[latest]
  return copy && copy.from + path.slice(copy.to.length)
}
