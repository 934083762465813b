/** More than any Record: whoever sends longer lines is not our server. */
const LONGEST = 16 * 1024 * 1024

/** The lines of a stream of bytes, without empty ones. */
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      const parts = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = parts.pop() ?? ''
      if (rest.length > LONGEST) throw new Error('a line of the stream is too long')
      for (const part of parts) if (part.trim() !== '') yield part
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
