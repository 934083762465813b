import { createHash } from 'node:crypto'

/** Remembers that an endpoint refused a key, until key or settings change. The edge may keep it on disk. */
export interface Latch {
  get(): string | undefined
  set(fingerprint: string | undefined): void
}

export function memoryLatch(): Latch {
  let latched: string | undefined
  return {
    get: () => latched,
    set: (fingerprint) => {
      latched = fingerprint
    },
  }
}

/** What must change before it is worth asking again. */
export function fingerprint(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
