import { lazy } from '../../analysis/text/memoize.ts'
import type { Entry, Transcript } from '../../transcript/entries.ts'
import { isTemplatePrompt } from '../speech/user-words.ts'
import { type HumanTurn, limitingTurns } from './human-turns.ts'

/**
 * Words without which no sentence rules anything out. Wider than what is read as a boundary, never narrower: a turn without
 * any of them is not read at all, and most turns of a long conversation are such.
 */
const LIMIT_CUES =
  /n['’]t\b|\b(?:dont|no|not|nope|nothing|never|cannot|avoid|refrain|hold|stop|myself|manually|ourselves|offline|without|leave|let|keep|stay|hands|bounds|limits?|except|excluding|than|apart|but|only|just|restrict|confine|outside|forbid\w*|prohibit\w*|ban|banned|untouched|alone|skip|spare|ask|check|confirm|before|read-only|frozen|freeze|nicht\w*|keine?n?|ne|pas|rien)\b|不要|别|請勿|请勿|ないで/

/** Could this entry state a boundary? A tag may hide a word's middle, and an answer's no stands in its first letter. */
export function mayStateLimit(entry: Entry): boolean {
  if (entry.kind === 'consent') return true
  return entry.kind === 'user' && !isTemplatePrompt(entry.text) && hasLimitCue(entry.text)
}

export function hasLimitCue(text: string): boolean {
  return text.includes('<') || LIMIT_CUES.test(text.toLowerCase())
}

/**
 * A model looks at all that is read as a boundary, and at words that leave out, keep, put off or reserve: few in number, unlike
 * the phrases that are made of them.
 */
const RESTRICTION_WORDS =
  /\b(?:don'?t|do not|no|nothing|none|never|nowhere|only|except(?:ion)?|beyond|unless|until|without|before(?:hand)?|rather|myself|ourselves|on my own|my (?:job|ok|approval|turn)|keep|leave|let .{1,40} be|stays?|remains?|wait|hold|later|as (?:it|they) (?:is|are|stand)|alone|(?:by|past|with|from) me|ask me|avoid|steer|taboo|off the table|refrain|forbidden|restrict\w*|confine|limit)\b/

function mayRestrict({ clauses, names }: HumanTurn): boolean {
  return RESTRICTION_WORDS.test(names) || isForeignLanguage(names) || clauses.some(({ kind }) => kind === 'boundary')
}

/** Scripts that English is not written in, and words that hold sentences of other languages together. */
const nonLatinScript = lazy(() => /[\p{L}--[\p{Script=Latin}\p{Script=Greek}]]{2}/v)
const foreignFunctionWords = lazy(
  () =>
    /(?<![\p{L}'-])(?:der|das|und|nur|nichts?|keine?n?|bitte|ist|auf|für|von|finger|le|les|ne|pas|une?|du|est|dans|el|los|las|una?|por|que|solo|nada|não|nao|uma|di|il|che|non|het|een|niet)(?![\p{L}'-])/gu,
)

/** What is said in another language is read by a model: here only a handful of its forms is. */
function isForeignLanguage(said: string): boolean {
  return nonLatinScript().test(said) || new Set(said.match(foreignFunctionWords())).size > 1
}

const READ_VERBS = /\b(?:read|open|look|print|show|view|access|cat|list|search|peek|inspect)\b/

/** The generous reading, for a model to settle: might something here rule out a change, or a look? */
export function mayForbid(transcript: Transcript, what: 'change' | 'look'): boolean {
  // What was ruled out may stand where nobody could read it.
  if (transcript.some(({ kind }) => kind === 'gap')) return true
  const said = transcript.filter((entry) => entry.kind === 'user' || entry.kind === 'consent')
  return limitingTurns(said).some(
    (turn) => turn.refused !== undefined || (mayRestrict(turn) && (what === 'change' || READ_VERBS.test(turn.names))),
  )
}
