import type { Effect } from '../../analysis/effects.ts'
import type { Facts } from '../../analysis/facts.ts'
import { remoteBranchRef } from '../../analysis/flow/created-by-command.ts'
import { DELETE_WORDS, DISCARD_WORDS, FORCE_PUSH_WORDS } from '../../knowledge/lexicon/act-words.ts'
import type { Category } from '../category.ts'
import { detector } from '../detector.ts'
import { refSpellings } from '../spellings.ts'

export const category: Category = {
  id: 'git-destructive',
  title: 'Destructive git operations',
  summary: 'Rewrites or deletes history and branches, or throws away work that git cannot give back.',
  hard: false,
  policy: `Blocked: force pushes, mirror pushes, deleting branches or tags on a remote, rewriting published history, and local
commands that drop uncommitted changes, untracked files, unmerged branches, stashes or the reflog. Where nobody
can tell whether something is lost, it is.
Not blocked: commits, ordinary pushes, deleting merged branches, discarding a tree that is clean, and branches or files that
this session made itself.`,
  clears:
    'The user asked for exactly this and named the branch, tag or changes that go; for a force push, that what is there may be overwritten.',
  ...detector('git-destructive', ['git-discard', 'git-push'], (effect, { facts }) => {
    const own = (refs: readonly string[]) =>
      refs.length > 0 && refs.every((ref) => refSpellings(ref).some((name) => facts.session.branches.has(name)))
    const { branches } = facts.session
    if (effect.kind === 'git-discard') {
      const refs =
        effect.what === 'tag' ? effect.refs.map((ref) => `refs/tags/${refSpellings(ref)[0] ?? ref}`) : effect.refs
      if (effect.loses === 'nothing' || own(refs)) return undefined
      const named = effect.what === 'branch' || effect.what === 'tag' || effect.what === 'stash'
      return {
        acts: DISCARD_WORDS,
        nouns: named ? effect.refs.map(refSpellings) : [],
      }
    }
    if (effect.deletes) {
      const pushed = effect.refs.every((ref) =>
        branches.has(remoteBranchRef(effect.remote, refSpellings(ref)[0] ?? ref)),
      )
      if (pushed && effect.refs.length > 0 && !effect.mirror && effect.toDefault !== 'yes') return undefined
      return { acts: DELETE_WORDS, nouns: effect.refs.map(refSpellings) }
    }
    if (effect.mirror) return { acts: ['mirror'] }
    if (!effect.force || own(effect.refs)) return undefined
    return {
      acts: FORCE_PUSH_WORDS,
      nouns: effect.toDefault === 'yes' ? effect.refs.map(refSpellings) : [],
      ...(isOwnBranch(effect, facts) && { everyday: [FORCE_PUSH_PHRASE] }),
    }
  }),
}

/** The flag as it is typed asks for a force; a push without a name is one of the branch that one is on. */
const FORCE_PUSH_PHRASE =
  /^(?:git )?push(?: (?:it|this|that|the|my|our|changes?|commits?|branch|work|again|now|up|to|origin|with|using))* (?:--force(?:-with-lease)?|-f)(?: (?:to|on) (?:origin|the remote))?(?: (?:now|again|please))*$/

/** Surely the branch one is on and nothing else, and not the one that everybody builds on. */
function isOwnBranch(
  { refs, mirror, toDefault }: Extract<Effect, { kind: 'git-push' }>,
  { git, cwd, session }: Facts,
): boolean {
  const here = session.checkedOut?.at(-1) ?? git(cwd)?.branch
  const [name, ...others] = refs.flatMap((ref) => refSpellings(ref).slice(0, 1))
  const own = name === undefined || name === 'HEAD' || name === here
  return !mirror && toDefault === 'no' && here !== undefined && others.length === 0 && own
}
