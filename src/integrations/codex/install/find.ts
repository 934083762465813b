import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findOnPath, programVersion } from '../../install/program.ts'
import type { FoundHost, HookPlace, LookContext, PersonEnvironment } from '../../installer.ts'

/** The host on this machine: its folder, or its program. */
export function findHost({ home, path, variables }: PersonEnvironment): FoundHost | undefined {
  const configDir = variables['CODEX_HOME'] ?? join(home, '.codex')
  const program = findOnPath('codex', path)
  if (program === undefined && !existsSync(configDir)) return undefined
  return { configDir, program, version: program === undefined ? undefined : programVersion(program) }
}

/** What lies here stands above every account, and needs nobody's trust. */
export const CODEX_MANAGED_FOLDER = '/etc/codex'

export function places({ home, project, host }: LookContext): readonly HookPlace[] {
  const folders = new Set([...(host ? [host.configDir] : []), join(home, '.codex')])
  return [
    ...[...folders].map((folder) => ({ scope: 'user', file: join(folder, 'hooks.json') }) as const),
    { scope: 'project', file: join(project, '.codex', 'hooks.json') },
    { scope: 'managed', file: join(CODEX_MANAGED_FOLDER, 'hooks.json') },
  ]
}
