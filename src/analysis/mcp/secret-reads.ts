import type { Scribe } from '../programs/program.ts'
import type { Input } from '../tool.ts'
import { wordsOf } from '../verbs.ts'

/** Verbs that hand a value over; listing names or checking for them does not. */
const HANDS_OVER = new Set('get read fetch reveal show export decrypt view retrieve access dump unlock copy'.split(' '))
const SECRET =
  /\b(?:secrets?|credentials?|passwords?|passphrases?|(?:private|api|access|signing) keys?|(?:access|auth|api|refresh|bearer) tokens?|totp|otp)\b/
const STORES = new Set(
  'vault secret secrets secretsmanager keychain keyring onepassword 1password bitwarden lastpass keepass dashlane'.split(
    ' ',
  ),
)
/** What is told about a secret rather than its value. */
const ABOUT = new Set(
  'list search find count status metadata names policy policies info describe check validate scan detect rotation expiry'.split(
    ' ',
  ),
)

interface SecretCall {
  readonly server: string
  readonly tool: string
  readonly input: Input
}

/** A tool that hands a secret over: by what it gets, or by the store that it gets it from. */
export function stateSecretRead({ server, tool, input }: SecretCall, scribe: Scribe): void {
  const words = wordsOf(tool)
  if (words.some((word) => ABOUT.has(word)) || !words.some((word) => HANDS_OVER.has(word))) return
  const named = [...wordsOf(server), ...Object.keys(input)]
  if (!SECRET.test(words.join(' ')) && !named.some((word) => STORES.has(word))) return
  scribe.effect({
    kind: 'expose-secret',
    source: { kind: 'secret-store', store: server },
    sink: 'output',
    certainty: 'likely',
  })
}
