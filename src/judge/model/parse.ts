import { redact } from '../../redaction/redact.ts'
import { type Need, readNeeds } from './need/need.ts'
import type { ModelReply } from './transport.ts'

/** How a reply may look: the first of two stages (stopped at `</block>`), the only one, the thinking one, or one that may ask for facts. */
export type ReplyShape = 'first' | 'only' | 'thinking' | 'asking'

export type ParsedReply =
  | { readonly kind: 'allow' }
  | {
      readonly kind: 'block'
      readonly rule: string | undefined
      readonly reason: string
      /** It would look at these before it decides for good. */
      readonly needs?: readonly Need[]
    }
  | { readonly kind: 'refused' }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'unparseable'; readonly why: string }

export const STOP_SEQUENCE = '</block>'

/** Longer than any answer that the token limits allow; what is longer is not read. */
const MAX_REPLY = 65_536

/**
 * Reads a reply. INVARIANT: it allows only if the whole reply is `<block>no</block>` (after thinking, in the thinking
 * stage) and ended of itself, or `<block>no` where the stop sequence took the rest.
 */
export function parseReply({ text, end }: Pick<ModelReply, 'text' | 'end'>, shape: ReplyShape): ParsedReply {
  if (end === 'refusal') return { kind: 'refused' }
  if (end === 'too-long') return { kind: 'too-long' }
  if (text === undefined) return unparseableReply('not one text')
  if (text.length > MAX_REPLY) return unparseableReply('too long')
  const ended = end === 'complete'
  if (shape === 'first') return parseFirst(text, ended, end === 'stop')
  const answer = shape === 'only' ? text : withoutThinking(text)
  if (answer === undefined) return unparseableReply('thinking without an end')
  return shape === 'asking' && ended ? parseAsking(answer) : parseAnswer(answer, ended)
}

/** A whole block by a named rule, and behind it what is asked for. */
function parseAsking(text: string): ParsedReply {
  const at = text.lastIndexOf('</reason>') + '</reason>'.length
  const tail = text.slice(at)
  if (at < '</reason>'.length || !tail.includes('<need>')) return parseAnswer(text, true)
  const needs = readNeeds(tail)
  const parsed = parseAnswer(text.slice(0, at), true)
  if (parsed.kind !== 'block') return parsed
  return needs === undefined ? unparseableReply('not a need') : { ...parsed, needs }
}

function parseFirst(text: string, ended: boolean, stopped: boolean): ParsedReply {
  if (text === '<block>no' && (stopped || ended)) return { kind: 'allow' }
  if (text === '<block>yes') return { kind: 'block', rule: undefined, reason: '' }
  return parseAnswer(text, ended)
}

const ALLOW_REPLY = '<block>no</block>'
const BLOCK_REPLY = '<block>yes</block>'

function parseAnswer(text: string, ended: boolean): ParsedReply {
  const end = trimmedEnd(text)
  if (end === ALLOW_REPLY) return ended ? { kind: 'allow' } : unparseableReply('cut off')
  if (!end.startsWith(BLOCK_REPLY)) return unparseableReply('not the protocol')
  return parseReason(trimmedStart(end.slice(BLOCK_REPLY.length)), ended)
}

/** After a yes: nothing, or one reason; its end may be missing only where the reply was cut off. */
function parseReason(text: string, ended: boolean): ParsedReply {
  if (text === '') return { kind: 'block', rule: undefined, reason: '' }
  if (!text.startsWith('<reason>')) return unparseableReply('text after the verdict')
  const inner = text.slice('<reason>'.length)
  const end = inner.indexOf('</reason>')
  if (end >= 0 ? end + '</reason>'.length !== inner.length : ended) return unparseableReply('text after the verdict')
  const raw = end >= 0 ? inner.slice(0, end) : inner
  if (/<\/?(?:block|thinking)/i.test(raw)) return unparseableReply('two verdicts')
  const rule = /^\s{0,8}\[([a-z0-9][a-z0-9-]{0,63})\]/.exec(raw)
  return { kind: 'block', rule: rule?.[1], reason: cleanReason(rule ? raw.slice(rule[0].length) : raw) }
}

/** Cuts whole thinking spans at the start. Undefined when one does not end or holds another. */
function withoutThinking(text: string): string | undefined {
  let rest = trimmedStart(text)
  while (rest.startsWith('<thinking>')) {
    const end = rest.indexOf('</thinking>')
    if (end < 0 || rest.lastIndexOf('<thinking>', end) > 0) return undefined
    rest = trimmedStart(rest.slice(end + '</thinking>'.length))
  }
  return rest
}

const PLAIN_WHITESPACE = ' \t\r\n'

/** Only plain white space may stand around a verdict; `trim` would also take separators that hide something. */
function trimmedEnd(text: string): string {
  let end = text.length
  while (end > 0 && PLAIN_WHITESPACE.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

function trimmedStart(text: string): string {
  let start = 0
  while (start < text.length && PLAIN_WHITESPACE.includes(text.charAt(start))) start++
  return text.slice(start)
}

function unparseableReply(why: string): ParsedReply {
  return { kind: 'unparseable', why }
}

const MAX_REASON = 300

/** A model's words as one short line: no tags, no control or invisible characters, no secrets. */
export function cleanReason(raw: string, secrets: readonly string[] = []): string {
  const short = raw.slice(0, MAX_REASON * 8)
  const line = short
    .replace(/\u001b\[[0-9;?]{0,32}[ -/]{0,4}[@-~]/g, '')
    .replace(/<[^<>]{0,200}>/g, ' ')
    .replace(/[<>]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\s]+/gu, ' ')
    .trim()
  const clean = redact(line, secrets)
  return clean.length > MAX_REASON ? `${clean.slice(0, MAX_REASON - 1).toWellFormed()}…` : clean
}
