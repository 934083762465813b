import { hasControl } from '../hidden-signs.ts'
import { LIMITS } from './limits.ts'

const FOREIGN_HOST = /:\/\/[^/\s?#]*[^\0-\x7f]/

/** A character that rules out proving anything about the whole text, or undefined. */
export function hostileText(text: string): string | undefined {
  if (hasControl(text)) return 'a control or bidirectional character'
  const carriage = text.indexOf('\r')
  return carriage >= 0 ? 'a carriage return' : undefined
}

/** The text as bash would see it: NUL is dropped; line ends of other systems are read as line ends. */
export function asBashReads(text: string): string {
  const plain = text.includes('\0') ? text.replaceAll('\0', '') : text
  return plain.includes('\r\n') ? plain.replaceAll('\r\n', '\n') : plain
}

export function hasForeignHost(text: string): boolean {
  return text.includes('://') && FOREIGN_HOST.test(text)
}

/** Without that many of them nothing is nested so deep, and finding them takes a fraction of the count. */
function holdsMore(text: string, bracket: string): boolean {
  let at = -1
  for (let found = 0; found <= LIMITS.brackets; found++) {
    at = text.indexOf(bracket, at + 1)
    if (at < 0) return false
  }
  return true
}

/** Is the text nested deeper, or more text in deep nesting, than the parser reads in linear time? Counts brackets without regard to quotes. */
export function tooDeep(text: string): boolean {
  const wide = text.length > LIMITS.nested / LIMITS.brackets
  if (!wide && !holdsMore(text, '(') && !holdsMore(text, '{')) return false
  let round = 0
  let curly = 0
  let nested = 0
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
    nested += round + curly
    if (nested > LIMITS.nested) return true
  }
  return false
}
