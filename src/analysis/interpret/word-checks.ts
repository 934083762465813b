import type { Word } from '../words.ts'

/** Asks only for help or the version: nothing else happens. */
export function isHelpRequest(words: readonly Word[]): boolean {
  for (const [at, { known }] of words.entries()) {
    if (known === '--') return false
    // `--version 3` is which one, and asks for none.
    if (known === '--help' || (known === '--version' && !/^[^-]/.test(words[at + 1]?.known ?? ''))) return true
  }
  return false
}

/** Words that may turn out to be options, or several words: what they do cannot be proven. */
export function mayBeOptions(words: readonly Word[]): boolean {
  for (const word of words) {
    if (word.known === '--') return false
    if (word.dynamic && (word.known.startsWith('\0') ? !word.quoted : /^-[^=]*\0/.test(word.known))) return true
    if (word.glob && /^[*?[]/.test(word.known)) return true
  }
  return false
}

export function isStdin(word: Word): boolean {
  return word.text === '-' || word.text === '/dev/stdin'
}
