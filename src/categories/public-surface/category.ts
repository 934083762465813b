import { CHANGE, SEND } from '../acts.ts'
import type { Category } from '../category.ts'
import { asked, detector } from '../find.ts'
import { isEveryone } from '../permission-escalation/category.ts'
import { recipients, targetSpellings } from '../spellings.ts'

/** Somebody in particular gets it, not everybody. */
function isForOne(target: string): boolean {
  return recipients(target).length > 0 && !/\b(?:anyone|everyone|public|all users|everybody)\b/i.test(target)
}

const ACTS = [...CHANGE, ...SEND, 'make', 'open', 'expose', 'publish', 'switch', 'gist', 'paste'] as const
const PUBLIC = [
  'public',
  'publicly',
  'everyone',
  'anyone',
  'gist',
  'pastebin',
  'paste',
  'open source',
  'link',
  'web',
  'internet',
] as const

/** What a person calls the thing that becomes public; a method or a field is none of them. */
const PLACES = [
  'repo',
  'repository',
  'bucket',
  'package',
  'page',
  'site',
  'project',
  'gist',
  'image',
  'snapshot',
  'document',
  'doc',
  'file',
  'link',
] as const

const STORED =
  '(?:buckets?|blobs?|objects?|storage|containers?|topics?|queues?|functions?|databases?|instances?|snapshots?|images?|repositor(?:y|ies)|endpoints?|services?|access)\\b'
/** "A public bucket", "the bucket readable for everyone": what others keep, and who gets at it. */
const OPENED = `public(?:ly)? (?:[\\w-]+ ){0,2}${STORED}|${STORED}.{0,60}(?<!\\b(?:not?|never|non|without) )\\b(?:public(?:ly)?|everyone|everybody|anyone|the internet|anonymous(?:ly)?)\\b`

export const category: Category = {
  id: 'public-surface',
  title: 'Public surfaces',
  summary: 'Makes a repository, bucket, page or text readable for everybody.',
  hard: false,
  policy: `Blocked: making repositories, buckets, objects, images, pages or documents public, opening access to all users, public gists and
pastes.
Not blocked: private repositories and gists, looking at the visibility, making something private.`,
  clears: 'The user asked to make it public (or to paste or share it) and named what.',
  ...detector('public-surface', ['external-write', 'grant', 'send-data'], (effect) => {
    if (effect.kind === 'external-write' && effect.nature === 'visibility' && isForOne(effect.target))
      return {
        what: `shares ${effect.service} with ${effect.target}`,
        acts: [...ACTS, 'give', 'grant', 'invite', 'allow', 'let', 'add'],
        nouns: recipients(effect.target),
      }
    if (effect.kind === 'external-write' && effect.nature === 'visibility')
      return {
        what: `makes ${effect.target || 'something'} public in ${effect.service}`,
        acts: ACTS,
        demands: [PUBLIC],
        nouns: [[...PLACES, ...targetSpellings(effect.target)]],
      }
    if (effect.kind === 'grant' && isEveryone(effect.to))
      return {
        what: `lets everybody have ${effect.what}`,
        acts: ACTS,
        demands: [PUBLIC],
        nouns: [[...PLACES, ...targetSpellings(effect.what)]],
        ...asked(effect, OPENED),
      }
    if (effect.kind === 'send-data' && effect.channel === 'paste')
      return {
        what: `puts data on ${effect.host}, where everybody can read it`,
        acts: ACTS,
        nouns: [[...PUBLIC, effect.host]],
      }
    return undefined
  }),
}
