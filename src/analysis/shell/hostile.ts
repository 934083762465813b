import { LIMITS } from './limits.ts'

/** Control characters, and characters that change the direction of text: no honest command has them. */
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
/** Invisible characters and blanks that are not ASCII; harmless inside quotes (emoji use some of them). */
const INVISIBLE =
  /\u034f|[\u00a0\u00ad\u115f\u1160\u1680\u17b4\u17b5\u180e\u2000-\u200d\u2028\u2029\u202f\u205f-\u2065\u206a-\u206f\u3000\u3164\ufeff\uffa0]|[\ufe00-\ufe0f]|[\u180b-\u180d\u180f]|\udb40[\udc00-\udfff]/
/** A host that is not plain ASCII may look like another one. */
const FOREIGN_HOST = /:\/\/[^/\s?#]*[^\0-\x7f]/

/** A character that rules out proving anything about the whole text, or undefined. */
export function hostileText(text: string): string | undefined {
  if (CONTROL.test(text)) return 'a control or bidirectional character'
  const carriage = text.indexOf('\r')
  return carriage >= 0 ? 'a carriage return' : undefined
}

/** The text as bash would see it: NUL is dropped; line ends of other systems are read as line ends. */
export function asBashReads(text: string): string {
  const plain = text.includes('\0') ? text.replaceAll('\0', '') : text
  return plain.includes('\r\n') ? plain.replaceAll('\r\n', '\n') : plain
}

export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text)
}

export function hasForeignHost(text: string): boolean {
  return FOREIGN_HOST.test(text)
}

/** Letters beyond ASCII: as a command name they may imitate another command. */
export function hasForeignLetter(text: string): boolean {
  return /[^\0-\x7f]/.test(text)
}

/** Is the text nested deeper than the parser reads in linear time? Counts brackets without regard to quotes. */
export function tooDeep(text: string): boolean {
  let round = 0
  let curly = 0
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 40:
        if (++round > LIMITS.brackets) return true
        break
      case 41:
        if (round > 0) round--
        break
      case 123:
        if (++curly > LIMITS.brackets) return true
        break
      case 125:
        if (curly > 0) curly--
        break
    }
  }
  return false
}
