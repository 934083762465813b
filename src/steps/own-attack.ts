import { dirname, isAbsolute } from 'node:path/posix'
import type { Action } from '../analysis/action.ts'
import type { Effect } from '../analysis/effects.ts'
import type { Facts } from '../analysis/facts.ts'
import { keepsHooks } from '../analysis/own-entries.ts'
import { replacesOwn } from '../analysis/own-packages.ts'
import { isOverPackage } from '../analysis/own-places.ts'
import { isOwnProgram, isOwnProgramPath, ownProgram } from '../analysis/own-program.ts'
import { tagsOf } from '../analysis/path-tags.ts'
import type { PathTag, PathUse } from '../analysis/paths.ts'
import type { Session } from '../session.ts'

export interface Attack {
  readonly what: string
  /** Where more goes than the gate, that is what is told. */
  readonly harm?: string | undefined
}

type Write = Extract<Effect, { kind: 'write-path' }>

/** What a call would do to the gate: change or remove it or what it rests on, load its program, or read its secrets. */
export function attackOnGate({ effects, commands }: Action, { own, facts }: Session): Attack | undefined {
  const edits = own !== undefined || commands.length > 0
  for (const effect of effects) {
    if (effect.certainty === 'possible') continue
    const what = weakened(effect) ?? (edits ? changed(effect, facts, own?.transcript) : undefined)
    if (what !== undefined) return { what, harm: widerHarm(effect) }
    const secret = readSecret(effect)
    if (secret !== undefined) return { what: secret, harm: `it reads the gate's secrets: ${secret.slice(0, 200)}` }
  }
  for (const command of commands) {
    const what = ownProgram(command, facts) ?? replacesOwn(command, facts)
    if (what !== undefined) return { what }
  }
  return undefined
}

function weakened(effect: Effect): string | undefined {
  return effect.kind === 'weaken' && effect.area === 'gate' ? effect.feature : undefined
}

/** INVARIANT: every kind of effect that changes a path stands here. */
function changed(effect: Effect, facts: Facts, transcript: string | undefined): string | undefined {
  switch (effect.kind) {
    case 'write-path':
      return writes(effect, facts, transcript)
    case 'delete-path':
      return isOwn(effect.path, transcript) || (isHolder(effect.path) && (effect.recursive || effect.path.glob))
        ? effect.path.text
        : undefined
    case 'change-mode':
      return isOwn(effect.path, transcript) || (isHolder(effect.path) && effect.recursive)
        ? effect.path.text
        : undefined
    case 'touch-guarded':
      return effect.role === 'write' && isOwn(effect.path, transcript) ? effect.path.text : undefined
    case 'download':
      return effect.to !== undefined && isOwn(effect.to, transcript) ? effect.to.text : undefined
    case 'git-discard':
      return effect.refs.find((ref) => isAbsolute(ref) && hasTag(tagsOf(ref, facts), OWN))
    default:
      return undefined
  }
}

const OWN: ReadonlySet<PathTag> = new Set<PathTag>(['gate-own', 'gate-node', 'gate-entry'])

function hasTag(tags: readonly PathTag[], wanted: ReadonlySet<PathTag>): boolean {
  return tags.some((tag) => wanted.has(tag))
}

function isOwn({ tags, real }: PathUse, transcript: string | undefined): boolean {
  return hasTag(tags, OWN) || (real !== undefined && isRecord(real, transcript))
}

function isHolder({ tags }: PathUse): boolean {
  return tags.includes('gate-holder')
}

/** What hides a whole folder behind another. */
const MOUNTS = new Set(['mount', 'sshfs', 'bindfs', 'fuse-overlayfs', 'unionfs', 'mergerfs', 'encfs', 'gocryptfs'])

function writes(effect: Write, facts: Facts, transcript: string | undefined): string | undefined {
  const { path, how, target } = effect
  if (isOwn(path, transcript)) return keepsEntries(effect, facts) ? undefined : path.text
  if (path.real !== undefined && effect.as !== 'folder' && isOverPackage(path.real, facts)) return path.text
  if (isHolder(path) && MOUNTS.has(effect.doer.name)) return path.text
  // A second name for the program, or its text elsewhere, is there to get around the first.
  if (how === 'link' && target !== undefined && isOwnProgram(target)) return target.text
  return typeof effect.of === 'string' ? undefined : effect.of?.find((from) => isTaken(from, how, facts))
}

function isTaken(from: string, how: Write['how'], facts: Facts): boolean {
  if (isOwnProgramPath(from, facts)) return true
  return how === 'move' && hasTag(tagsOf(from, facts), MOVED)
}

const MOVED: ReadonlySet<PathTag> = new Set<PathTag>([...OWN, 'gate-holder'])

/** An edit of a host's settings that leaves everything about hooks as it is asks like any other. */
function keepsEntries({ path, how, content, left }: Write, facts: Facts): boolean {
  const isEntry =
    path.tags.includes('gate-entry') && !path.tags.includes('gate-own') && !path.tags.includes('gate-node')
  const after = left ?? (how === 'overwrite' ? content : undefined)
  if (!isEntry || path.real === undefined || after === undefined) return false
  const before = facts.text(path.real)
  return before.kind === 'text' && keepsHooks(before.text, after)
}

/** Names in a folder are no secret; what stands in its files is. */
function readSecret(effect: Effect): string | undefined {
  const isRead = effect.kind === 'touch-guarded' || (effect.kind === 'read-path' && !effect.list)
  if (!isRead) return undefined
  const { tags, text } = effect.path
  return tags.includes('gate-secret') ? text : undefined
}

/** A home directory, or all there is: the gate's files are the least of what goes. */
function widerHarm(effect: Effect): string | undefined {
  if (effect.kind !== 'delete-path' && effect.kind !== 'write-path' && effect.kind !== 'change-mode') return undefined
  const wide = WIDE.get(effect.path.zone)
  const act = effect.kind === 'delete-path' ? 'deletes' : 'changes'
  return wide && `${act} ${effect.path.text.slice(0, 200)}: ${wide}, the gate with it`
}

const WIDE: ReadonlyMap<string, string> = new Map([
  ['home-root', 'a whole home directory'],
  ['root', 'the whole file system'],
])

/** The host's conversations lie side by side; a folder that holds this one counts too. */
function isRecord(path: string, transcript: string | undefined): boolean {
  if (transcript === undefined || !isAbsolute(transcript)) return false
  const all = dirname(dirname(transcript))
  return (
    (path.startsWith(`${all}/`) && path.endsWith('.jsonl')) || path === '/' || `${transcript}/`.startsWith(`${path}/`)
  )
}
