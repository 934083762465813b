import { shelvePrograms } from '../../analysis/programs/shelve.ts'
import { readTurn, type Turn } from '../../analysis/speech/clauses.ts'
import { isStanding } from '../../analysis/speech/own-words.ts'
import type { Entry, Transcript } from '../../transcript/entries.ts'

/** A turn of a person, or their answer to a question of the agent. */
export interface HumanTurn extends Turn {
  /** The question that was answered with yes: it may name what "yes" is about. */
  readonly approved?: string
  /** The question that was answered with no. */
  readonly refused?: string
}

const YES =
  /^\W*(?:y|yes|yeah|yep|yup|ok(?:ay)?|sure|approved?|go|go ahead|do it|proceed|confirm(?:ed)?|allow(?:ed)?|accept(?:ed)?|please do|correct|agreed|fine|ja|oui|sí|si|是|好|はい)(?![\w'])/i
const NO =
  /^\W*(?:n|no|nope|don'?t|do not|never|stop|cancel|reject(?:ed)?|den(?:y|ied)|refuse|decline|not|nein|non|不|いいえ)(?![\w'])/i

/** What people said, oldest first. INVARIANT: only trusted user entries and consent entries; nothing else ever grants or forbids. */
export function humanTurns(transcript: Transcript): readonly HumanTurn[] {
  shelvePrograms()
  return transcript.flatMap((entry) => (entry.kind === 'user' || entry.kind === 'consent' ? turnsOf(entry) : []))
}

/** What may rule something out: people's turns, and those that nobody vouches for, which grant and lift nothing. */
export function boundingTurns(transcript: Transcript): readonly HumanTurn[] {
  shelvePrograms()
  return transcript.flatMap((entry) => {
    if (entry.kind !== 'user' || entry.trusted) return humanTurns([entry])
    const turn = readTurn(entry.text)
    return isStanding(entry.text) ? [] : [{ ...turn, clauses: turn.clauses.filter(({ kind }) => kind === 'boundary') }]
  })
}

function turnsOf(entry: Extract<Entry, { kind: 'user' | 'consent' }>): readonly HumanTurn[] {
  if (entry.kind === 'user') return entry.trusted && !isStanding(entry.text) ? [readTurn(entry.text)] : []
  const answer = readTurn(entry.answer)
  const question = entry.question.toLowerCase()
  if (NO.test(entry.answer)) return [{ ...answer, refused: question }]
  const forbids = answer.clauses.some(({ kind }) => kind === 'boundary')
  return [YES.test(entry.answer) && !forbids ? { ...answer, approved: question } : answer]
}

/** A question as a whole, and each step of a plan by itself: one step says nothing of the names of another. */
export function stepsOf(question: string | undefined): readonly string[] {
  if (question === undefined) return []
  const steps = question.split(/\n+|(?<=[.?!])\s+/)
  const allowed = steps.filter((step) => readTurn(step).clauses.every(({ kind }) => kind !== 'boundary'))
  return [question, ...(steps.length > 1 ? allowed : [])]
}
