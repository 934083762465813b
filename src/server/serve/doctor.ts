import { execFile } from 'node:child_process'
import { launcherFile } from '../../cli/package-root.ts'
import type { Diagnosis } from '../../integrations/installer.ts'
import type { DoctorResponse } from '../api/shapes.ts'

/** What was found counts for a while: the doctor starts every installed hook. */
const FINDINGS_CACHE_MS = 30_000
const MOST_MS = 120_000

/** The doctor's findings, from a process of its own: it waits for others, which nobody here should. */
export function createDoctor(home: string, now: () => number): () => Promise<DoctorResponse> {
  let last: { readonly at: number; readonly found: Promise<DoctorResponse> } | undefined
  return () => {
    if (last === undefined || now() - last.at > FINDINGS_CACHE_MS) last = { at: now(), found: runDoctor(home) }
    return last.found
  }
}

function runDoctor(home: string): Promise<DoctorResponse> {
  const options = { cwd: home, timeout: MOST_MS, maxBuffer: 8 * 1024 * 1024 }
  return new Promise((resolve) => {
    execFile(process.execPath, [launcherFile(), 'doctor', '--json', '--home', home], options, (error, stdout) => {
      const findings = stdout.split('\n').flatMap(findingOf)
      const failed = `the doctor could not be asked: ${error?.message ?? 'it said nothing'}`
      resolve({ findings: findings.length > 0 ? findings : [{ level: 'fault', text: failed }] })
    })
  })
}

function findingOf(line: string): DoctorResponse['findings'] {
  try {
    const { level, what, todo } = JSON.parse(line) as Diagnosis
    return [{ level, text: what, ...(todo !== undefined && { hint: todo }) }]
  } catch {
    return []
  }
}
