/** The words of the protocol and of what stands around it, in any spelling of their brackets. */
const PROTOCOL =
  /[<‹«〈⟨《]\/?(?:block|need|reason|thinking|evidence|transcript)(?![a-z])[^\n]{0,80}?[>›»〉⟩》]|fence="|\{"(?:gate|unverified_user|unverified_call)":/

/** Escapes by which a text may hide a bracket or a letter from whoever reads it quickly, and the base of their digits. */
const ESCAPES: readonly (readonly [pattern: RegExp, base: number])[] = [
  [/\\u0{4}([0-9a-f]{4})/gi, 16],
  [/\\u([0-9a-f]{4})/gi, 16],
  [/\\u\{([0-9a-f]{1,6})\}/gi, 16],
  [/\\x([0-9a-f]{2})/gi, 16],
  [/\\([0-3][0-7]{2})/g, 8],
  [/&#x([0-9a-f]{1,6});/gi, 16],
  [/&#(\d{1,7});?/g, 10],
  [/%([0-9a-f]{2})/gi, 16],
]

/**
 * Does a text of the project show the judge's own protocol? Nothing that a project needs does, and a file that does so speaks to
 * the judge. What it says in plain words only the model can tell.
 */
export function speaksToJudge(text: string): boolean {
  return [text, unescaped(text)].some((reading) => PROTOCOL.test(folded(reading)))
}

function unescaped(text: string): string {
  const plain = text
    .replace(/&lt;?/gi, '<')
    .replace(/&gt;?/gi, '>')
    .replace(/&quot;?/gi, '"')
  return ESCAPES.reduce((read, [pattern, base]) => read.replace(pattern, characterOf(base)), plain)
}

function characterOf(base: number) {
  return (whole: string, digits: string): string => {
    const code = Number.parseInt(digits, base)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  }
}

/** Compatible letters as one, without marks, case, blanks and what nobody sees. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Z}\\]+/gu, '')
    .toLowerCase()
}
