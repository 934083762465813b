import type { CutText } from './cut-text.ts'
import type { EncodableEntry, LineFormat } from './line.ts'

/** Reads back what `writeLine` wrote. Throws on a line that it would not have written. */
export function decodeTranscript(text: string, format: LineFormat): EncodableEntry[] {
  const lines = text.split('\n')
  if (lines.pop() !== '') throw new Error('the last line has no end')
  return lines.map(format === 'jsonl' ? readJson : readText)
}

function readJson(line: string): EncodableEntry {
  const entries = Object.entries(JSON.parse(line) as Record<string, unknown>)
  const [first, second, ...more] = entries
  if (first === undefined || more.length > 0) throw new Error(`not an entry: ${line}`)
  if (second !== undefined) {
    if (first[0] !== 'tool' || second[0] !== 'input') throw new Error(`not an entry: ${line}`)
    return { kind: 'call', tool: stringField(first[1]), body: bodyField(second[1]) }
  }
  const [key, value] = first
  switch (key) {
    case 'user':
      return { kind: 'user', trusted: true, body: bodyField(value) }
    case 'unverified_user':
      return { kind: 'user', trusted: false, body: bodyField(value) }
    case 'harness':
      return { kind: 'harness', body: bodyField(value) }
    case 'gate':
      return { kind: value === 'unread' ? 'gap' : 'denied' }
    case 'unverified_call': {
      const { tool, input } = value as { tool: unknown; input: unknown }
      return { kind: 'call', tool: stringField(tool), body: bodyField(input), unconfirmed: true }
    }
    case 'consent': {
      const { asked_by, typed, chose_option } = value as Readonly<Record<string, unknown>>
      const answer =
        typed === undefined ? (Array.isArray(chose_option) ? chose_option.map(Number) : 'approved') : bodyField(typed)
      return { kind: 'consent', tool: stringField(asked_by), answer }
    }
    default:
      return { kind: 'call', tool: key, body: bodyField(value) }
  }
}

function bodyField(value: unknown): CutText {
  if (typeof value === 'string') return { whole: value }
  const { head, cut, tail } = value as { head: unknown; cut: unknown; tail: unknown }
  return { head: stringField(head), cut: Number(cut), tail: stringField(tail) }
}

function stringField(value: unknown): string {
  if (typeof value !== 'string') throw new Error('not a string')
  return value
}

const LINE_LABEL = /^(?:(tool|unverified_call|consent) ("(?:[^"\\]|\\.)*")|([A-Za-z][A-Za-z0-9_-]*)): /

function readText(line: string): EncodableEntry {
  const label = LINE_LABEL.exec(line)
  if (label === null) throw new Error(`not an entry: ${line}`)
  const rest = line.slice(label[0].length)
  if (label[2] !== undefined) {
    if (label[1] === 'consent')
      return { kind: 'consent', tool: stringField(JSON.parse(label[2])), answer: parseAnswer(rest) }
    const call = { kind: 'call', tool: stringField(JSON.parse(label[2])), body: plainBody(rest) } as const
    return label[1] === 'unverified_call' ? { ...call, unconfirmed: true } : call
  }
  switch (label[3]) {
    case 'user':
      return { kind: 'user', trusted: true, body: plainBody(rest) }
    case 'unverified_user':
      return { kind: 'user', trusted: false, body: plainBody(rest) }
    case 'harness':
      return { kind: 'harness', body: plainBody(rest) }
    case 'gate':
      return { kind: rest === 'unread' ? 'gap' : 'denied' }
    default:
      return { kind: 'call', tool: stringField(label[3]), body: plainBody(rest) }
  }
}

function parseAnswer(escaped: string): Extract<EncodableEntry, { kind: 'consent' }>['answer'] {
  if (escaped.startsWith('\\approved')) return 'approved'
  if (!escaped.startsWith('\\chose{')) return plainBody(escaped)
  return escaped.slice('\\chose{'.length, -1).split(',').filter(Boolean).map(Number)
}

function plainBody(escaped: string): CutText {
  const at = cutMarkerIndex(escaped, 'cut{')
  if (at === escaped.length) return { whole: unescapeText(escaped) }
  const end = escaped.indexOf('}', at)
  return {
    head: unescapeText(escaped.slice(0, at)),
    cut: Number(escaped.slice(at + '\\cut{'.length, end)),
    tail: unescapeText(escaped.slice(end + 1)),
  }
}

/** Where our own marker stands: a single backslash before its word; the text's end if nowhere. */
function cutMarkerIndex(escaped: string, word: string): number {
  for (let at = 0; at < escaped.length; at++) {
    if (escaped[at] !== '\\') continue
    if (escaped.startsWith(word, at + 1)) return at
    at++
  }
  return escaped.length
}

function unescapeText(escaped: string): string {
  return stringField(JSON.parse(`"${escaped}"`))
}
