import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { doctorAnswer, doctorPrompt } from '../../hook-runtime/doctor-prompt.ts'

/** `answered`: the host ran our hook. `silent`: it did not. `failed`: it could not be asked. */
export interface HostProbe {
  readonly kind: 'answered' | 'silent' | 'failed'
  readonly said: string
}

const LIMIT_MS = 20_000
/**
 * Starts the real host with a prompt that our hook refuses, so that nothing comes of it. A host that skipped its settings,
 * for whatever reason, continues with its model instead, and finds nobody there: the address leads nowhere.
 */
export function probeHost(program: string, cwd: string): HostProbe {
  const nonce = randomBytes(8).toString('hex')
  const { CLAUDECODE: _inside, ...env } = process.env
  const { stdout, stderr, error } = spawnSync(program, ['-p', doctorPrompt(nonce), '--no-session-persistence'], {
    cwd,
    env: {
      ...env,
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_MAX_RETRIES: '0',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    },
    input: '',
    encoding: 'utf8',
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  const said = `${stdout ?? ''}${stderr ?? ''}`.trim()
  if (said.includes(doctorAnswer(nonce))) return { kind: 'answered', said }
  const isLate = (error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT'
  return error && !isLate ? { kind: 'failed', said: error.message } : { kind: 'silent', said }
}
