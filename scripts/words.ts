import type { Prose } from './prose.ts'

/** Words that the glossary dropped, and what is written in their place. The one list: `scripts/lint.ts` looks for them. */
export interface DroppedWord {
  readonly words: RegExp
  readonly use: string
  /** It is wrong where people read it; a comment may say it. */
  readonly only?: 'text'
}

const HAS_TOLD = 'event|events|host|hook|record|program|request|around it|nobody'

export const DROPPED_WORDS: readonly DroppedWord[] = [
  { words: /\bclears\b/i, use: 'allows, lifts' },
  { words: /\bdeeds?\b/i, use: 'effect' },
  {
    words: /\btold (?:by|as|apart)\b|\b(?:cannot|can't|could not) be told\b|\bunless told\b/i,
    use: 'known by, unknown',
  },
  { words: new RegExp(`\\b(?:${HAS_TOLD}|that) told\\b|\\b(?:and|what is) told\\b`, 'i'), use: 'reported, said' },
  { words: /\btells? more\b/i, use: 'shows more' },
  { words: /\bstanding(?! (?:in|on|by|up|instructions?|orders?)\b)/i, use: 'lasting, open' },
  { words: /\bas (?:they come|it comes)\b(?! in\b)/i, use: 'default, as they arrive' },
  { words: /\bgo(?:es)? on\b/i, use: 'continue' },
  { words: /\bhad back\b/i, use: 'recoverable' },
  { words: /\btaken back\b/i, use: 'undone, revoked' },
  { words: /\banew\b/i, use: 'again' },
  { words: /\bmend(?:s|ed|ing)?\b/i, use: 'fix' },
  { words: /\btempers?\b/i, use: 'policy' },
  { words: /\bdraws?\b/i, use: 'run' },
  // "There is none" is English; "a call that is none" is not.
  { words: /(?<!\bthere )\bis none\b(?! of\b)/i, use: "isn't one" },
  { words: /\bseats?\b/i, use: 'integration point' },
  { words: /\b(?:residents?|starters?)\b/i, use: 'daemon, launcher' },
  { words: /\bguarded (?:places?|paths?|files?|folders?)\b/i, use: 'protected path' },
  { words: /\bin the shadow\b/i, use: 'in shadow mode' },
  { words: /\bstands? aside\b/i, use: 'pause' },
  { words: /\bclos(?:es?|ed|ing) the gate\b/i, use: 'fail closed' },
  { words: /\b(?:runs?|ran) out of time\b/i, use: 'time out' },
  { words: /\b(?:ruled out|bans?|banned)\b/i, use: 'limit' },
  { words: /(?<!\bword )\bboundar(?:y|ies)\b/i, use: 'limit' },
  { words: /\b(?:somebody|whoever)\b/i, use: 'you, the user', only: 'text' },
  { words: /\b(?:scribe|doer|shelve|treachery|putPrograms|stateSpoken|isOwnThing)\b/i, use: 'the name of today' },
]

const MAX_SENTENCE_WORDS = 20

/** What is wrong with a piece of prose, in words. */
export function proseFaults({ kind, text }: Prose): string[] {
  const dropped = DROPPED_WORDS.filter(({ only }) => only === undefined || only === kind).flatMap(({ words, use }) => {
    const [found] = words.exec(text) ?? []
    return found === undefined ? [] : [`"${found}"; write: ${use}`]
  })
  return [...dropped, ...(kind === 'text' ? longSentences(text) : [])]
}

/** Fixed sentences that people are shown. A list of words, a table and a pattern are none. */
function longSentences(text: string): string[] {
  return text
    .split(/\n\s*\n|\n(?= |-|\|)|(?<=[.!?:;])\s/)
    .filter((sentence) => /^[A-Z][a-z]/.test(sentence) && /[.!?]$/.test(sentence.trim()))
    .filter((sentence) => sentence.trim().split(/\s+/).length > MAX_SENTENCE_WORDS)
    .map((sentence) => `a sentence of more than ${MAX_SENTENCE_WORDS} words: ${sentence.trim().slice(0, 40)}…`)
}
