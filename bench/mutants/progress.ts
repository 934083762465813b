import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** Lines of a file, each a key and what is known of it; the last one holds. A run that is broken off goes on from there. */
export interface Progress<Value> {
  get(key: string): Value | undefined
  keep(key: string, value: Value): void
}

export function createProgress<Value>(file: string): Progress<Value> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const known = new Map(lines.flatMap((line) => readLine<Value>(line)))
  return {
    get: (key) => known.get(key),
    keep: (key, value) => {
      known.set(key, value)
      // A line of its own, also after one that was broken off.
      appendFileSync(file, `\n${JSON.stringify([key, value])}\n`)
    },
  }
}

function readLine<Value>(line: string): readonly (readonly [string, Value])[] {
  try {
    return [JSON.parse(line) as [string, Value]]
  } catch {
    // Empty, or broken off as it was written.
    return []
  }
}

export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
}
