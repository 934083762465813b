import type { Entry, Transcript } from '../../transcript/entries.ts'
import { isStanding } from './own-words.ts'
import { boundingTurns } from './turns.ts'

/**
 * Words without which no sentence rules anything out. Wider than what is read as a boundary, never narrower: a turn without
 * any of them is not read at all, and most turns of a long conversation are such.
 */
const CUES =
  /n['’]t\b|\b(?:dont|no|not|nope|nothing|never|cannot|avoid|refrain|hold|stop|myself|manually|ourselves|offline|without|leave|keep|stay|hands|bounds|limits?|except|excluding|than|apart|but|only|just|restrict|confine|outside|forbid\w*|prohibit\w*|ban|banned|untouched|alone|skip|spare|ask|check|confirm|before|read-only|frozen|freeze|nicht\w*|keine?n?|ne|pas|rien)\b|不要|别|請勿|请勿|ないで/

/** Could this entry state a boundary? A tag may hide a word's middle, and an answer's no stands in its first letter. */
export function mayBound(entry: Entry): boolean {
  if (entry.kind === 'consent') return true
  if (entry.kind !== 'user' || isStanding(entry.text)) return false
  return entry.text.includes('<') || CUES.test(entry.text.toLowerCase())
}

/** A sentence that tells the agent what to leave, in words too free to be held offline. */
const FREE =
  /\b(?:don'?t|do not|never|must(?:n't| not)|shouldn'?t|should not|may not|avoid|refrain|hands off|hands-off|stay (?:away|out|within|inside|clear)|steer clear|off[- ]limits|untouched|leave .{1,60}(?:alone|be|as is|as it is|intact)|keep .{1,60}(?:as is|as it is|local|intact|out|untouched|unchanged|private)|only (?:touch|edit|change|work|look|read)|nothing (?:should|must|may|leaves|goes|gets)|no (?:new|more|pushing|commits?|changes|edits)|hold off|wait (?:for|until|with)|ask (?:me )?(?:first|before)|check with me|without (?:my|asking)|read[- ]only|freeze|frozen|forbidden|not allowed|belongs to|rather you|prefer (?:that )?you|would rather|i'll (?:do|handle|take care)|not (?:yet|now|ready))\b/
const LOOKS = /\b(?:read|open|look|print|show|view|access|cat|list|search|peek|inspect)\b/

/** The generous reading, for a model to settle: might something here rule out a change, or a look? */
export function mightForbid(transcript: Transcript, what: 'change' | 'look'): boolean {
  return boundingTurns(transcript.filter(mayBound)).some(
    (turn) => turn.refused !== undefined || (FREE.test(turn.names) && (what === 'change' || LOOKS.test(turn.names))),
  )
}
