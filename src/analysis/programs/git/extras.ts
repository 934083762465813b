import { weakest } from '../standing.ts'
import type { GitCall, GitReader } from './call.ts'
import { branchLoss, discard, type Loss, ownRepository, worktreeLoss } from './discard.ts'

/** What an addition to git throws away; branches and tags go from the remote, too. */
function throwsAway(
  verb: string,
  what: Loss['what'],
  loses: (call: GitCall, refs: readonly string[]) => Loss['loses'] = () => 'unknown',
): readonly [string, GitReader] {
  const by = `git ${verb}`
  const read: GitReader = (call) => {
    const refs = call.args.filter(({ known }) => !known.startsWith('-')).map(({ text, known }) => text ?? known)
    if (what === 'branch' || what === 'tag')
      call.scribe.effect({
        kind: 'git-push',
        remote: 'origin',
        refs,
        force: false,
        deletes: true,
        toDefault: 'no',
        mirror: false,
        certainty: 'likely',
        by,
      })
    const certainty = what === 'untracked' ? 'likely' : 'certain'
    return weakest('unknown', discard(call, { what, refs, loses: loses(call, refs), certainty, by }))
  }
  return [verb, read]
}

const worktree = (call: GitCall) => worktreeLoss(call, 'all')

/** Contents that git itself does not hold: told to spare the question whether another copy is left, it drops the last one. */
const annex: GitReader = (call) => {
  const [action = '', ...rest] = call.args.map(({ known }) => known)
  if (!/^(?:drop(?:unused|key)?|uninit)$/.test(action) || !rest.includes('--force')) return 'unknown'
  const refs = rest.filter((word) => !word.startsWith('-'))
  return discard(call, { what: 'untracked', refs, loses: 'unknown', by: `git annex ${action}` })
}

/** Well-known additions to git that throw work away; every other `git-name` of the PATH is an installed program we do not know. */
export const EXTRA_VERBS: readonly (readonly [string, GitReader])[] = [
  throwsAway('obliterate', 'history', (call) => (ownRepository(call) ? 'nothing' : 'unknown')),
  throwsAway('clear', 'untracked', worktree),
  throwsAway('clear-soft', 'untracked', worktree),
  throwsAway('delete-branch', 'branch', branchLoss),
  throwsAway('delete-tag', 'tag'),
  throwsAway('reset-file', 'worktree'),
  ['annex', annex],
]
