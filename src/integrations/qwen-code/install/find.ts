import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findOnPath, programVersion } from '../../install/program.ts'
import type { FoundHost, HookPlace, LookContext, PersonEnvironment } from '../../installer.ts'

/** The host on this machine: its folder, or its program. */
export function findHost({ home, path }: PersonEnvironment): FoundHost | undefined {
  const configDir = join(home, '.qwen')
  const program = findOnPath('qwen', path)
  if (program === undefined && !existsSync(join(configDir, 'settings.json'))) return undefined
  return { configDir, program, version: program === undefined ? undefined : programVersion(program) }
}

/** What stands here goes before every account's and project's settings. */
export const QWEN_CODE_MANAGED_SETTINGS =
  process.platform === 'darwin' ? '/Library/Application Support/QwenCode/settings.json' : '/etc/qwen-code/settings.json'

export function places({ home, project, host }: LookContext): readonly HookPlace[] {
  const folders = new Set([...(host ? [host.configDir] : []), join(home, '.qwen')])
  return [
    ...[...folders].map((folder) => ({ scope: 'user', file: join(folder, 'settings.json') }) as const),
    { scope: 'project', file: join(project, '.qwen', 'settings.json') },
    { scope: 'managed', file: QWEN_CODE_MANAGED_SETTINGS },
  ]
}
