import { sha256 } from '../../analysis/text/sha256.ts'
import type { Entry, Transcript } from '../../transcript/entries.ts'
import { isTemplatePrompt } from '../speech/user-words.ts'
import type { Ledger, StatedStatement, Statement } from './statement.ts'

/** A statement as a session keeps it: checked against the words it comes from. */
export interface CheckedStatement extends Statement {
  readonly unverified?: true
}

/** What a session's log tells of statements. */
export type StatementEvent =
  /** A turn was read; the first reading of a turn counts. */
  | {
      readonly type: 'reading'
      readonly turn: string
      readonly at: number
      readonly added: readonly CheckedStatement[]
      readonly lifted: readonly number[]
      readonly kept: readonly number[]
      /** Who read it. */
      readonly model?: string
    }
  /** A person removed a statement by its number. */
  | { readonly type: 'statement-removed'; readonly id: number; readonly at: number }

/** A turn that may state something. */
export interface ReadableTurn {
  readonly key: string
  readonly text: string
  readonly vouched: boolean
  /** Its place in the transcript. */
  readonly at: number
}

/** The turns of people in a conversation. The same words said twice are two turns. */
export function readableTurns(transcript: Transcript): readonly ReadableTurn[] {
  const seen = new Map<string, number>()
  return transcript.flatMap((entry, at) => {
    const said = wordsOf(entry)
    if (said === undefined) return []
    const hash = hashOf(said.text)
    const times = (seen.get(hash) ?? 0) + 1
    seen.set(hash, times)
    return [{ ...said, key: times === 1 ? hash : `${hash}#${times}`, at }]
  })
}

const HASHED_EDGE = 1_000

/** By how it begins, ends and how long it is: a conversation of megabytes is hashed on every call. */
function hashOf(text: string): string {
  const edges = text.length > 2 * HASHED_EDGE ? `${text.slice(0, HASHED_EDGE)}\0${text.slice(-HASHED_EDGE)}` : text
  return sha256(`${text.length}\0${edges}`).slice(0, 24)
}

/** The conversation without the turns that a model has read: nothing else reads those. */
export function unreadTranscript(transcript: Transcript, ledger: Ledger | undefined): Transcript {
  if (ledger === undefined || ledger.read.size === 0) return transcript
  const read = new Set(readableTurns(transcript).flatMap(({ key, at }) => (ledger.read.has(key) ? [at] : [])))
  return transcript.filter((_, at) => !read.has(at))
}

function wordsOf(entry: Entry): { readonly text: string; readonly vouched: boolean } | undefined {
  if (entry.kind === 'user') {
    return isTemplatePrompt(entry.text) ? undefined : { text: entry.text, vouched: entry.trusted }
  }
  // Of an answer only what was typed is the person's.
  return entry.kind === 'consent' && entry.answer.kind === 'typed'
    ? { text: entry.answer.text, vouched: true }
    : undefined
}

/** "Today" ends a day later: nobody's clock has to be known. */
const TODAY_MS = 24 * 60 * 60 * 1000

/** What is in force. A grant ends with the next turn that doesn't go on with its task; a limit lasts until it's lifted. */
export function foldLedger(events: readonly StatementEvent[], transcript: Transcript, now: number): Ledger {
  const read = new Set<string>()
  let held: readonly StatedStatement[] = []
  let count = 0
  let latest: string | undefined
  for (const event of events) {
    if (event.type === 'statement-removed') {
      held = held.filter(({ id }) => id !== event.id)
      continue
    }
    if (read.has(event.turn)) continue
    read.add(event.turn)
    latest = event.turn
    const lifted = new Set(event.lifted)
    const kept = new Set(event.kept)
    const stays = ({ id, kind }: StatedStatement) => !lifted.has(id) && (kind === 'limit' || kept.has(id))
    const added = event.added.map(
      (statement): StatedStatement => ({ ...statement, id: ++count, turn: event.turn, saidAt: event.at }),
    )
    held = [...held.filter(stays), ...added]
  }
  const unread = readableTurns(transcript).flatMap(({ key }) => (read.has(key) ? [] : [key]))
  const lost = transcript.some(({ kind }) => kind === 'gap') ? ['gap'] : []
  return { statements: held.filter((one) => !isOver(one, now)), read, latest, unread: [...unread, ...lost] }
}

function isOver({ condition, saidAt }: StatedStatement, now: number): boolean {
  return condition?.type === 'today' && now - saidAt > TODAY_MS
}
