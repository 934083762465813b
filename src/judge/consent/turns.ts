import type { Entry, Transcript } from '../../transcript/entries.ts'
import { readTurn, type Turn } from './clauses.ts'
import { MAX_OWN } from './own-words.ts'

/** A human turn, or a person's answer to a question of the agent. */
export interface HumanTurn extends Turn {
  /** The question that was answered with yes: it may name what "yes" is about. */
  readonly approved?: string
  /** The question that was answered with no. */
  readonly refused?: string
}

const YES =
  /^\W*(?:y|yes|yeah|yep|yup|ok(?:ay)?|sure|approved?|go|go ahead|do it|proceed|confirm(?:ed)?|allow(?:ed)?|accept(?:ed)?|please do|correct|agreed|fine)\b/i
const NO = /^\W*(?:n|no|nope|don'?t|do not|never|stop|cancel|reject(?:ed)?|den(?:y|ied)|refuse|decline|not)\b/i

/** Entries never change, and every check of a session reads the same ones again. */
const read = new WeakMap<Entry, readonly HumanTurn[]>()

/** What people said, oldest first. INVARIANT: only trusted user entries and consent entries; nothing else ever grants. */
export function humanTurns(transcript: Transcript): readonly HumanTurn[] {
  return transcript.flatMap((entry): readonly HumanTurn[] => {
    if (entry.kind !== 'user' && entry.kind !== 'consent') return []
    const known = read.get(entry)
    if (known) return known
    const turns = turnsOf(entry)
    read.set(entry, turns)
    return turns
  })
}

/** What may rule something out, oldest first: people's turns, and those that nobody vouches for, which grant and lift nothing. */
export function boundingTurns(transcript: Transcript): readonly HumanTurn[] {
  return transcript.flatMap((entry) => {
    if (entry.kind !== 'user') return humanTurns([entry])
    if (!entry.trusted) return [onlyBounds(entry)]
    return entry.text.length <= MAX_OWN ? humanTurns([entry]) : [...humanTurns([entry]), onlyBounds(entry)]
  })
}

const bounding = new WeakMap<Entry, HumanTurn>()

function onlyBounds(entry: Extract<Entry, { kind: 'user' }>): HumanTurn {
  const known = bounding.get(entry)
  if (known) return known
  const turn = readTurn(entry.text, 'whole')
  const clauses = turn.clauses.filter(({ kind }) => kind === 'prohibition')
  const bare = { ...turn, clauses, sentences: [] }
  bounding.set(entry, bare)
  return bare
}

function turnsOf(entry: Extract<Entry, { kind: 'user' | 'consent' }>): readonly HumanTurn[] {
  if (entry.kind === 'user') return entry.trusted ? [readTurn(entry.text)] : []
  const answer = readTurn(entry.answer)
  if (NO.test(entry.answer)) return [{ ...answer, refused: entry.question.toLowerCase() }]
  // "Ok wait, don't" begins like a yes.
  const yes = YES.test(entry.answer) && !answer.sentences.some(({ parts }) => parts.some((part) => part.voids))
  return [yes ? { ...answer, approved: entry.question.toLowerCase() } : answer]
}
