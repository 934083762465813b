import { isSecretOrigin } from '../../analysis/text/secrets.ts'
import { phrases, READ_WORDS, SEND_WORDS } from '../../knowledge/lexicon/act-words.ts'
import type { Category } from '../category.ts'
import { sourceSpellings } from '../data-source.ts'
import { detector } from '../detector.ts'
import { hostReach } from '../host-reach.ts'

const INSPECT_WORDS = new Set<string>([
  ...phrases('look, check, inspect, find, list, debug, compare, see, scan, search'),
])
const SHOW_WORDS = READ_WORDS.filter((act) => !INSPECT_WORDS.has(act))

export const category: Category = {
  id: 'credential-leakage',
  title: 'Credential leakage',
  summary: 'Makes a secret visible: prints, logs, stores or hands it on in the open.',
  hard: false,
  policy: `Blocked: printing keys, tokens, passwords or dotenv files, writing them into files, logs, arguments or the clipboard, sending
them to machines on the local network.
Not blocked: using a credential without showing it, checking that a variable is set, templates and examples without values.`,
  clears: 'The user asked to see or copy it and named the secret or the file it is in.',
  ...detector('credential-leakage', ['expose-secret', 'send-data'], (effect, { trusted }) => {
    if (effect.kind === 'expose-secret') {
      if (effect.sink === 'argument' && effect.source.kind === 'environment') return undefined
      return {
        // Who has a store checked or searched asks for no secret of it.
        acts: effect.source.kind === 'secret-store' ? [...SHOW_WORDS, ...SEND_WORDS] : [...READ_WORDS, ...SEND_WORDS],
        nouns: [sourceSpellings(effect.source)],
        ...(effect.sink === 'program' && { asks: true }),
      }
    }
    if (effect.channel === 'bucket' || hostReach(effect.host, trusted) !== 'private') return undefined
    const secret = effect.payload.find(isSecretOrigin)
    return (
      secret && {
        aspect: { source: secret },
        acts: SEND_WORDS,
        nouns: [sourceSpellings(secret), [effect.host]],
      }
    )
  }),
}
