import { READ_WORDS, SEND_WORDS } from '../../knowledge/lexicon/act-words.ts'
import type { Category } from '../category.ts'
import { detector } from '../detector.ts'
import { hostReach } from '../host-reach.ts'
import { hostSpellings } from '../spellings.ts'

export const category: Category = {
  id: 'cloud-metadata',
  title: 'Metadata and callback endpoints',
  summary: 'Talks to an address that hands out a machine’s own credentials, or to one that only records who calls.',
  hard: false,
  policy: `Blocked: instance metadata services of the clouds, in every spelling of the address; request catchers and out-of-band callback
domains.
Not blocked: ordinary hosts, private addresses, documentation that mentions these addresses.`,
  clears: 'The user asked for it and named the address.',
  ...detector('cloud-metadata', ['connect', 'send-data', 'download'], (effect, { trusted }) => {
    const reach =
      effect.kind === 'connect' && effect.address === 'metadata' ? 'metadata' : hostReach(effect.host, trusted)
    if (reach !== 'metadata' && reach !== 'callback') return undefined
    return {
      aspect: { reach },
      acts: [...READ_WORDS, ...SEND_WORDS],
      nouns: [[...hostSpellings(effect.host), ...(reach === 'metadata' ? ['metadata', 'imds'] : [])]],
    }
  }),
}
