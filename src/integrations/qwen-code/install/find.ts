import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { onPath, versionOf } from '../../install/program.ts'
import type { FoundHost, HookPlace, LookedAt, PersonEnvironment } from '../../installer.ts'

/** The host on this machine: its folder, or its program. */
export function findHost({ home, path }: PersonEnvironment): FoundHost | undefined {
  const configDir = join(home, '.qwen')
  const program = onPath('qwen', path)
  if (program === undefined && !existsSync(join(configDir, 'settings.json'))) return undefined
  return { configDir, program, version: program === undefined ? undefined : versionOf(program) }
}

/** What stands here goes before every account's and project's settings. */
export const MANAGED =
  process.platform === 'darwin' ? '/Library/Application Support/QwenCode/settings.json' : '/etc/qwen-code/settings.json'

export function places({ home, project, host }: LookedAt): readonly HookPlace[] {
  const folders = new Set([...(host ? [host.configDir] : []), join(home, '.qwen')])
  return [
    ...[...folders].map((folder) => ({ scope: 'user', file: join(folder, 'settings.json') }) as const),
    { scope: 'project', file: join(project, '.qwen', 'settings.json') },
    { scope: 'managed', file: MANAGED },
  ]
}
