import type { Scribe } from '../programs/program.ts'
import { isSecretPlace, uncovers } from '../secret-words.ts'
import type { Input } from '../tool.ts'
import { wordsOf } from '../verbs.ts'
import { type ForeignCall, isPathKey, says } from './keys.ts'

/** Verbs that hand a value over; listing names or checking for them does not. */
const HANDS_OVER = new Set('get read fetch reveal show export decrypt view retrieve access dump unlock copy'.split(' '))
const SECRET =
  /\b(?:secrets?|credentials?|passwords?|passphrases?|(?:private|api|access|signing) keys?|(?:access|auth|api|refresh|bearer) tokens?|totp|otp)\b/
const STORES = new Set(
  'vault secret secrets secretsmanager keychain keyring onepassword 1password bitwarden lastpass keepass dashlane'.split(
    ' ',
  ),
)
const ABOUT = new Set(
  'list search find count status metadata names policy policies info describe check validate scan detect rotation expiry'.split(
    ' ',
  ),
)

export function stateSecretRead(call: ForeignCall, scribe: Scribe): void {
  const { server, tool, input } = call
  const gets = says(tool, HANDS_OVER) && !says(tool, ABOUT) && (isSecretThing(call) || readsPlace(call))
  const holds = [...wordsOf(server), ...wordsOf(tool)].some((word) => HOLDS.test(word))
  if (!gets && !isUncovered(input, holds, 0)) return
  const source = { kind: 'secret-store', store: server } as const
  scribe.effect({ kind: 'expose-secret', source, sink: 'output', certainty: 'likely' })
}

function isSecretThing({ server, tool, input }: ForeignCall): boolean {
  const named = [...wordsOf(server), ...Object.keys(input)]
  return SECRET.test(wordsOf(tool).join(' ')) || named.some((word) => STORES.has(word)) || isSecretKind(input)
}

function isSecretKind({ kind, resource, type, resource_type }: Input): boolean {
  return [kind, resource, type, resource_type].some((each) => typeof each === 'string' && /^secrets?$/i.test(each))
}

const HOLDS =
  /^(?:variables?|vars?|envs?|environment|secrets?|param|parameters?|params?|configs?|configuration|settings?|values?|credentials?|keys?|tokens?|passwords?|kv|vault|connections?|wallets?)$/

/** Told to show what is hidden: `reveal: true`, `masked: false`, in the arguments or in their options. */
function isUncovered(input: object, values: boolean, depth: number): boolean {
  return Object.entries(input).some(([key, value]) => {
    if (value !== null && typeof value === 'object') return depth < DEEPEST && isUncovered(value, values, depth + 1)
    const on = /^(?:true|1|yes)$/i.test(String(value))
    if (!on && !/^(?:false|0|no)$/i.test(String(value))) return false
    const found = uncovers(wordsOf(key), on)
    return found === 'sure' || (found === 'values' && values)
  })
}

/** What lies deeper is noted as not read by whoever reads all of it. */
const DEEPEST = 4
const PLACE = /(?:^|_)(?:keys?|prefix|path|paths|name|names|secret|id|parameter|variable)$/

const FILES = new Set('file files text page issue doc docs code source component'.split(' '))

function readsPlace({ tool, texts }: ForeignCall): boolean {
  return (
    !says(tool, FILES) &&
    texts.some(
      ([key, text]) =>
        PLACE.test(key) && isSecretPlace(text) && !(isPathKey(key) && /^\/(?:home|Users|tmp)\//.test(text)),
    )
  )
}
