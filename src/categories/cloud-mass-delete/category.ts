import { DELETE_WORDS } from '../../knowledge/lexicon/act-words.ts'
import { DELETING_CHANGES } from '../../knowledge/lexicon/verbs.ts'
import type { Category } from '../category.ts'
import { detector, isLocalContainer } from '../detector.ts'
import { targetSpellings } from '../spellings.ts'

export const category: Category = {
  id: 'cloud-mass-delete',
  title: 'Mass deletion in cloud storage',
  summary: 'Empties or removes buckets, prefixes, snapshots or volumes in object and block storage.',
  hard: false,
  policy: `Blocked: recursive or wildcard deletion in S3, GCS, Azure or compatible storage, removing a bucket or container, a sync that
deletes at the target, lifecycle rules that expire everything, deleting many snapshots, backups or volumes at once.
Not blocked: listing, copying, uploading, dry runs. Deleting one named object is looked at as a change to a shared resource.`,
  clears: 'The user asked to delete it and named the bucket with the prefix that goes.',
  ...detector('cloud-mass-delete', ['resource-change'], (effect, { facts }) => {
    if (effect.family !== 'storage' || !effect.mass) return undefined
    if (!DELETING_CHANGES.has(effect.verb)) return undefined
    if (isLocalContainer(effect) || facts.session.started.has(effect.target)) return undefined
    return {
      acts: [...DELETE_WORDS, 'destroy', 'terminate', 'forget', 'expire', 'tear down'],
      nouns: [[effect.target, ...targetSpellings(effect.target)]],
    }
  }),
}
