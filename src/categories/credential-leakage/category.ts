import { isSecretOrigin } from '../../analysis/secrets.ts'
import { READ, SEND } from '../acts.ts'
import type { Category } from '../category.ts'
import { detector } from '../find.ts'
import { reachOf } from '../hosts.ts'
import { lookAtSecret } from '../instead.ts'
import { sourceSpellings, sourceText } from '../payload.ts'

const LOOKS = new Set<string>(['look', 'check', 'inspect', 'find', 'list', 'debug', 'compare', 'see', 'scan', 'search'])
const SHOW = READ.filter((act) => !LOOKS.has(act))

const SINKS = {
  output: 'prints',
  file: 'writes to a file',
  argument: 'puts into a command line that others can see',
  log: 'logs',
  clipboard: 'copies to the clipboard',
  program: 'hands to a program that is not known',
} as const

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
        what: `${SINKS[effect.sink]}: ${sourceText(effect.source)}`,
        // Who has a store checked or searched asks for no secret of it.
        acts: effect.source.kind === 'secret-store' ? [...SHOW, ...SEND] : [...READ, ...SEND],
        nouns: [sourceSpellings(effect.source)],
        ...(effect.sink === 'program' && { asks: true }),
        instead: lookAtSecret(effect),
      }
    }
    if (effect.channel === 'bucket' || reachOf(effect.host, trusted) !== 'private') return undefined
    const secret = effect.payload.find(isSecretOrigin)
    return (
      secret && {
        what: `sends ${sourceText(secret)} to ${effect.host}`,
        acts: SEND,
        nouns: [sourceSpellings(secret), [effect.host]],
      }
    )
  }),
}
