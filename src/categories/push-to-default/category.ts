import { FORCE_PUSH, PUSH } from '../acts.ts'
import type { Category } from '../category.ts'
import { detector } from '../find.ts'
import { refSpellings } from '../spellings.ts'

export const category: Category = {
  id: 'push-to-default',
  title: 'Push to the default branch',
  summary: 'Puts commits straight onto main, master or whatever the remote treats as its default branch.',
  hard: false,
  policy: `Blocked: any push whose target is the default branch of the remote, also through a refspec such as HEAD:main.
Not blocked: pushes to other branches, pushing tags, committing on the default branch locally, pulling and fetching it.`,
  clears: 'The user told the agent to push and named the default branch (main, master, "the default branch").',
  detect: detector('push-to-default', (effect) => {
    if (effect.kind !== 'git-push' || effect.toDefault !== 'yes' || effect.deletes) return undefined
    const names = effect.refs.flatMap(refSpellings)
    return {
      what: `pushes to ${names[0] ?? 'the default branch'} on ${effect.remote || 'the remote'}`,
      acts: effect.force ? [...FORCE_PUSH, ...PUSH] : PUSH,
      nouns: [[...names, 'default branch', ...(names.length > 0 ? [] : ['main', 'master', 'trunk'])]],
      instead: 'push a branch and open a pull request: `git push -u origin HEAD:refs/heads/my-change`',
    }
  }),
}
