import type { Certainty, Effect, EffectDraft } from '../../effects.ts'
import type { PathUse } from '../../paths.ts'
import type { Scribe, Standing } from '../program.ts'
import { type GitCall, rootOf } from './call.ts'

type Discard = Extract<Effect, { kind: 'git-discard' }>
type Push = Extract<EffectDraft, { kind: 'git-push' }>

export interface Loss {
  readonly refs?: readonly string[]
  /** What is lost in a repository that is not this session's own; without it by what is thrown away. */
  readonly loses?: Discard['loses']
  readonly certainty?: Certainty
}

/** States a loss. Losing nothing, or only perhaps something, leaves ordinary work ordinary. */
export function discard(call: GitCall, what: Discard['what'], by: string, loss: Loss = {}): Standing {
  const { refs = [], certainty = 'certain' } = loss
  const loses = ownRepository(call) ? 'nothing' : (loss.loses ?? lossOf(call, what, refs))
  call.scribe.effect({ kind: 'git-discard', what, refs, loses, certainty, by: `git ${by}` })
  return loses === 'nothing' || certainty === 'possible' ? 'expected' : 'plain'
}

/** States that something is pushed, to the line that everybody works on unless more is said. */
export function statePush(remote: string, scribe: Scribe, more: Partial<Push> = {}): Standing {
  const plain = { refs: [], force: false, deletes: false, toDefault: 'yes', mirror: false } as const
  scribe.effect({ kind: 'git-push', remote, ...plain, by: remote, ...more })
  return 'plain'
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

function lossOf(call: GitCall, what: Discard['what'], refs: readonly string[]): Discard['loses'] {
  if (what === 'worktree') return lossAt(rootOf(call), call)
  const { branches } = call.facts.session
  return what === 'branch' && refs.length > 0 && refs.every((name) => branches.has(name)) ? 'nothing' : 'unknown'
}

export function lossAt(path: string, { facts }: GitCall): Discard['loses'] {
  const state = facts.tracked(path)
  return state === 'tracked-clean' ? 'nothing' : state === 'tracked-dirty' ? 'work' : 'unknown'
}

export function pathLoss(call: GitCall, paths: readonly PathUse[]): Discard['loses'] {
  const losses = paths.map(({ real, sessionMade, tags }) => {
    if (real === undefined) return 'unknown'
    // What tools write anew is nobody's work.
    return sessionMade || tags.includes('lock-file') || tags.includes('build-artefact') ? 'nothing' : lossAt(real, call)
  })
  if (losses.includes('work')) return 'work'
  return losses.length > 0 && losses.every((loss) => loss === 'nothing') ? 'nothing' : 'unknown'
}
