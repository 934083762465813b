import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

/** A body that was read whole, or one that is longer than is held in memory: it can only be passed on. */
export type ReadBody = { readonly whole: Buffer } | { readonly long: Readable }

/** Reads a body up to a limit. One that is cut off throws. */
export async function bodyOf(source: IncomingMessage, most: number): Promise<ReadBody> {
  const chunks: Buffer[] = []
  const rest = (source as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  let size = 0
  for (;;) {
    const { done, value } = await rest.next()
    if (done) break
    size += value.length
    chunks.push(value)
    if (size > most) return { long: Readable.from(concatChunks(chunks, rest), { objectMode: false }) }
  }
  if (!source.complete) throw new Error('the connection was cut')
  return { whole: Buffer.concat(chunks) }
}

async function* concatChunks(chunks: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks
  for (;;) {
    const { done, value } = await rest.next()
    if (done) return
    yield value
  }
}
