const MIN_ENCODED_LENGTH = 24
/** How much of a long text tells whether it is one: bytes after a readable beginning do not hide it. */
const MAX_CHECKED_LENGTH = 3072

export function decodedText(word: string): string | undefined {
  if (word.length < MIN_ENCODED_LENGTH || !/^[A-Za-z0-9+_-]+$/.test(word)) return undefined
  if (/^[0-9a-f]+$/i.test(word)) return readableText(Buffer.from(word, 'hex'))
  // Plain names have one case and no digits; what is in code has all of them.
  if (!/[a-z]/.test(word) || !/[A-Z]/.test(word) || !/[0-9]/.test(word)) return undefined
  return readableText(Buffer.from(word, 'base64url'))
}

function readableText(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1')
  const run = /^[\t\n\r\x20-\x7e]{16,}/.exec(text)?.[0]
  return run !== undefined && run.length >= Math.min(text.length, MAX_CHECKED_LENGTH) / 4 ? run : undefined
}
