import type { Body } from './cut.ts'
import type { Format, SpokenEntry } from './line.ts'

/** Reads back what `writeLine` wrote. Throws on a line that it would not have written. */
export function decode(text: string, format: Format): SpokenEntry[] {
  const lines = text.split('\n')
  if (lines.pop() !== '') throw new Error('the last line has no end')
  return lines.map(format === 'jsonl' ? readJson : readText)
}

function readJson(line: string): SpokenEntry {
  const entries = Object.entries(JSON.parse(line) as Record<string, unknown>)
  const [first, second, ...more] = entries
  if (first === undefined || more.length > 0) throw new Error(`not an entry: ${line}`)
  if (second !== undefined) {
    if (first[0] !== 'tool' || second[0] !== 'input') throw new Error(`not an entry: ${line}`)
    return { kind: 'call', tool: text(first[1]), body: body(second[1]) }
  }
  const [key, value] = first
  switch (key) {
    case 'user':
      return { kind: 'user', trusted: true, body: body(value) }
    case 'unverified_user':
      return { kind: 'user', trusted: false, body: body(value) }
    case 'harness':
      return { kind: 'harness', body: body(value) }
    case 'gate':
      return { kind: value === 'unread' ? 'gap' : 'denied' }
    case 'unverified_call': {
      const { tool, input } = value as { tool: unknown; input: unknown }
      return { kind: 'call', tool: text(tool), body: body(input), unconfirmed: true }
    }
    case 'consent': {
      const { asked_by, typed, chose_option } = value as Readonly<Record<string, unknown>>
      const answer =
        typed === undefined ? (Array.isArray(chose_option) ? chose_option.map(Number) : 'approved') : body(typed)
      return { kind: 'consent', tool: text(asked_by), answer }
    }
    default:
      return { kind: 'call', tool: key, body: body(value) }
  }
}

function body(value: unknown): Body {
  if (typeof value === 'string') return { whole: value }
  const { head, cut, tail } = value as { head: unknown; cut: unknown; tail: unknown }
  return { head: text(head), cut: Number(cut), tail: text(tail) }
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error('not a string')
  return value
}

const LABEL = /^(?:(tool|unverified_call|consent) ("(?:[^"\\]|\\.)*")|([A-Za-z][A-Za-z0-9_-]*)): /

function readText(line: string): SpokenEntry {
  const label = LABEL.exec(line)
  if (label === null) throw new Error(`not an entry: ${line}`)
  const rest = line.slice(label[0].length)
  if (label[2] !== undefined) {
    if (label[1] === 'consent') return { kind: 'consent', tool: text(JSON.parse(label[2])), answer: answerIn(rest) }
    const call = { kind: 'call', tool: text(JSON.parse(label[2])), body: plain(rest) } as const
    return label[1] === 'unverified_call' ? { ...call, unconfirmed: true } : call
  }
  switch (label[3]) {
    case 'user':
      return { kind: 'user', trusted: true, body: plain(rest) }
    case 'unverified_user':
      return { kind: 'user', trusted: false, body: plain(rest) }
    case 'harness':
      return { kind: 'harness', body: plain(rest) }
    case 'gate':
      return { kind: rest === 'unread' ? 'gap' : 'denied' }
    default:
      return { kind: 'call', tool: text(label[3]), body: plain(rest) }
  }
}

function answerIn(escaped: string): Extract<SpokenEntry, { kind: 'consent' }>['answer'] {
  if (escaped.startsWith('\\approved')) return 'approved'
  if (!escaped.startsWith('\\chose{')) return plain(escaped)
  return escaped.slice('\\chose{'.length, -1).split(',').filter(Boolean).map(Number)
}

function plain(escaped: string): Body {
  const at = marker(escaped, 'cut{')
  if (at === escaped.length) return { whole: unquoted(escaped) }
  const end = escaped.indexOf('}', at)
  return {
    head: unquoted(escaped.slice(0, at)),
    cut: Number(escaped.slice(at + '\\cut{'.length, end)),
    tail: unquoted(escaped.slice(end + 1)),
  }
}

/** Where our own marker stands: a single backslash before its word; the text's end if nowhere. */
function marker(escaped: string, word: string): number {
  for (let at = 0; at < escaped.length; at++) {
    if (escaped[at] !== '\\') continue
    if (escaped.startsWith(word, at + 1)) return at
    at++
  }
  return escaped.length
}

function unquoted(escaped: string): string {
  return text(JSON.parse(`"${escaped}"`))
}
