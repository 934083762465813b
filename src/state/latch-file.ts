import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Latch, Refusal } from '../judge/claude/latch.ts'
import { privateFolder } from './folder.ts'

const NAME = 'refused-key'

/** Remembers across processes that an endpoint refused a key. Losing it costs one more refused request. */
export function fileLatch(folder: string): Latch {
  const file = join(privateFolder(folder), NAME)
  return {
    get: () => lastRefusal(folder),
    set: (refusal) => {
      if (refusal === undefined) {
        rmSync(file, { force: true })
        return
      }
      const draft = `${file}.${process.pid}`
      writeFileSync(draft, JSON.stringify(refusal), { mode: 0o600 })
      renameSync(draft, file)
    },
  }
}

/** The last refusal that no accepted key has ended, for those who only look. What cannot be read is none. */
export function lastRefusal(folder: string): Refusal | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(join(folder, NAME), 'utf8'))
    return isRefusal(read) ? read : undefined
  } catch {
    return undefined
  }
}

function isRefusal(value: unknown): value is Refusal {
  if (typeof value !== 'object' || value === null) return false
  const { print, at, detail, sessions } = value as Record<string, unknown>
  return (
    typeof print === 'string' &&
    Number.isFinite(at) &&
    typeof detail === 'string' &&
    typeof sessions === 'object' &&
    sessions !== null &&
    Object.values(sessions).every((time) => Number.isFinite(time))
  )
}
