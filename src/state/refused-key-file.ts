import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KeyRefusal, RefusedKeyLatch } from '../judge/model/refused-key-latch.ts'
import { privateFolder } from './private-folder.ts'

const REFUSED_KEY_FILE = 'refused-key'

/** Remembers across processes that an endpoint refused a key. Losing it costs one more refused request. */
export function createFileLatch(folder: string): RefusedKeyLatch {
  const file = join(privateFolder(folder), REFUSED_KEY_FILE)
  return {
    get: () => readLastRefusal(folder),
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

/** The last refusal that no accepted key has ended, for those who only look. What cannot be read counts as absent. */
export function readLastRefusal(folder: string): KeyRefusal | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(join(folder, REFUSED_KEY_FILE), 'utf8'))
    return isRefusal(read) ? read : undefined
  } catch {
    return undefined
  }
}

function isRefusal(value: unknown): value is KeyRefusal {
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
