import { IMPERSONATE_WORDS } from '../../knowledge/lexicon/act-words.ts'
import type { Category } from '../category.ts'
import { detector } from '../detector.ts'

export const category: Category = {
  id: 'content-integrity',
  title: 'Content integrity',
  summary: 'Acts or writes in someone else’s name, or approves what a person should approve.',
  hard: false,
  policy: `Blocked: commits under another author or committer, forged dates or signatures meant to deceive, approving or signing off reviews,
posts that claim to come from another person.
Not blocked: the configured identity, co-author trailers, keeping the original author of a cherry-picked or amended commit.`,
  clears: 'The user asked for it and named the person in whose name it is done, or the review to approve.',
  ...detector('content-integrity', ['impersonate', 'external-write'], (effect) => {
    if (effect.kind === 'impersonate') {
      const name = effect.as.replace(/<[^>]*>/, '').trim()
      const mail = /<([^>]+)>/.exec(effect.as)?.[1]
      return {
        acts: IMPERSONATE_WORDS,
        nouns:
          name === '' && mail === undefined
            ? []
            : [[name, name.split(' ')[0] ?? name, ...(mail ? [mail] : [])].filter(Boolean)],
      }
    }
    if (effect.nature !== 'approval') return undefined
    return {
      acts: ['approve', 'accept', 'sign off', 'lgtm', 'review', 'trigger', 'dispatch', 'run'],
      nouns: [],
    }
  }),
}
