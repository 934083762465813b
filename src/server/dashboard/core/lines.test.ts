import { describe, expect, it } from 'vitest'
import { linesOf } from './lines.ts'

async function lines(...parts: readonly (string | Uint8Array<ArrayBuffer>)[]): Promise<readonly string[]> {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const part of parts) controller.enqueue(typeof part === 'string' ? encoder.encode(part) : part)
      controller.close()
    },
  })
  const found: string[] = []
  for await (const line of linesOf(body)) found.push(line)
  return found
}

describe('lines of a stream', () => {
  it('come whole, however they are cut', async () => {
    expect(await lines('{"a":', '1}\n{"b"', ':2}\n\n', '{"c":3}\n')).toEqual(['{"a":1}', '{"b":2}', '{"c":3}'])
  })

  it('that were not ended are none', async () => expect(await lines('a\nb')).toEqual(['a']))

  it('are not broken within a character', async () => {
    const bytes = new TextEncoder().encode('é\n')
    expect(await lines(bytes.slice(0, 1), bytes.slice(1))).toEqual(['é'])
  })

  it('end where they never end', async () => {
    const part = 'x'.repeat(6 * 1024 * 1024)
    await expect(lines(part, part, part)).rejects.toThrow('too long')
  })
})
