import type { Facts } from './facts.ts'
import { hostOf } from './hosts.ts'
import { repositoryOf } from './repositories.ts'
import { isChanged } from './shell/changed-files.ts'
import { isUnpacked, madeHere, type Overlay, type OverlayFile, sourceOf } from './shell/overlay.ts'

/**
 * `session`: this session or this text wrote it, and its text decides. `elsewhere`: downloaded, cloned, unpacked, from
 * a foreign ref, or a copy of such.
 */
export type Provenance = { readonly kind: 'here' } | SeenSession | Elsewhere

interface SeenSession {
  readonly kind: 'session'
  /** The program of this text whose output it is, when it is nothing else. */
  readonly program?: string
}

export interface Elsewhere {
  readonly kind: 'elsewhere'
  readonly address: string
  readonly host: string
  readonly when: 'now' | 'before'
  readonly inside: boolean
}

const HERE: Provenance = { kind: 'here' }
const SESSION: SeenSession = { kind: 'session' }

/** INVARIANT: what lies below a tree from elsewhere is from elsewhere, unless the session itself wrote it there. */
export function provenanceOf(path: string, facts: Facts, overlay: Overlay, met = new Set<string>()): Provenance {
  if (isAllHere(facts, overlay)) return HERE
  const own = overlay.files.get(path)
  const address = own?.from ?? (own ? sourceOf(own.sources) : undefined)
  if (address !== undefined) return elsewhere(address, 'now', false)
  const { downloaded, written } = facts.session
  if (REF.test(path)) return refFrom(path, facts, overlay)
  const before = downloaded.get(path)
  if (before !== undefined && before !== '') return elsewhere(before, 'before', false)
  const copied = own && met.size < MAX_COPIES ? copiedFrom(own, facts, overlay, met.add(path)) : undefined
  if (copied) return copied
  if (own ? own.text !== undefined || !overlay.trees.has(path) : written.has(path)) return own ? printed(own) : SESSION
  const tree = treeOver(path, facts, overlay)
  if (tree) return tree
  return madeHere(overlay, path) || isUnpacked(overlay, path) || isChanged(overlay, path) ? SESSION : HERE
}

function printed({ sources }: OverlayFile): SeenSession {
  const [first] = sources
  const program = sources.length === 1 && first?.kind === 'command' ? first.program : undefined
  return program === undefined ? SESSION : { ...SESSION, program }
}

export function isAllHere({ session: { downloaded, written } }: Facts, overlay: Overlay): boolean {
  const { files, trees, directories, unpacked, changes, copies } = overlay
  const put = files.size + trees.size + directories.size + unpacked.size + changes.length + copies.length
  return put + downloaded.size + written.size === 0
}

const MAX_COPIES = 32

function copiedFrom(own: OverlayFile, facts: Facts, overlay: Overlay, met: Set<string>): Provenance | undefined {
  for (const source of own.sources) {
    if (source.kind !== 'file' || met.has(source.path)) continue
    const from = provenanceOf(source.path, facts, overlay, met)
    if (from.kind === 'elsewhere') return from
  }
  return undefined
}

function treeOver(path: string, facts: Facts, overlay: Overlay): Elsewhere | undefined {
  const { downloaded } = facts.session
  if (overlay.trees.size === 0 && downloaded.size === 0) return undefined
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end)
    const tree = overlay.trees.get(folder)
    if (tree && (!tree.shared || facts.file(path).kind !== 'file'))
      return elsewhere(tree.from, 'now', end < path.length)
    const earlier = end === path.length ? undefined : downloaded.get(folder)
    if (earlier !== undefined && earlier !== '') return elsewhere(earlier, 'before', true)
    const head = headOf(folder, facts, overlay)
    if (head !== undefined) return head
  }
  const whole = overlay.trees.get('/')
  return whole && facts.file(path).kind !== 'file' ? elsewhere(whole.from, 'now', true) : undefined
}

function headOf(folder: string, facts: Facts, overlay: Overlay): Elsewhere | undefined {
  const head = refFrom(refKey(folder, 'HEAD'), facts, overlay)
  return head.kind === 'elsewhere' ? { ...head, inside: true } : undefined
}

const REF = /\/\.git\/(?:refs\/|HEAD$|FETCH_HEAD$)/

/** Its own mark, or that of its remote. Where the repository lies says nothing about it. */
function refFrom(path: string, facts: Facts, overlay: Overlay): Provenance {
  const first = path.lastIndexOf('/.git/') + 5
  for (let end = path.length; end > first; end = path.lastIndexOf('/', end - 1)) {
    const key = path.slice(0, end)
    const now = overlay.trees.get(key)
    const address = now ? now.from : facts.session.downloaded.get(key)
    if (address === '') return HERE
    if (address !== undefined) return elsewhere(address, now ? 'now' : 'before', false)
  }
  return HERE
}

/** Where a ref is remembered: beside the files it stands for, so that a remote is a folder of its branches. */
export function refKey(root: string, ref: string): string {
  return `${root === '/' ? '' : root}/.git/${ref}`
}

function elsewhere(address: string, when: 'now' | 'before', inside: boolean): Elsewhere {
  return { kind: 'elsewhere', address, host: hostOf(address), when, inside }
}

/** Only what the agent was shown before. */
export function isVouched(path: string, from: Elsewhere, facts: Facts): boolean {
  return from.inside && from.when === 'before' && facts.session.seen.has(path)
}

export function isOwnRemote(url: string, facts: Facts): boolean {
  const owner = repositoryOf(url)?.owner
  const remotes = [...(facts.git(facts.cwd)?.remotes.values() ?? [])]
  return owner !== undefined && remotes.some((remote) => repositoryOf(remote)?.owner === owner)
}
