import type { Effect } from '../../analysis/effects.ts'
import type { Facts } from '../../analysis/facts.ts'
import { FORCE_PUSH_WORDS, PUSH_WORDS } from '../../knowledge/lexicon/act-words.ts'
import { DEFAULT_BRANCHES } from '../../knowledge/lexicon/default-branches.ts'
import type { Category } from '../category.ts'
import { detector } from '../detector.ts'
import { refSpellings } from '../spellings.ts'

/** "Commit and push": a bare push means the branch one is on. */
const BARE_PUSH_PHRASE =
  /^(?:git )?push(?:es|ing)?(?: (?:it|this|that|them|these|all|everything|up|now|again|the|my|our|your|changes?|commits?|code|work|fix|to|on|origin|remote|github|gitlab|upstream|please|too|as well|when done|afterwards))*$/

/** In systems that share what is committed, an order to commit is one to share. */
const COMMIT_PHRASE =
  /^(?:(?:svn|p4|cvs|fossil) )?(?:d?commit|check in|submit)(?! (?:message|hook|log|history|id|hash)s?\b)/

export const category: Category = {
  id: 'push-to-default',
  title: 'Push to the default branch',
  summary: 'Puts commits straight onto main, master or whatever the remote treats as its default branch.',
  hard: false,
  policy: `Blocked: any push whose target is the default branch of the remote, also through a refspec such as HEAD:main.
Not blocked: pushes to other branches, pushing tags, committing on the default branch locally, pulling and fetching it.`,
  clears: 'The user told the agent to push and named the default branch (main, master, "the default branch").',
  ...detector('push-to-default', ['git-push'], (effect, { facts }) => {
    if (effect.toDefault !== 'yes' || effect.deletes) return undefined
    const names = effect.refs.flatMap(refSpellings)
    if (effect.actor.words.some((word) => /^(?:d?commit|ci|submit)$/.test(word)))
      return {
        acts: [...PUSH_WORDS, 'commit', 'submit', 'check in'],
        nouns: [['svn', 'trunk', 'depot', 'server', effect.actor.name]],
        everyday: [COMMIT_PHRASE],
      }
    return {
      acts: effect.force ? [...FORCE_PUSH_WORDS, ...PUSH_WORDS] : PUSH_WORDS,
      nouns: [[...names, 'default branch', ...(names.length > 0 ? [] : DEFAULT_BRANCHES)]],
      ...(isCurrentBranch(effect, facts) && { everyday: [BARE_PUSH_PHRASE] }),
    }
  }),
}

/** Is it the branch one is on that is pushed, and nothing else? Where that is not known, no call of the session left it. */
function isCurrentBranch(
  { refs, force, mirror }: Extract<Effect, { kind: 'git-push' }>,
  { git, cwd, session }: Facts,
): boolean {
  if (force || mirror || refs.length > 1) return false
  const here = session.checkedOut?.at(-1) ?? git(cwd)?.branch
  const [name] = refs.flatMap((ref) => refSpellings(ref).slice(0, 1))
  return name === undefined || name === 'HEAD' || here === undefined || here === name
}
