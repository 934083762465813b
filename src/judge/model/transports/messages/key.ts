import { execFile } from 'node:child_process'
import type { JudgeSettings } from '../../../../settings/policy.ts'
import { isOfficial } from '../../endpoint.ts'

/** A key and where it comes from: one from the environment goes to Anthropic's own endpoint only. */
export interface ApiKey {
  readonly value: string
  readonly from: 'settings' | 'environment'
}

const COMMAND_MS = 5_000
const KEY_CACHE_MS = 5 * 60_000

/** Variables a key command may need to find its store; nothing else is handed on. */
const KEY_COMMAND_VARIABLES = ['HOME', 'USER', 'LANG', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS', 'SSH_AUTH_SOCK']

/**
 * Finds the key: the settings', what their command prints, or the one the edge took from the environment. To another endpoint
 * than the default one it is as if the environment had none.
 */
export function createKeyFinder(
  { apiKey, apiKeyCommand, baseUrl }: Pick<JudgeSettings, 'apiKey' | 'apiKeyCommand' | 'baseUrl'>,
  environmentKey: string | undefined,
): () => Promise<ApiKey | undefined> {
  const fromEnvironment = isOfficial(baseUrl) ? environmentKey : undefined
  let kept: { readonly key: Promise<ApiKey | undefined>; readonly until: number } | undefined
  return () => {
    if (apiKey !== undefined) return Promise.resolve({ value: apiKey, from: 'settings' })
    if (apiKeyCommand === undefined) {
      return Promise.resolve(fromEnvironment ? { value: fromEnvironment, from: 'environment' } : undefined)
    }
    if (kept === undefined || kept.until < performance.now()) {
      kept = { key: runKeyCommand(apiKeyCommand), until: performance.now() + KEY_CACHE_MS }
    }
    return kept.key
  }
}

/** Runs the person's own command, outside the project and with a clean environment. A failure is no key. */
function runKeyCommand(command: string): Promise<ApiKey | undefined> {
  const passed = KEY_COMMAND_VARIABLES.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  )
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin', ...Object.fromEntries(passed) }
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', command], { cwd: '/', env, timeout: COMMAND_MS, maxBuffer: 65_536 }, (error, stdout) => {
      const value = error ? '' : stdout.trim()
      resolve(value === '' ? undefined : { value, from: 'settings' })
    })
  })
}
