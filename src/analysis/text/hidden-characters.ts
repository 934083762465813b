/** Characters that change the direction of text: what a person reads is then not what runs. */
const BIDI_CHARACTERS = /[\u202a-\u202e\u2066-\u2069]/
/** Control characters but for tab and the ends of lines, and marks of direction that are common in prose. */
const CONTROL_CHARACTERS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
/** Invisible characters and blanks that are not ASCII; harmless inside quotes (emoji use some of them). */
const INVISIBLE_CHARACTERS =
  /\u034f|[\u00a0\u00ad\u115f\u1160\u1680\u17b4\u17b5\u180e\u2000-\u200d\u2028\u2029\u202f\u205f-\u2065\u206a-\u206f\u3000\u3164\ufeff\uffa0]|[\ufe00-\ufe0f]|[\u180b-\u180d\u180f]|\udb40[\udc00-\udfff]/
const IGNORABLE_CHARACTERS =
  /\u034f|[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]|[\u180b-\u180f]/g

export function describeHiddenCharacter(text: string): string | undefined {
  if (text.includes('\0')) return 'a NUL character'
  if (BIDI_CHARACTERS.test(text)) return 'a character that turns the direction of the text'
  return /\r(?!\n)/.test(text) ? 'a carriage return inside a line' : undefined
}

export function hasControlCharacter(text: string): boolean {
  return CONTROL_CHARACTERS.test(text)
}

export function hasInvisibleCharacter(text: string): boolean {
  return INVISIBLE_CHARACTERS.test(text)
}

export function withoutIgnorableCharacters(text: string): string {
  return text.replace(IGNORABLE_CHARACTERS, '')
}

/** Letters of other scripts that look like ASCII ones stand beside ASCII ones in the names that imitate. */
const LOOK_ALIKE_LETTERS =
  /[\u0370-\u03ff\u0400-\u052f\u0530-\u058f\u13a0-\u13ff\u1d00-\u1dbf\u2100-\u214f\uff00-\uff5e]|\ud835/

const OBJECT_PROTOTYPE_NAMES: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype))

export function describeHostileName(name: string): string | undefined {
  if (OBJECT_PROTOTYPE_NAMES.has(name)) return 'a name that every object has'
  if (/^[\w./+-]*$/.test(name)) return undefined
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  if (base !== base.trim()) return 'a name with blanks around it'
  if (hasControlCharacter(name) || hasInvisibleCharacter(name)) return 'a name with signs that are not seen'
  if (base === name && /[^\0-\x7f]/.test(name)) return 'a name that is not plain ASCII'
  return LOOK_ALIKE_LETTERS.test(base) && /[A-Za-z]/.test(base)
    ? 'a name with letters that look like others'
    : undefined
}
