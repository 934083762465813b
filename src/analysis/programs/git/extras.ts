import { weakest } from '../standing.ts'
import type { GitCall, GitReader } from './call.ts'
import { branchLoss, discard, ownRepository, worktreeLoss } from './discard.ts'

const names = (call: GitCall) =>
  call.args.filter((word) => !word.known.startsWith('-')).map((word) => word.text ?? word.known)

/** Well-known additions to git that throw work away; every other `git-name` of the PATH is an installed program we do not know. */
export const EXTRA_VERBS: readonly (readonly [string, GitReader])[] = [
  [
    'obliterate',
    (call) =>
      weakest(
        'unknown',
        discard(call, {
          what: 'history',
          refs: names(call),
          loses: ownRepository(call) ? 'nothing' : 'unknown',
          by: 'git obliterate',
        }),
      ),
  ],
  [
    'clear',
    (call) =>
      weakest(
        'unknown',
        discard(call, { what: 'untracked', loses: worktreeLoss(call, 'all'), certainty: 'likely', by: 'git clear' }),
      ),
  ],
  [
    'clear-soft',
    (call) =>
      weakest(
        'unknown',
        discard(call, {
          what: 'untracked',
          loses: worktreeLoss(call, 'all'),
          certainty: 'likely',
          by: 'git clear-soft',
        }),
      ),
  ],
  [
    'delete-branch',
    (call) => {
      const refs = names(call)
      call.scribe.effect({
        kind: 'git-push',
        remote: 'origin',
        refs,
        force: false,
        deletes: true,
        toDefault: 'no',
        mirror: false,
        certainty: 'likely',
        by: 'git delete-branch',
      })
      return weakest(
        'unknown',
        discard(call, { what: 'branch', refs, loses: branchLoss(call, refs), by: 'git delete-branch' }),
      )
    },
  ],
  [
    'delete-tag',
    (call) => {
      const refs = names(call)
      call.scribe.effect({
        kind: 'git-push',
        remote: 'origin',
        refs,
        force: false,
        deletes: true,
        toDefault: 'no',
        mirror: false,
        certainty: 'likely',
        by: 'git delete-tag',
      })
      return weakest('unknown', discard(call, { what: 'tag', refs, loses: 'unknown', by: 'git delete-tag' }))
    },
  ],
  [
    'reset-file',
    (call) =>
      weakest(
        'unknown',
        discard(call, { what: 'worktree', refs: names(call), loses: 'unknown', by: 'git reset-file' }),
      ),
  ],
]
