import { sha256 } from '../../analysis/text/sha256.ts'
import type { Entry, Transcript } from '../../transcript/entries.ts'
import { REFUSAL_ANSWER } from '../consent/human-turns.ts'
import { isTemplatePrompt } from '../speech/user-words.ts'
import type { Ledger, StatedStatement, Statement } from './statement.ts'

/** A statement as a session keeps it: checked against the words it comes from. */
export interface CheckedStatement extends Statement {
  readonly unverified?: true
}

/** What a session's log tells of statements. */
export type StatementEvent =
  | TurnReading
  /** A person removed a statement by its number. */
  | { readonly type: 'statement-removed'; readonly id: number; readonly at: number }

/** A turn was read. Of a reader the first reading of a turn counts; a model's replaces that of the phrases. */
export interface TurnReading {
  readonly type: 'reading'
  readonly turn: string
  readonly at: number
  readonly added: readonly CheckedStatement[]
  readonly lifted: readonly number[]
  readonly kept: readonly number[]
  /** Nobody vouched for the turn when it was read: the reading counts as far as the transcript vouches for it by now. */
  readonly unproven?: true
  /** No model read it: the phrases did. */
  readonly by?: 'phrases'
  /** The model that read it. */
  readonly model?: string
}

/** A turn that may state something. */
export interface ReadableTurn {
  readonly key: string
  readonly text: string
  readonly vouched: boolean
  /** Its place in the transcript. */
  readonly at: number
  /** The question of the agent that it answers with no. */
  readonly refused?: string
  /** The agent worded it, and the person chose it: it may limit, and no model reads it. */
  readonly isChosen?: true
}

/** The turns of people in a conversation. The same words said twice are two turns. */
export function readableTurns(transcript: Transcript): readonly ReadableTurn[] {
  return statingTurns(transcript).filter(({ isChosen }) => !isChosen)
}

/** The same, and the answers that people chose. */
export function statingTurns(transcript: Transcript): readonly ReadableTurn[] {
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
  const known = HASHES.get(edges)?.get(text.length)
  if (known !== undefined) return known
  const hash = sha256(`${text.length}\0${edges}`).slice(0, 24)
  if (HASHES.size >= MAX_HASHES) HASHES.clear()
  HASHES.set(edges, (HASHES.get(edges) ?? new Map()).set(text.length, hash))
  return hash
}

const MAX_HASHES = 1_000
/** By the edges of a turn, and its length: each call asks for all of them, more than once. */
const HASHES = new Map<string, Map<number, string>>()

/** The conversation without the turns that a model has read: nothing else reads those. */
export function unreadTranscript(transcript: Transcript, ledger: Ledger | undefined): Transcript {
  if (ledger === undefined || ledger.read.size === 0) return transcript
  const read = new Set(readableTurns(transcript).flatMap(({ key, at }) => (ledger.read.has(key) ? [at] : [])))
  return transcript.filter((_, at) => !read.has(at))
}

function wordsOf(entry: Entry): Omit<ReadableTurn, 'key' | 'at'> | undefined {
  if (entry.kind === 'user') {
    return isTemplatePrompt(entry.text) ? undefined : { text: entry.text, vouched: entry.trusted }
  }
  if (entry.kind !== 'consent') return undefined
  const { answer, about } = entry
  // Of an answer only what was typed is the person's.
  const typed = answer.kind === 'typed' ? answer.text : undefined
  const text = typed ?? about?.label
  if (text === undefined) return undefined
  return {
    text,
    vouched: typed !== undefined,
    ...(typed === undefined && { isChosen: true }),
    ...(about !== undefined && REFUSAL_ANSWER.test(text) && { refused: about.question }),
  }
}

/** "Today" ends a day later: nobody's clock has to be known. */
const TODAY_MS = 24 * 60 * 60 * 1000

/** What is in force. A grant ends with the next turn that doesn't go on with its task; a limit lasts until it's lifted. */
export function foldLedger(events: readonly StatementEvent[], transcript: Transcript, now: number): Ledger {
  const turns = statingTurns(transcript)
  return createFold(events, turns).ledger(turns, transcript, now)
}

export interface LedgerFold {
  /** What is in force after the events so far. */
  readonly held: readonly StatedStatement[]
  hasReading(turn: string): boolean
  add(event: StatementEvent): void
  ledger(turns: readonly ReadableTurn[], transcript: Transcript, now: number): Ledger
}

export function createFold(events: readonly StatementEvent[], turns: readonly ReadableTurn[]): LedgerFold {
  const places = new Map(turns.map(({ key, vouched }, place) => [key, { vouched, place }]))
  const byModel = new Set(events.flatMap((event) => (event.type === 'reading' && !event.by ? [event.turn] : [])))
  const read = new Set<string>()
  const byPhrases = new Set<string>()
  let held: readonly StatedStatement[] = []
  let count = 0
  let latest: string | undefined
  let furthest = -1
  const add = (event: StatementEvent): void => {
    if (event.type === 'statement-removed') {
      held = held.filter(({ id }) => id !== event.id)
      return
    }
    const known = event.by ? byPhrases : read
    if (known.has(event.turn)) return
    known.add(event.turn)
    // Numbers don't depend on who vouches for what by now, nor on who reads it later.
    const added = event.added.map(
      (statement): StatedStatement => ({ ...statement, id: ++count, turn: event.turn, saidAt: event.at }),
    )
    const counts = weightOf(event, places.get(event.turn))
    if (counts === 'nothing' || (event.by && byModel.has(event.turn))) return
    const place = places.get(event.turn)?.place ?? furthest
    const isLate = place < furthest
    furthest = Math.max(furthest, place)
    if (!isLate && !event.by) latest = event.turn
    const whole = counts === 'all' && !isLate
    const lifted = new Set(whole ? event.lifted : [])
    const kept = new Set(event.kept)
    // The phrases tell nothing of a task.
    const goesOn = ({ id }: StatedStatement) => isLate || event.by !== undefined || kept.has(id)
    held = [
      ...held.filter((one) => !lifted.has(one.id) && (one.kind === 'limit' || goesOn(one))),
      ...added.filter(({ kind }) => whole || kind === 'limit'),
    ]
  }
  for (const event of events) add(event)
  return {
    get held() {
      return held
    },
    hasReading: (turn) => read.has(turn) || byPhrases.has(turn),
    add,
    ledger: (all, transcript, now) => {
      const unread = all.flatMap(({ key, isChosen }) => (read.has(key) || isChosen ? [] : [key]))
      const lost = transcript.some(({ kind }) => kind === 'gap') ? ['gap'] : []
      return { statements: held.filter((one) => !isOver(one, now)), read, latest, unread: [...unread, ...lost] }
    },
  }
}

/**
 * INVARIANT: a turn that nobody vouched for limits, and neither grants nor lifts. Once a record proves it, its reading counts whole; what
 * turns out to be nobody's word counts for nothing. What was said before other turns that are read already comes late: later words beat it.
 */
function weightOf(
  { unproven }: TurnReading,
  turn: { readonly vouched: boolean } | undefined,
): 'all' | 'limits' | 'nothing' {
  if (!unproven) return 'all'
  if (turn === undefined) return 'nothing'
  return turn.vouched ? 'all' : 'limits'
}

function isOver({ condition, saidAt }: StatedStatement, now: number): boolean {
  return condition?.type === 'today' && now - saidAt > TODAY_MS
}
