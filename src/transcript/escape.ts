/**
 * What must not reach a judge as itself inside a foreign string: tag brackets, line and paragraph separators, control
 * characters, and characters nobody sees (soft hyphens, bidirectional marks, joiners, variation selectors, tags).
 */
const UNSAFE =
  /[<>\u007f-\u00a0\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202f\u205f-\u206f\u3164\ufeff\uffa0\ufff0-\uffff]|\u034f|\u17b4|\u17b5|[\u180b-\u180d]|\u180f|[\ufe00-\ufe0f]|\udb40[\udc00-\udfff]/g

/** A foreign string as a JSON string on one line; `JSON.parse` gives back exactly the string, lone surrogates included. */
export function quote(text: string): string {
  return JSON.stringify(text).replace(UNSAFE, escaped)
}

/** The same without the quotation marks, for the plain text form. */
export function quoteBody(text: string): string {
  return quote(text).slice(1, -1)
}

/** As `quote`, and with everything beyond ASCII escaped: for names, where a look-alike letter would deceive. */
export function quoteAscii(text: string): string {
  return quote(text).replace(/[^\x20-\x7e]/g, escaped)
}

function escaped(character: string): string {
  let out = ''
  for (let at = 0; at < character.length; at++) {
    out += `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`
  }
  return out
}
