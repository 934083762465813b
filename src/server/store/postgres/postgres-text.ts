/** A text as PostgreSQL takes it: without the character nought, and without halves of characters. It only narrows a search. */
export function toPostgresText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
