/** The words of the protocol and of what stands around it, in any spelling of their brackets. */
const PROTOCOL =
  /[<‹«〈⟨《]\/?(?:block|need|reason|thinking|evidence|transcript)(?![a-z])[^\n]{0,80}?[>›»〉⟩》]|fence="|\{"(?:gate|unverified_user|unverified_call)":/

/** Escapes by which a text may hide a bracket or a letter from whoever reads it quickly. */
const ESCAPE = /\\u\{?([0-9a-f]{2,6})\}?|\\x([0-9a-f]{2})|&#x([0-9a-f]{1,6});|&#(\d{1,7});|%([0-9a-f]{2})/gi

const NAMED: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/**
 * Does a text of the project show the judge's own protocol? Nothing that a project needs does, and a file that does so speaks to
 * the judge. What it says in plain words only the model can tell.
 */
export function speaksToJudge(text: string): boolean {
  return [text, unescaped(text)].some((reading) => PROTOCOL.test(folded(reading)))
}

function unescaped(text: string): string {
  const plain = text.replace(ESCAPE, (whole, u?: string, x?: string, hex?: string, decimal?: string, url?: string) => {
    const code = decimal === undefined ? Number.parseInt(u ?? x ?? hex ?? url ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
  return plain.replace(/&(?:lt|gt|quot);/gi, (name) => NAMED[name.toLowerCase()] ?? name)
}

/** Compatible letters as one, without marks, case, blanks and what nobody sees. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Z}\\]+/gu, '')
    .toLowerCase()
}
