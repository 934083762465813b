const MIN_LENGTH = 24
const MAX_LENGTH = 4096

/** The readable text that a word holds in base64 or hex; undefined when it is an ordinary word or no text comes of it. */
export function decodedText(word: string): string | undefined {
  if (word.length < MIN_LENGTH || !/^[A-Za-z0-9+_-]+$/.test(word)) return undefined
  const cut = word.slice(0, MAX_LENGTH)
  if (/^[0-9a-f]+$/i.test(cut)) return readable(Buffer.from(cut, 'hex'))
  // Plain names have one case and no digits; what is in code has all of them.
  if (!/[a-z]/.test(cut) || !/[A-Z]/.test(cut) || !/[0-9]/.test(cut)) return undefined
  return readable(Buffer.from(cut, 'base64url'))
}

/** The text if it begins with a long run of printable signs. */
function readable(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1')
  const run = /^[\t\n\r\x20-\x7e]{16,}/.exec(text)?.[0]
  return run !== undefined && run.length >= text.length / 4 ? run : undefined
}
