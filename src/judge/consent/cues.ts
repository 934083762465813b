import type { Entry } from '../../transcript/entries.ts'

/**
 * Words without which no sentence rules anything out. Wider than what is read as a prohibition, never narrower: a turn
 * without any of them is not read at all, and most turns of a long conversation are such.
 */
const CUES =
  /n['’]t\b|\b(?:dont|no|not|nope|nothing|never|cannot|avoid|refrain|hold|stop|myself|manually|ourselves|offline|without|leave|keep|stay|hands|bounds|limits?|except|excluding|than|apart|but|only|restrict|confine|outside|forbid\w*|prohibit\w*|ban|banned|untouched|alone|skip|spare)\b/

/** Could this entry state a boundary? A tag may hide a word's middle, and an answer's no stands in its first letter. */
export function mayBound(entry: Entry): boolean {
  if (entry.kind === 'consent') return true
  if (entry.kind !== 'user') return false
  return entry.text.includes('<') || CUES.test(entry.text.toLowerCase())
}
