import type { Word } from '../../words.ts'

/** Switches that take digits and let others follow: `-0777pi`, `-l012ne`. */
const WITH_DIGITS = new Set(['0', 'l', 'W', 'T', 'C'])
/** Switches that take the rest of the word. */
const WITH_REST = new Set(['e', 'E', 'i', 'I', 'M', 'm', 'F', 'x', 'd', 'D', 'r', 'K'])

/** Perl's and Ruby's combined switches one after another, so that none hides behind a number: `-0pi` → `-0 -pi`. */
export function splitSwitches(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex((word, at) => !word.known.startsWith('-') && !takesNext(words[at - 1]?.known ?? ''))
  return words.flatMap((word, at) => (end >= 0 && at >= end ? [word] : split(word)))
}

function takesNext(text: string): boolean {
  return /^-[^-]*[eEIMmr]$/.test(text)
}

function split(word: Word): readonly Word[] {
  const { known } = word
  if (!/^-[A-Za-z0]*[0lWTC]/.test(known) || known.startsWith('--')) return [word]
  for (let at = 1; at < known.length; at++) {
    const letter = known[at] ?? ''
    if (WITH_REST.has(letter)) return [word]
    if (!WITH_DIGITS.has(letter)) continue
    const digits = /^(?:x[0-9a-fA-F]+|[0-9]*)/.exec(known.slice(at + 1))?.[0].length ?? 0
    const next = at + 1 + digits
    if (next >= known.length) return [word]
    const rest = `-${known.slice(next)}`
    return [made(word, known.slice(0, next)), ...split(made(word, rest))]
  }
  return [word]
}

const made = (word: Word, known: string): Word => ({ ...word, known, text: known.includes('\0') ? undefined : known })
