import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DiagnosticKind, DiagnosticWriter } from './diagnostics.ts'

const DIAGNOSTIC_FOLDERS = { errors: 'judge-errors', dumps: 'judge-dumps' } as const

/** How many files each folder keeps. */
const MAX_FILES = 50

export function diagnosticFolder(stateFolder: string, kind: DiagnosticKind): string {
  return join(stateFolder, DIAGNOSTIC_FOLDERS[kind])
}

/** Writes diagnostics below the state folder: private, one file each, the oldest go first. */
export function diagnosticFiles(stateFolder: string): DiagnosticWriter {
  let count = 0
  return {
    write: (kind, name, text) => {
      const folder = diagnosticFolder(stateFolder, kind)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const time = new Date().toISOString().replace(/[:.]/g, '-')
      count++
      writeFileSync(join(folder, `${time}-${process.pid}-${count}-${name}.json`), text, { mode: 0o600, flag: 'wx' })
      const files = readdirSync(folder).sort()
      for (const old of files.slice(0, Math.max(0, files.length - MAX_FILES))) rmSync(join(folder, old))
    },
  }
}
