/** The text of `-EncodedCommand`: base64 of UTF-16, little endian. */
export function decodeCommand(encoded: string): string {
  return Buffer.from(encoded, 'base64').toString('utf16le')
}
