import { dirname, isAbsolute } from 'node:path/posix'
import type { Action } from '../analysis/action.ts'
import type { Effect } from '../analysis/effects.ts'
import type { Facts } from '../analysis/facts.ts'
import { describeGateReplacement } from '../analysis/gate/gate-packages.ts'
import { isPackageParent } from '../analysis/gate/gate-places.ts'
import { describeGateProgramRun, isGateProgram, isGateProgramPath } from '../analysis/gate/gate-program.ts'
import { keepsHooks } from '../analysis/gate/hook-settings.ts'
import { tagsOf } from '../analysis/paths/path-tags.ts'
import type { PathTag, PathUse } from '../analysis/paths/paths.ts'
import type { Session } from '../session.ts'
import { known, placeName, type Reader } from '../wording/names.ts'
import { wordEffect } from '../wording/wording.ts'

export interface GateAttack {
  readonly what: string
  /** Where more goes than the gate, that is what people are told first. */
  readonly harm?: string | undefined
}

type Write = Extract<Effect, { kind: 'write-path' }>

/** What a call would do to the gate: change or remove it or what it rests on, load its program, or read its secrets. */
export function findGateAttack({ effects, commands }: Action, { own, facts }: Session): GateAttack | undefined {
  const edits = own !== undefined || commands.length > 0
  for (const effect of effects) {
    if (effect.certainty === 'possible') continue
    const weakened = weakenedProtection(effect)
    if (weakened !== undefined) return { what: weakened, harm: wordEffect(effect, facts).headline }
    const what = edits ? changedGatePath(effect, facts, own?.transcript) : undefined
    if (what !== undefined) return { what, harm: isWiderDeletion(effect) }
    const secret = readGateSecret(effect)
    if (secret !== undefined) return { what: secret, harm: `reads Irongate's secrets${inBrackets(secret, facts)}` }
  }
  for (const command of commands) {
    const what = describeGateProgramRun(command, facts) ?? describeGateReplacement(command, facts)
    if (what !== undefined) return { what }
  }
  return undefined
}

/** What is changed, as its owner would write it; left out where it is too long to be told. */
export function inBrackets(what: string, reader: Reader): string {
  const name = isAbsolute(what) ? placeName({ text: what, real: what }, reader) : known(what)
  return name === '' ? '' : ` (${name})`
}

function weakenedProtection(effect: Effect): string | undefined {
  return effect.kind === 'weaken' && effect.area === 'gate' ? effect.feature : undefined
}

/** INVARIANT: every kind of effect that changes a path stands here. */
function changedGatePath(effect: Effect, facts: Facts, transcript: string | undefined): string | undefined {
  switch (effect.kind) {
    case 'write-path':
      return writtenGatePath(effect, facts, transcript)
    case 'delete-path':
      return isGatePath(effect.path, transcript) ||
        (holdsGateFiles(effect.path) && (effect.recursive || effect.path.glob))
        ? effect.path.text
        : undefined
    case 'change-mode':
      return isGatePath(effect.path, transcript) || (holdsGateFiles(effect.path) && effect.recursive)
        ? effect.path.text
        : undefined
    case 'touch-protected':
      return effect.role === 'write' && isGatePath(effect.path, transcript) ? effect.path.text : undefined
    case 'download':
      return effect.to !== undefined && isGatePath(effect.to, transcript) ? effect.to.text : undefined
    case 'git-discard':
      return effect.refs.find((ref) => isAbsolute(ref) && hasTag(tagsOf(ref, facts), GATE_TAGS))
    default:
      return undefined
  }
}

const GATE_TAGS: ReadonlySet<PathTag> = new Set<PathTag>(['gate-own', 'gate-node', 'gate-entry'])

function hasTag(tags: readonly PathTag[], wanted: ReadonlySet<PathTag>): boolean {
  return tags.some((tag) => wanted.has(tag))
}

function isGatePath({ tags, real }: PathUse, transcript: string | undefined): boolean {
  return hasTag(tags, GATE_TAGS) || (real !== undefined && isTranscriptPath(real, transcript))
}

function holdsGateFiles({ tags }: PathUse): boolean {
  return tags.includes('gate-holder')
}

/** What hides a whole folder behind another. */
const MOUNT_PROGRAMS = new Set([
  'mount',
  'sshfs',
  'bindfs',
  'fuse-overlayfs',
  'unionfs',
  'mergerfs',
  'encfs',
  'gocryptfs',
])

function writtenGatePath(effect: Write, facts: Facts, transcript: string | undefined): string | undefined {
  const { path, how, target } = effect
  if (isGatePath(path, transcript)) return keepsEntries(effect, facts) ? undefined : path.text
  if (path.real !== undefined && effect.as !== 'folder' && isPackageParent(path.real, facts)) return path.text
  if (holdsGateFiles(path) && MOUNT_PROGRAMS.has(effect.actor.name)) return path.text
  // A second name for the program, or its text elsewhere, is there to get around the first.
  if (how === 'link' && target !== undefined && isGateProgram(target)) return target.text
  return typeof effect.of === 'string' ? undefined : effect.of?.find((from) => isMovedAway(from, how, facts))
}

function isMovedAway(from: string, how: Write['how'], facts: Facts): boolean {
  if (isGateProgramPath(from, facts)) return true
  return how === 'move' && hasTag(tagsOf(from, facts), MOVE_PROTECTED_TAGS)
}

const MOVE_PROTECTED_TAGS: ReadonlySet<PathTag> = new Set<PathTag>([...GATE_TAGS, 'gate-holder'])

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
function readGateSecret(effect: Effect): string | undefined {
  const isRead = effect.kind === 'touch-protected' || (effect.kind === 'read-path' && !effect.list)
  if (!isRead) return undefined
  const { tags, text } = effect.path
  return tags.includes('gate-secret') ? text : undefined
}

/** A home directory, or all there is: the gate's files are the least of what goes. */
function isWiderDeletion(effect: Effect): string | undefined {
  if (effect.kind !== 'delete-path' && effect.kind !== 'write-path' && effect.kind !== 'change-mode') return undefined
  const wide = WIDE_PLACE_LABELS.get(effect.path.zone)
  return wide && `${wordEffect(effect).headline}: ${wide}, and Irongate with it`
}

const WIDE_PLACE_LABELS: ReadonlyMap<string, string> = new Map([
  ['home-root', 'a whole home directory'],
  ['root', 'the whole file system'],
])

/** The host's conversations lie side by side; a folder that holds this one counts too. */
function isTranscriptPath(path: string, transcript: string | undefined): boolean {
  if (transcript === undefined || !isAbsolute(transcript)) return false
  const all = dirname(dirname(transcript))
  return (
    (path.startsWith(`${all}/`) && path.endsWith('.jsonl')) || path === '/' || `${transcript}/`.startsWith(`${path}/`)
  )
}
