import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'

export interface ProbeResult {
  readonly kind: 'denied' | 'not-denied' | 'blocked' | 'failed'
  readonly ms: number
  /** What it printed, for the person. */
  readonly said: string
}

/** The host's own limit for the hook; a probe that takes longer would be cut off there too. */
const LIMIT_MS = 90_000

/**
 * Sends one call through the installed entry, exactly as the host does: through the shell, as the host's user. The call is
 * harmless even if it ran, and must be denied.
 */
export function probe(command: string, cwd: string): ProbeResult {
  const started = performance.now()
  const { stdout, stderr, status, error } = spawnSync('/bin/sh', ['-c', command], {
    input: JSON.stringify({
      session_id: `doctor-${randomBytes(8).toString('hex')}`,
      cwd,
      hook_event_name: 'PreToolUse',
      permission_mode: 'default',
      tool_name: 'Bash',
      tool_input: { command: 'irongate approve doctor-probe' },
      tool_use_id: 'doctor',
    }),
    encoding: 'utf8',
    timeout: LIMIT_MS,
    maxBuffer: 1024 * 1024,
  })
  const ms = performance.now() - started
  if (error) return { kind: 'failed', ms, said: String(error) }
  if (status === 2) return { kind: 'blocked', ms, said: stderr.trim() }
  const denied = status === 0 && decisionIn(stdout) === 'deny'
  return { kind: denied ? 'denied' : 'not-denied', ms, said: `${stdout}${stderr}`.trim() }
}

function decisionIn(stdout: string): unknown {
  try {
    const answer = JSON.parse(stdout) as { hookSpecificOutput?: { permissionDecision?: unknown } }
    return answer.hookSpecificOutput?.permissionDecision
  } catch {
    return undefined
  }
}
