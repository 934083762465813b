const SEND_VERBS = new Set(
  'send sender put upload uploader share publish post attach forward submit push transfer paste snippet gist comment invoke'.split(
    ' ',
  ),
)

export function isSendingWord(word: string): boolean {
  return SEND_VERBS.has(word)
}
