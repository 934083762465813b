/**
 * What must not reach a judge as itself inside a foreign string: tag brackets and what looks or normalises like one, line and
 * paragraph separators, control characters, and characters nobody sees (soft hyphens, bidirectional marks, joiners, variation
 * selectors, tags, format controls of any script).
 */
const UNSAFE_CHARACTERS =
  /[<>\u226e\u226f\ufe64\ufe65\uff1c\uff1e\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u202f\u205f\ufff0-\uffff]+/gu

/** Most texts hold nothing of it; to ask that first is many times faster than to look for all of it. */
const SAFE_TEXT = /^[ -;=?-~]*$/

/** A foreign string as a JSON string on one line; `JSON.parse` gives back exactly the string, lone surrogates included. */
export function quoteJson(text: string): string {
  return escapeJson(JSON.stringify(text))
}

/** JSON of ours that holds foreign strings: outside of its strings JSON has none of these characters. */
export function escapeJson(json: string): string {
  return SAFE_TEXT.test(json) ? json : json.replace(UNSAFE_CHARACTERS, escapeRun)
}

/** The same without the quotation marks, for the plain text form. */
export function quoteBody(text: string): string {
  return quoteJson(text).slice(1, -1)
}

/** As `quote`, and with everything beyond ASCII escaped: for names, where a look-alike letter would deceive. */
export function quoteAscii(text: string): string {
  return quoteJson(text).replace(/[^\x20-\x7e]+/g, escapeRun)
}

/** A run of characters, one escape for each code unit. */
function escapeRun(run: string): string {
  let out = ''
  for (let at = 0; at < run.length; at++) out += escapeOf(run.charCodeAt(at))
  return out
}

const ESCAPE_CACHE = new Map<number, string>()

/** Kept, because a hostile text can consist of nothing else. */
function escapeOf(unit: number): string {
  const known = ESCAPE_CACHE.get(unit)
  if (known !== undefined) return known
  const made = `\\u${unit.toString(16).padStart(4, '0')}`
  ESCAPE_CACHE.set(unit, made)
  return made
}
