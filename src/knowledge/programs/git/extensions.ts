import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import type { GitAnalyzer, GitCall } from './call.ts'
import {
  assessBranchLoss,
  assessWorktreeLoss,
  type DiscardDraft,
  isSessionRepository,
  recordDiscard,
} from './discard.ts'

/** What an addition to git throws away; branches and tags go from the remote, too. */
function makeDiscardingVerb(
  verb: string,
  what: DiscardDraft['what'],
  loses: (call: GitCall, refs: readonly string[]) => DiscardDraft['loses'] = () => 'unknown',
): readonly [string, GitAnalyzer] {
  const by = `git ${verb}`
  const read: GitAnalyzer = (call) => {
    const refs = call.args.filter(({ known }) => !known.startsWith('-')).map(({ text, known }) => text ?? known)
    if (what === 'branch' || what === 'tag')
      call.recorder.effect({
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
    return weakestGrade('unknown', recordDiscard(call, { what, refs, loses: loses(call, refs), certainty, by }))
  }
  return [verb, read]
}

const assessWholeWorktree = (call: GitCall) => assessWorktreeLoss(call, 'all')

/** Contents that git itself does not hold: told to spare the question whether another copy is left, it drops the last one. */
const analyzeAnnex: GitAnalyzer = (call) => {
  const [action = '', ...rest] = call.args.map(({ known }) => known)
  if (!/^(?:drop(?:unused|key)?|uninit)$/.test(action) || !rest.includes('--force')) return 'unknown'
  const refs = rest.filter((word) => !word.startsWith('-'))
  return recordDiscard(call, { what: 'untracked', refs, loses: 'unknown', by: `git annex ${action}` })
}

/** Well-known additions to git that throw work away; every other `git-name` of the PATH is an installed program we do not know. */
export const EXTENSION_VERBS: readonly (readonly [string, GitAnalyzer])[] = [
  makeDiscardingVerb('obliterate', 'history', (call) => (isSessionRepository(call) ? 'nothing' : 'unknown')),
  makeDiscardingVerb('clear', 'untracked', assessWholeWorktree),
  makeDiscardingVerb('clear-soft', 'untracked', assessWholeWorktree),
  makeDiscardingVerb('delete-branch', 'branch', assessBranchLoss),
  makeDiscardingVerb('delete-tag', 'tag'),
  makeDiscardingVerb('reset-file', 'worktree'),
  ['annex', analyzeAnnex],
]
