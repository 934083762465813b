import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Latch } from '../judge/claude/latch.ts'
import { privateFolder } from './folder.ts'

/** Remembers across processes that an endpoint refused a key. Losing it costs one more refused request. */
export function fileLatch(folder: string): Latch {
  const file = join(privateFolder(folder), 'refused-key')
  return {
    get: () => {
      try {
        return readFileSync(file, 'utf8')
      } catch {
        return undefined
      }
    },
    set: (fingerprint) => {
      if (fingerprint === undefined) {
        rmSync(file, { force: true })
        return
      }
      const draft = `${file}.${process.pid}`
      writeFileSync(draft, fingerprint, { mode: 0o600 })
      renameSync(draft, file)
    },
  }
}
