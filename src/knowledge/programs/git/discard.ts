import type { Certainty, Effect } from '../../../analysis/effects.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'
import type { PathUse } from '../../../analysis/paths/paths.ts'
import { findRepositoryRoot, type GitCall } from './call.ts'

type Discard = Extract<Effect, { kind: 'git-discard' }>

export interface DiscardDraft {
  readonly what: Discard['what']
  readonly refs?: readonly string[]
  readonly loses: Discard['loses']
  readonly certainty?: Certainty
  readonly by: string
}

/** States a loss. Losing nothing, or only perhaps something, leaves ordinary work ordinary. */
export function recordDiscard(call: GitCall, loss: DiscardDraft): CommandGrade {
  const { what, refs = [], loses, certainty = 'certain', by } = loss
  call.recorder.effect({ kind: 'git-discard', what, refs, loses, certainty, by })
  return loses === 'nothing' || certainty === 'possible' ? 'expected' : 'plain'
}

/** Did this session make the repository itself, or does it lie among temporary files? Then nothing in it is anybody's work. */
export function isSessionRepository(call: GitCall): boolean {
  const root = findRepositoryRoot(call)
  const { created } = call.facts.session
  if (root === call.facts.projectRoot) return created.has(root)
  const ours = root.startsWith(`${call.facts.projectRoot}/`)
  if (!ours && call.facts.temporaryDirectories.some((temporary) => root.startsWith(`${temporary}/`))) return true
  for (const made of created) if (root === made || root.startsWith(`${made}/`)) return true
  return false
}

/** What throwing away changes of these paths loses; no paths means the whole tree. */
export function assessWorktreeLoss(call: GitCall, paths: readonly PathUse[] | 'all'): Discard['loses'] {
  if (isSessionRepository(call)) return 'nothing'
  if (paths === 'all') return lossFromTracking(call.facts.tracked(findRepositoryRoot(call)))
  const losses = paths.map((path) => {
    if (path.real === undefined) return 'unknown' as const
    // What tools write anew is nobody's work.
    if (path.sessionMade || path.tags.includes('lock-file') || path.tags.includes('build-artefact'))
      return 'nothing' as const
    return lossFromTracking(call.facts.tracked(path.real))
  })
  if (losses.includes('work')) return 'work'
  return losses.length > 0 && losses.every((loss) => loss === 'nothing') ? 'nothing' : 'unknown'
}

function lossFromTracking(state: string): Discard['loses'] {
  return state === 'tracked-clean' ? 'nothing' : state === 'tracked-dirty' ? 'work' : 'unknown'
}

/** What removing untracked files under these paths loses. */
export function assessUntrackedLoss(call: GitCall, paths: readonly PathUse[]): Discard['loses'] {
  if (isSessionRepository(call)) return 'nothing'
  const gone = paths.length > 0 && paths.every((path) => path.recoverable() === 'yes' && path.zone === 'project')
  return gone ? 'nothing' : 'unknown'
}

/** What deleting or moving these branches loses: the session's own are its own. */
export function assessBranchLoss(call: GitCall, names: readonly string[]): Discard['loses'] {
  const { branches } = call.facts.session
  if (isSessionRepository(call)) return 'nothing'
  return names.length > 0 && names.every((name) => branches.has(name)) ? 'nothing' : 'unknown'
}
