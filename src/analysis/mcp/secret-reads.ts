import { CERTAIN_SECRET, SECRET } from '../../knowledge/lexicon/secret-names.ts'
import { isSecretPlace, secretRevealCertainty } from '../../knowledge/lexicon/secret-words.ts'
import { wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import type { ToolInput } from '../tool.ts'
import { hasToolWord, isPathKey, type McpCall } from './argument-keys.ts'

/** Verbs that hand a value over; listing names or checking for them does not. */
const SECRET_READING_VERBS = new Set(
  'get read fetch reveal show export decrypt view retrieve access dump unlock copy'.split(' '),
)
const SECRET_NOUN = new RegExp(
  String.raw`\b(?:(?:${CERTAIN_SECRET})s?|(?:private|api|access|signing) keys?|(?:access|auth|api|refresh|bearer) tokens?|totp|otp)\b`,
)
const SECRET_STORE_WORDS = new Set(
  'vault secret secrets secretsmanager keychain keyring onepassword 1password bitwarden lastpass keepass dashlane'.split(
    ' ',
  ),
)
const METADATA_WORDS = new Set(
  'list search find count status metadata names policy policies info describe check validate scan detect rotation expiry'.split(
    ' ',
  ),
)

export function recordSecretRead(call: McpCall, recorder: EffectRecorder): void {
  const { server, tool, input } = call
  const gets =
    hasToolWord(tool, SECRET_READING_VERBS) &&
    !hasToolWord(tool, METADATA_WORDS) &&
    (isSecretRequest(call) || isSecretPlaceRead(call))
  const holds = [...wordsOf(server), ...wordsOf(tool)].some((word) => VALUE_HOLDER_WORD.test(word))
  if (!gets && !isRevealRequest(input, holds, 0)) return
  const source = { kind: 'secret-store', store: server } as const
  recorder.effect({ kind: 'expose-secret', source, sink: 'output', certainty: 'likely' })
}

function isSecretRequest({ server, tool, input }: McpCall): boolean {
  const named = [...wordsOf(server), ...Object.keys(input)]
  return (
    SECRET_NOUN.test(wordsOf(tool).join(' ')) ||
    named.some((word) => SECRET_STORE_WORDS.has(word)) ||
    isSecretKind(input)
  )
}

function isSecretKind({ kind, resource, type, resource_type }: ToolInput): boolean {
  return [kind, resource, type, resource_type].some((each) => typeof each === 'string' && /^secrets?$/i.test(each))
}

const VALUE_HOLDER_WORD = new RegExp(
  `^(?:variables?|vars?|envs?|environment|(?:${SECRET})s?|param|parameters?|params?|configs?|configuration|settings?|values?|keys?|kv|vault|connections?|wallets?)$`,
)

/** Told to show what is hidden: `reveal: true`, `masked: false`, in the arguments or in their options. */
function isRevealRequest(input: object, values: boolean, depth: number): boolean {
  return Object.entries(input).some(([key, value]) => {
    if (value !== null && typeof value === 'object')
      return depth < MAX_DEPTH && isRevealRequest(value, values, depth + 1)
    const on = /^(?:true|1|yes)$/i.test(String(value))
    if (!on && !/^(?:false|0|no)$/i.test(String(value))) return false
    const found = secretRevealCertainty(wordsOf(key), on)
    return found === 'sure' || (found === 'values' && values)
  })
}

/** What lies deeper is noted as not read by whoever reads all of it. */
const MAX_DEPTH = 4
const SECRET_PLACE_KEY = /(?:^|_)(?:keys?|prefix|path|paths|name|names|secret|id|parameter|variable)$/

const DOCUMENT_WORDS = new Set('file files text page issue doc docs code source component'.split(' '))

function isSecretPlaceRead({ tool, texts }: McpCall): boolean {
  return (
    !hasToolWord(tool, DOCUMENT_WORDS) &&
    texts.some(
      ([key, text]) =>
        SECRET_PLACE_KEY.test(key) && isSecretPlace(text) && !(isPathKey(key) && /^\/(?:home|Users|tmp)\//.test(text)),
    )
  )
}
