import { registerPrograms } from '../../knowledge/programs/register-programs.ts'
import type { Entry, PersonAnswer, Transcript } from '../../transcript/entries.ts'
import { readTurn, type UserTurn } from '../speech/clauses.ts'
import { isTemplatePrompt } from '../speech/user-words.ts'

/** A turn of a person, or their answer to a question of the agent. */
export interface HumanTurn extends UserTurn {
  /** As it was typed. */
  readonly text: string
  /** The question that was answered with no. */
  readonly refused?: string
}

export const REFUSAL_ANSWER =
  /^\W*(?:n|no|nope|don'?t|do not|never|stop|cancel|reject(?:ed)?|den(?:y|ied)|refuse|decline|not|nein|non|不|いいえ)(?![\w'])/i

/** What people said, oldest first. INVARIANT: only what they typed, in turns and answers; nothing else ever grants. */
export function humanTurns(transcript: Transcript): readonly HumanTurn[] {
  registerPrograms()
  // What was said before a gap may have been taken back in it.
  const known = transcript.slice(transcript.findLastIndex(({ kind }) => kind === 'gap') + 1)
  return known.flatMap((entry) => (entry.kind === 'user' || entry.kind === 'consent' ? turnsOf(entry) : []))
}

/** What may rule something out: people's turns, and those that nobody vouches for, which grant and lift nothing. */
export function limitingTurns(transcript: Transcript): readonly HumanTurn[] {
  registerPrograms()
  return transcript.flatMap((entry) => {
    if (entry.kind === 'consent') return answerTurns(entry)
    if (entry.kind !== 'user' || entry.trusted) return humanTurns([entry])
    return isTemplatePrompt(entry.text) ? [] : [onlyLimits(entry.text)]
  })
}

function turnsOf(entry: Extract<Entry, { kind: 'user' | 'consent' }>): readonly HumanTurn[] {
  if (entry.kind === 'user') return entry.trusted && !isTemplatePrompt(entry.text) ? [humanTurn(entry.text)] : []
  // Of an answer only what was typed is the person's: options, questions and plans are the agent's text.
  return entry.answer.kind === 'typed' ? [humanTurn(entry.answer.text)] : []
}

/** An answer as far as it limits: here the agent's words count too, which the person chose or said no to. */
function answerTurns({ answer, about }: PersonAnswer): readonly HumanTurn[] {
  const said = answer.kind === 'typed' ? answer.text : (about?.label ?? '')
  const turn = answer.kind === 'typed' ? humanTurn(said) : onlyLimits(said)
  return [about !== undefined && REFUSAL_ANSWER.test(said) ? { ...turn, refused: about.question.toLowerCase() } : turn]
}

function humanTurn(text: string): HumanTurn {
  return { ...readTurn(text), text }
}

/** A text as far as it rules something out. */
function onlyLimits(text: string): HumanTurn {
  const turn = humanTurn(text)
  return { ...turn, clauses: turn.clauses.filter(({ kind }) => kind === 'boundary') }
}
