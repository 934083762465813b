import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { ProbeCall } from '../installer.ts'

export interface ProbeResult {
  readonly kind: 'expected' | 'unexpected' | 'blocked' | 'failed'
  readonly ms: number
  /** What it printed, for the person. */
  readonly said: string
}

/** The host's own limit for the hook; a probe that takes longer would be cut off there too. */
const LIMIT_MS = 90_000

/** Calls that are harmless even if they ran, by what the gate must answer. */
const PROBES = { deny: 'irongate approve doctor-probe', ask: 'touch .git/hooks/irongate-doctor' } as const

/** Sends a call through an installed entry, exactly as the host does: through the shell, as the host's user. */
export function probeHook(
  command: string,
  cwd: string,
  { input, decision }: ProbeCall,
  expected: keyof typeof PROBES = 'deny',
): ProbeResult {
  const started = performance.now()
  const sessionId = `doctor-${randomBytes(8).toString('hex')}`
  const { stdout, stderr, status, error } = spawnSync('/bin/sh', ['-c', command], {
    input: input({ command: PROBES[expected], cwd, sessionId }),
    encoding: 'utf8',
    timeout: LIMIT_MS,
    maxBuffer: 1024 * 1024,
  })
  const ms = performance.now() - started
  if (error) return { kind: 'failed', ms, said: String(error) }
  if (status === 126 || status === 127) return { kind: 'failed', ms, said: stderr.trim() }
  const isExpected = (status === 0 || status === 2) && decision(stdout) === expected
  if (status === 2 && !isExpected) return { kind: 'blocked', ms, said: stderr.trim() }
  return { kind: isExpected ? 'expected' : 'unexpected', ms, said: `${stdout}${stderr}`.trim() }
}
