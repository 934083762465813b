import { ownRemoteRef } from '../../analysis/left-by.ts'
import { DELETE, DISCARD, FORCE_PUSH } from '../acts.ts'
import type { Category } from '../category.ts'
import { detector } from '../find.ts'
import { refSpellings } from '../spellings.ts'

export const category: Category = {
  id: 'git-destructive',
  title: 'Destructive git operations',
  summary: 'Rewrites or deletes history and branches, or throws away work that git cannot give back.',
  hard: false,
  policy: `Blocked: force pushes, mirror pushes, deleting branches or tags on a remote, rewriting published history, and local
commands that drop uncommitted changes, untracked files, unmerged branches, stashes or the reflog.
Not blocked: commits, ordinary pushes, deleting merged branches, discarding a tree that is clean, and branches or files that
this session made itself.`,
  clears:
    'The user asked for exactly this and named the branch, tag or changes that go; for a force push, the words "force push".',
  detect: detector('git-destructive', (effect, { facts }) => {
    const own = (refs: readonly string[]) =>
      refs.length > 0 && refs.every((ref) => refSpellings(ref).some((name) => facts.session.branches.has(name)))
    const { branches } = facts.session
    if (effect.kind === 'git-discard') {
      const refs =
        effect.what === 'tag' ? effect.refs.map((ref) => `refs/tags/${refSpellings(ref)[0] ?? ref}`) : effect.refs
      if (effect.loses === 'nothing' || own(refs)) return undefined
      const named = effect.what === 'branch' || effect.what === 'tag' || effect.what === 'stash'
      return {
        what: `${effect.by} throws away ${LOST[effect.what]}${effect.refs.length > 0 ? ` (${effect.refs.join(', ')})` : ''}`,
        acts: DISCARD,
        nouns: named ? effect.refs.map(refSpellings) : [],
        instead: KEPT[effect.what],
      }
    }
    if (effect.kind !== 'git-push') return undefined
    if (effect.deletes) {
      const pushed = effect.refs.every((ref) => branches.has(ownRemoteRef(effect.remote, refSpellings(ref)[0] ?? ref)))
      if (pushed && effect.refs.length > 0 && !effect.mirror && effect.toDefault !== 'yes') return undefined
      return {
        what: `deletes ${effect.refs.join(', ') || 'refs'} on ${effect.remote || 'the remote'}`,
        acts: DELETE,
        nouns: effect.refs.map(refSpellings),
      }
    }
    if (effect.mirror) return { what: `makes ${effect.remote} a mirror, deleting what is only there`, acts: ['mirror'] }
    if (!effect.force || own(effect.refs)) return undefined
    return {
      what: `rewrites ${effect.refs.join(', ') || 'a branch'} on ${effect.remote || 'the remote'} by force`,
      acts: FORCE_PUSH,
      nouns: effect.toDefault === 'yes' ? effect.refs.map(refSpellings) : [],
      instead: 'push to a new branch: `git push -u origin HEAD:refs/heads/rework`',
    }
  }),
}

const STASH = 'keep a copy first: `git stash push --include-untracked`'
const BRANCH = 'keep a way back first: `git branch backup`'

/** What keeps a copy of each. */
const KEPT = {
  worktree: STASH,
  untracked: STASH,
  commits: BRANCH,
  branch: 'keep a way back first: `git branch backup NAME`',
  stash: 'look at it first: `git stash show -p`',
  reflog: BRANCH,
  history: BRANCH,
  tag: 'note what it points at first: `git rev-parse NAME`',
  repository: 'keep a copy first: `git bundle create ../backup.bundle --all`',
} as const

const LOST = {
  worktree: 'uncommitted changes',
  untracked: 'untracked files',
  commits: 'commits',
  branch: 'a branch',
  stash: 'stashed work',
  reflog: 'the reflog, the last way back',
  history: 'history that others may have',
  tag: 'a tag',
  repository: 'the repository',
} as const
