import { userWords } from './user-words.ts'

/** A turn as far as a person said it in their own words: without code blocks, quoted lines, tags, logs and long pastes. */
export interface OwnWords {
  /** In lower case, blanks made one. Short quotes are left in: they may name things. */
  readonly names: string
  /** Did the person say this themselves, and not only quote it? */
  says(sentence: string): boolean
}

export function ownWords(text: string): OwnWords {
  const names = normalize(userWords(text).names)
  const unquoted = names.replace(QUOTED, (quote) => MASK.repeat(quote.length))
  return {
    names,
    says: (sentence) => {
      const wanted = normalize(sentence)
      if (wanted === '') return false
      for (let at = names.indexOf(wanted); at >= 0; at = names.indexOf(wanted, at + 1))
        if (isMostlyOwn(unquoted.slice(at, at + wanted.length))) return true
      return false
    },
  }
}

const MASK = '\u0001'
/** Inline code is no quote: people write commands so. */
const QUOTED = /"[^"\n]*"|“[^”\n]*”|„[^“\n]*“|«[^»\n]*»|「[^」\n]*」|(?<!\w)'[^'\n]*'(?!\w)/g

/** A sentence may name something in quotes; what is quoted for the most part is somebody else's. */
function isMostlyOwn(part: string): boolean {
  const quoted = part.split(MASK).length - 1
  return quoted * 2 <= part.length
}

function normalize(text: string): string {
  return text.replaceAll('’', "'").toLowerCase().replace(/\s+/g, ' ').trim()
}
