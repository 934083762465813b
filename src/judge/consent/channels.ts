import { isNamed } from './names.ts'

const KEYS = ['channel', 'channel_name', 'room', 'conversation']
/** Identifiers that only the service knows. */
const OPAQUE = /^[CGD][A-Z0-9]{8,}$/
const TAGGED = /(?:^|[\s(`"'])#[a-z]/
const NOT_A_NAME =
  'the|a|an|this|that|which|with|where|who|of|in|and|to|for|is|are|has|on|called|named|my|our|your|same|right|new|any|each|every|all|other|private|public|relevant|appropriate|correct|\\w+est|most|slack|team|chat'
const NAMED = new RegExp(
  `\\bchannel (?:called |named )?[\`"']?(?!(?:${NOT_A_NAME})\\b)[a-z]|\\b(?!(?:${NOT_A_NAME})\\b)[a-z][\\w-]+[\`"']? channel\\b`,
)
/** Which channels it is must be found out: "every channel that starts with ext". */
const FOUND_OUT = /\bchannels\b|\b(?:every|each|any|all)\b[^.]{0,30}\bchannel\b/

/** "Post it to #dev": no other channel. A channel that is only described is the agent's to find. */
export function strayChannel(input: Readonly<Record<string, unknown>>, said: string): string | undefined {
  if (FOUND_OUT.test(said) || !(TAGGED.test(said) || NAMED.test(said))) return undefined
  for (const key of KEYS) {
    const value = Object.hasOwn(input, key) ? input[key] : undefined
    if (typeof value !== 'string' || OPAQUE.test(value)) continue
    const name = value.replace(/^#/, '')
    if (!isNamed(said, [name, `#${name}`])) return `the user did not name the channel ${value}`
  }
  return undefined
}
