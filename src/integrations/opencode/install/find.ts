import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { findOnPath, programVersion } from '../../install/program.ts'
import type { FoundHost, HookPlace, LookContext, PersonEnvironment } from '../../installer.ts'

/** The host on this machine: its folder, or its program. */
export function findHost({ home, path, variables }: PersonEnvironment): FoundHost | undefined {
  const base = variables['XDG_CONFIG_HOME']
  const configDir = join(base !== undefined && isAbsolute(base) ? base : join(home, '.config'), 'opencode')
  const program = findOnPath('opencode', path)
  if (program === undefined && !existsSync(configDir)) return undefined
  return { configDir, program, version: program === undefined ? undefined : programVersion(program) }
}

/** The host runs every file of this folder in its own process. */
export function pluginFile(configDir: string): string {
  return join(configDir, 'plugins', 'irongate.js')
}

export function places({ home, host }: LookContext): readonly HookPlace[] {
  const folders = new Set([...(host ? [host.configDir] : []), join(home, '.config', 'opencode')])
  return [...folders].map((folder) => ({ scope: 'user', file: pluginFile(folder) }))
}
