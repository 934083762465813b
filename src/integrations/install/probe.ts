import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { ProbeCall } from '../installer.ts'

export interface ProbeResult {
  readonly kind: 'denied' | 'not-denied' | 'blocked' | 'failed'
  readonly ms: number
  /** What it printed, for the person. */
  readonly said: string
}

/** The host's own limit for the hook; a probe that takes longer would be cut off there too. */
const LIMIT_MS = 90_000

/**
 * Sends one call through an installed entry, exactly as the host does: through the shell, as the host's user. The call is
 * harmless even if it ran, and must be denied.
 */
export function probeHook(command: string, cwd: string, { input, isDenied }: ProbeCall): ProbeResult {
  const started = performance.now()
  const sessionId = `doctor-${randomBytes(8).toString('hex')}`
  const { stdout, stderr, status, error } = spawnSync('/bin/sh', ['-c', command], {
    input: input({ command: 'irongate approve doctor-probe', cwd, sessionId }),
    encoding: 'utf8',
    timeout: LIMIT_MS,
    maxBuffer: 1024 * 1024,
  })
  const ms = performance.now() - started
  if (error) return { kind: 'failed', ms, said: String(error) }
  if (status === 126 || status === 127) return { kind: 'failed', ms, said: stderr.trim() }
  const denied = (status === 0 || status === 2) && isDenied(stdout)
  if (status === 2 && !denied) return { kind: 'blocked', ms, said: stderr.trim() }
  return { kind: denied ? 'denied' : 'not-denied', ms, said: `${stdout}${stderr}`.trim() }
}
