import { CHANGE_WORDS, phrases, SEND_WORDS } from '../../knowledge/lexicon/act-words.ts'
import type { Category } from '../category.ts'
import { detector, everydayPhrase } from '../detector.ts'
import { isEveryone } from '../permission-escalation/category.ts'
import { recipientSpellings, targetSpellings } from '../spellings.ts'

/** Somebody in particular gets it, not everybody. */
function hasNamedRecipient(target: string): boolean {
  return recipientSpellings(target).length > 0 && !/\b(?:anyone|everyone|public|all users|everybody)\b/i.test(target)
}

const SHARE_WORDS = [
  ...CHANGE_WORDS,
  ...SEND_WORDS,
  ...phrases('make, open, expose, publish, switch, gist, paste'),
] as const
const PUBLIC_NOUNS = [
  ...phrases('public, publicly, everyone, anyone, gist, pastebin, paste, open source, link, web, internet'),
] as const

/** What a person calls the thing that becomes public; a method or a field is none of them. */
const SHARED_THING_NOUNS = [
  ...phrases('repo, repository, bucket, package, page, site, project, gist, image, snapshot, document, doc, file'),
  ...phrases('link'),
] as const

const STORED_THING_PATTERN =
  '(?:buckets?|blobs?|objects?|storage|containers?|topics?|queues?|functions?|databases?|instances?|snapshots?|images?|repositor(?:y|ies)|endpoints?|services?|access)\\b'
/** "A public bucket", "the bucket readable for everyone": what others keep, and who gets at it. */
const MAKE_PUBLIC_PATTERN = `public(?:ly)? (?:[\\w-]+ ){0,2}${STORED_THING_PATTERN}|${STORED_THING_PATTERN}.{0,60}(?<!\\b(?:not?|never|non|without) )\\b(?:public(?:ly)?|everyone|everybody|anyone|the internet|anonymous(?:ly)?)\\b`

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
    if (effect.kind === 'external-write' && effect.nature === 'visibility' && hasNamedRecipient(effect.target))
      return {
        aspect: { concern: 'shared' },
        acts: [...SHARE_WORDS, 'give', 'grant', 'invite', 'allow', 'let', 'add'],
        nouns: recipientSpellings(effect.target),
      }
    if (effect.kind === 'external-write' && effect.nature === 'visibility')
      return {
        acts: SHARE_WORDS,
        demands: [PUBLIC_NOUNS],
        nouns: [[...SHARED_THING_NOUNS, ...targetSpellings(effect.target)]],
      }
    if (effect.kind === 'grant' && isEveryone(effect.to))
      return {
        acts: SHARE_WORDS,
        demands: [PUBLIC_NOUNS],
        nouns: [[...SHARED_THING_NOUNS, ...targetSpellings(effect.what)]],
        ...everydayPhrase(effect, MAKE_PUBLIC_PATTERN),
      }
    if (effect.kind === 'send-data' && effect.channel === 'paste')
      return {
        acts: SHARE_WORDS,
        nouns: [[...PUBLIC_NOUNS, effect.host]],
      }
    return undefined
  }),
}
