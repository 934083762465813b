import { unreachable } from '../decision.ts'
import { ENTRY_BUDGETS, type EntryBudgets } from './budget.ts'
import { cutTo } from './cut-text.ts'
import type { Entry, PersonAnswer, Transcript } from './entries.ts'
import { areSameEntry } from './entry-equality.ts'
import { type EncodableAnswer, type EncodableEntry, type LineFormat, uncutText, writeLine } from './line.ts'
import { estimateTokens } from './token-estimate.ts'

export interface EncoderOptions {
  /** The text a judge sees of a call; `''` leaves the call out. */
  readonly encodeCall: (tool: string, input: Readonly<Record<string, unknown>>) => string
  readonly format?: LineFormat
  readonly budgets?: EntryBudgets
}

/** What a judge reads, in blocks that stay what they are when more follows. */
export interface EncodedTranscript {
  /** The blocks as they were when this was encoded. Copied only when asked for: a long session has thousands. */
  readonly blocks: () => readonly string[]
  readonly tokens: number
}

export interface TranscriptEncoder {
  /**
   * Encodes what is new since the last time. INVARIANT: the lines of an entry are decided once; a transcript that continues
   * from the last one keeps all its blocks.
   */
  encode(transcript: Transcript): EncodedTranscript
  /** The action to be judged: whole, and the line it will have as history. */
  action(tool: string, text: string): string
}

/** One entry as lines; `apart` lines are a block of their own, because a request may have ended or may end there. */
interface EncodedEntry {
  readonly lines: readonly { readonly text: string; readonly apart: boolean }[]
  readonly tokens: number
}

const EMPTY_ENTRY: EncodedEntry = { lines: [], tokens: 0 }

export function createEncoder(options: EncoderOptions): TranscriptEncoder {
  const { encodeCall, format = 'jsonl', budgets = ENTRY_BUDGETS } = options
  let known: Entry[] = []
  let units: EncodedEntry[] = []
  let last: Transcript | undefined
  const blocks = createBlocks()
  let tokens = 0
  let userSeen = false

  const forget = (from: number): void => {
    known = known.slice(0, from)
    units = units.slice(0, from)
    blocks.clear()
    for (const unit of units) blocks.add(unit)
    tokens = units.reduce((sum, unit) => sum + unit.tokens, 0)
    userSeen = known.some((entry) => entry.kind === 'user')
  }

  const learn = (entry: Entry, next: Entry | undefined): void => {
    const unit = encodeEntry(entry, next)
    known.push(entry)
    units.push(unit)
    blocks.add(unit)
    tokens += unit.tokens
    if (entry.kind === 'user') userSeen = true
  }

  const encodeEntry = (entry: Entry, next: Entry | undefined): EncodedEntry => {
    switch (entry.kind) {
      case 'user': {
        const keep = !userSeen || next?.kind !== 'user'
        const body = keep ? uncutText(entry.text) : cutTo(entry.text, budgets.user)
        return unitOf([{ kind: 'user', trusted: entry.trusted, body }])
      }
      case 'call':
        return encodeCallEntry(entry)
      case 'consent':
        return unitOf([{ kind: 'consent', tool: entry.tool, answer: toEncodableAnswer(entry.answer) }])
      case 'gap':
        return unitOf([{ kind: 'gap' }])
      case 'harness':
        return unitOf([{ kind: 'harness', body: cutTo(entry.text, budgets.harness) }])
      default:
        return unreachable(entry)
    }
  }

  const encodeCallEntry = ({
    tool,
    input,
    judged,
    denied,
    unconfirmed,
  }: Extract<Entry, { kind: 'call' }>): EncodedEntry => {
    const text = encodeCall(tool, input)
    if (text === '') return EMPTY_ENTRY
    const body = judged === true ? uncutText(text) : cutTo(text, judged === false ? budgets.settled : budgets.call)
    const call: EncodableEntry = { kind: 'call', tool, body, ...(unconfirmed && { unconfirmed }) }
    return unitOf(denied === true ? [call, { kind: 'denied' }] : [call], judged !== false)
  }

  const unitOf = (spoken: readonly EncodableEntry[], apart = false): EncodedEntry => {
    const lines = spoken.map((one) => ({ text: writeLine(one, format), apart: apart && one.kind === 'call' }))
    return { lines, tokens: lines.reduce((sum, line) => sum + estimateTokens(line.text), 0) }
  }

  return {
    encode: (transcript) => {
      const start =
        transcript === last && isContinuation(known, transcript) ? known.length : commonLength(known, transcript)
      if (start < known.length) forget(start)
      for (let at = start; at < transcript.length; at++) {
        const entry = transcript[at]
        if (entry !== undefined) learn(entry, transcript[at + 1])
      }
      last = transcript
      return { blocks: blocks.snapshot(), tokens }
    },
    action: (tool, text) => writeLine({ kind: 'call', tool, body: uncutText(text) }, format),
  }
}

function toEncodableAnswer(answer: PersonAnswer['answer']): EncodableAnswer {
  switch (answer.kind) {
    case 'typed':
      return uncutText(answer.text)
    case 'chosen':
      return answer.options
    case 'approved':
      return answer.kind
  }
}

/** How many of the last entries are looked at where a host hands over the same list again. */
const COMPARED_ENTRIES = 64

/** Did the same list only grow? One that lost, gained or moved an entry has others at its start or where it ended before. */
function isContinuation(known: readonly Entry[], transcript: Transcript): boolean {
  if (transcript.length < known.length || known[0] !== transcript[0]) return false
  for (let at = Math.max(0, known.length - COMPARED_ENTRIES); at < known.length; at++) {
    if (known[at] !== transcript[at]) return false
  }
  return true
}

function commonLength(known: readonly Entry[], transcript: Transcript): number {
  let at = 0
  while (at < known.length && at < transcript.length && areSameEntry(known[at], transcript[at])) at++
  return at
}

/**
 * Joins lines into blocks, so that few content blocks lie between the ends of two requests.
 * INVARIANT: `closed` only grows; clearing takes a new list, so that snapshots stay true.
 */
function createBlocks(): { add(unit: EncodedEntry): void; clear(): void; snapshot(): () => readonly string[] } {
  let closed: string[] = []
  let open = ''
  const close = (): void => {
    if (open !== '') closed.push(open)
    open = ''
  }
  return {
    add: ({ lines }) => {
      for (const { text, apart } of lines) {
        if (apart) close()
        open += text
        if (apart) close()
      }
    },
    clear: () => {
      closed = []
      open = ''
    },
    snapshot: () => {
      const [list, count, last] = [closed, closed.length, open]
      return () => (last === '' ? list.slice(0, count) : [...list.slice(0, count), last])
    },
  }
}
