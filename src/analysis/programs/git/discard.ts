import type { Certainty, Effect } from '../../effects.ts'
import type { PathUse } from '../../paths.ts'
import type { Standing } from '../program.ts'
import { type GitCall, rootOf } from './call.ts'

type Discard = Extract<Effect, { kind: 'git-discard' }>

export interface Loss {
  readonly what: Discard['what']
  readonly refs?: readonly string[]
  readonly loses: Discard['loses']
  readonly certainty?: Certainty
  readonly by: string
}

/** States a loss. Losing nothing, or only perhaps something, leaves ordinary work ordinary. */
export function discard(call: GitCall, loss: Loss): Standing {
  const { what, refs = [], loses, certainty = 'certain', by } = loss
  call.scribe.effect({ kind: 'git-discard', what, refs, loses, certainty, by })
  return loses === 'nothing' || certainty === 'possible' ? 'expected' : 'plain'
}

/** Did this session make the repository itself, or does it lie among temporary files? Then nothing in it is anybody's work. */
export function ownRepository(call: GitCall): boolean {
  const root = rootOf(call)
  const { created } = call.facts.session
  if (root === call.facts.projectRoot) return created.has(root)
  const ours = root.startsWith(`${call.facts.projectRoot}/`)
  if (!ours && call.facts.temporaryDirectories.some((temporary) => root.startsWith(`${temporary}/`))) return true
  for (const made of created) if (root === made || root.startsWith(`${made}/`)) return true
  return false
}

/** What throwing away changes of these paths loses; no paths means the whole tree. */
export function worktreeLoss(call: GitCall, paths: readonly PathUse[] | 'all'): Discard['loses'] {
  if (ownRepository(call)) return 'nothing'
  if (paths === 'all') return lossOf(call.facts.tracked(rootOf(call)))
  const losses = paths.map((path) => {
    if (path.real === undefined) return 'unknown' as const
    // What tools write anew is nobody's work.
    if (path.sessionMade || path.tags.includes('lock-file') || path.tags.includes('build-artefact'))
      return 'nothing' as const
    return lossOf(call.facts.tracked(path.real))
  })
  if (losses.includes('work')) return 'work'
  return losses.length > 0 && losses.every((loss) => loss === 'nothing') ? 'nothing' : 'unknown'
}

function lossOf(state: string): Discard['loses'] {
  return state === 'tracked-clean' ? 'nothing' : state === 'tracked-dirty' ? 'work' : 'unknown'
}

/** What removing untracked files under these paths loses. */
export function untrackedLoss(call: GitCall, paths: readonly PathUse[]): Discard['loses'] {
  if (ownRepository(call)) return 'nothing'
  const gone = paths.length > 0 && paths.every((path) => path.recoverable() === 'yes' && path.zone === 'project')
  return gone ? 'nothing' : 'unknown'
}

/** What deleting or moving these branches loses: the session's own are its own. */
export function branchLoss(call: GitCall, names: readonly string[]): Discard['loses'] {
  const { branches } = call.facts.session
  if (ownRepository(call)) return 'nothing'
  return names.length > 0 && names.every((name) => branches.has(name)) ? 'nothing' : 'unknown'
}
