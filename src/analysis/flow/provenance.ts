import type { Facts } from '../facts.ts'
import { hostOf } from '../remote/hosts.ts'
import { repositoryOf } from '../remote/repositories.ts'
import { isChanged } from '../shell/changed-files.ts'
import { isMadeByText, isUnpacked, networkSourceOf, type Overlay, type OverlayFile } from '../shell/overlay.ts'

/**
 * `session`: this session or this text wrote it, and its text decides. `elsewhere`: downloaded, cloned, unpacked, from
 * a foreign ref, or a copy of such.
 */
export type Provenance = { readonly kind: 'here' } | SessionProvenance | ForeignSource

interface SessionProvenance {
  readonly kind: 'session'
  /** The program of this text whose output it is, when it is nothing else. */
  readonly program?: string
}

export interface ForeignSource {
  readonly kind: 'elsewhere'
  readonly address: string
  readonly host: string
  readonly when: 'now' | 'before'
  readonly inside: boolean
}

const LOCAL_PROVENANCE: Provenance = { kind: 'here' }
const SESSION_PROVENANCE: SessionProvenance = { kind: 'session' }

/** INVARIANT: what lies below a tree from elsewhere is from elsewhere, unless the session itself wrote it there. */
export function provenanceOf(path: string, facts: Facts, overlay: Overlay, met = new Set<string>()): Provenance {
  if (hasOnlyLocalFiles(facts, overlay)) return LOCAL_PROVENANCE
  const own = overlay.files.get(path)
  const address = own?.from ?? (own ? networkSourceOf(own.sources) : undefined)
  if (address !== undefined) return createForeignSource(address, 'now', false)
  const { downloaded, written } = facts.session
  if (REF_FILE.test(path)) return refProvenance(path, facts, overlay)
  const before = downloaded.get(path)
  if (before !== undefined && before !== '') return createForeignSource(before, 'before', false)
  const copied = own && met.size < MAX_COPIES ? copyProvenance(own, facts, overlay, met.add(path)) : undefined
  if (copied) return copied
  if (own ? own.text !== undefined || !overlay.trees.has(path) : written.has(path))
    return own ? outputProvenance(own) : SESSION_PROVENANCE
  const tree = downloadedTreeAbove(path, facts, overlay)
  if (tree) return tree
  return isMadeByText(overlay, path) || isUnpacked(overlay, path) || isChanged(overlay, path)
    ? SESSION_PROVENANCE
    : LOCAL_PROVENANCE
}

function outputProvenance({ sources }: OverlayFile): SessionProvenance {
  const [first] = sources
  const program = sources.length === 1 && first?.kind === 'command' ? first.program : undefined
  return program === undefined ? SESSION_PROVENANCE : { ...SESSION_PROVENANCE, program }
}

export function hasOnlyLocalFiles({ session: { downloaded, written } }: Facts, overlay: Overlay): boolean {
  const { files, trees, directories, unpacked, changes, copies } = overlay
  const put = files.size + trees.size + directories.size + unpacked.size + changes.length + copies.length
  return put + downloaded.size + written.size === 0
}

const MAX_COPIES = 32

function copyProvenance(own: OverlayFile, facts: Facts, overlay: Overlay, met: Set<string>): Provenance | undefined {
  for (const source of own.sources) {
    if (source.kind !== 'file' || met.has(source.path)) continue
    const from = provenanceOf(source.path, facts, overlay, met)
    if (from.kind === 'elsewhere') return from
  }
  return undefined
}

function downloadedTreeAbove(path: string, facts: Facts, overlay: Overlay): ForeignSource | undefined {
  const { downloaded } = facts.session
  if (overlay.trees.size === 0 && downloaded.size === 0) return undefined
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end)
    const tree = overlay.trees.get(folder)
    if (tree && (!tree.shared || facts.file(path).kind !== 'file'))
      return createForeignSource(tree.from, 'now', end < path.length)
    const earlier = end === path.length ? undefined : downloaded.get(folder)
    if (earlier !== undefined && earlier !== '') return createForeignSource(earlier, 'before', true)
    const head = headProvenance(folder, facts, overlay)
    if (head !== undefined) return head
  }
  const whole = overlay.trees.get('/')
  return whole && facts.file(path).kind !== 'file' ? createForeignSource(whole.from, 'now', true) : undefined
}

function headProvenance(folder: string, facts: Facts, overlay: Overlay): ForeignSource | undefined {
  const head = refProvenance(refKey(folder, 'HEAD'), facts, overlay)
  return head.kind === 'elsewhere' ? { ...head, inside: true } : undefined
}

const REF_FILE = /\/\.git\/(?:refs\/|HEAD$|FETCH_HEAD$)/

/** Its own mark, or that of its remote. Where the repository lies says nothing about it. */
function refProvenance(path: string, facts: Facts, overlay: Overlay): Provenance {
  const first = path.lastIndexOf('/.git/') + 5
  for (let end = path.length; end > first; end = path.lastIndexOf('/', end - 1)) {
    const key = path.slice(0, end)
    const now = overlay.trees.get(key)
    const address = now ? now.from : facts.session.downloaded.get(key)
    if (address === '') return LOCAL_PROVENANCE
    if (address !== undefined) return createForeignSource(address, now ? 'now' : 'before', false)
  }
  return LOCAL_PROVENANCE
}

/** Where a ref is remembered: beside the files it stands for, so that a remote is a folder of its branches. */
export function refKey(root: string, ref: string): string {
  return `${root === '/' ? '' : root}/.git/${ref}`
}

function createForeignSource(address: string, when: 'now' | 'before', inside: boolean): ForeignSource {
  return { kind: 'elsewhere', address, host: hostOf(address), when, inside }
}

/** Only what the agent was shown before. */
export function wasShownBefore(path: string, from: ForeignSource, facts: Facts): boolean {
  return from.inside && from.when === 'before' && facts.session.seen.has(path)
}

export function isOwnRemote(url: string, facts: Facts): boolean {
  const owner = repositoryOf(url)?.owner
  const remotes = [...(facts.git(facts.cwd)?.remotes.values() ?? [])]
  return owner !== undefined && remotes.some((remote) => repositoryOf(remote)?.owner === owner)
}
