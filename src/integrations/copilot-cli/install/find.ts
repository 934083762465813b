import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findOnPath } from '../../install/program.ts'
import type { FoundHost, HookPlace, LookContext, PersonEnvironment } from '../../installer.ts'

/** The host on this machine: its folder, or its program. Another tool has a program of the same name. */
export function findHost({ home, path, variables }: PersonEnvironment): FoundHost | undefined {
  const configDir = variables['COPILOT_HOME'] || join(home, '.copilot')
  const found = findOnPath('copilot', path)
  const version = found === undefined ? undefined : versionOf(found)
  const program = version === undefined ? undefined : found
  if (program === undefined && !['config.json', 'settings.json'].some((name) => existsSync(join(configDir, name))))
    return undefined
  return { configDir, program, version }
}

function versionOf(program: string): string | undefined {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return /^GitHub Copilot CLI (\d+\.\d+\.\d+)/m.exec(stdout ?? '')?.[1]
}

/** Files here run on top of all others, and no setting of an account or a project switches them off. */
const POLICY_FOLDER = '/etc/github-copilot/policy.d'

/** A file of our own in a folder that the host reads whole: the name marks it as the gate's. */
const HOOK_FILE_NAME = '50-irongate.json'

export const COPILOT_CLI_MANAGED_FILE = join(POLICY_FOLDER, HOOK_FILE_NAME)

export function userHookFile(configDir: string): string {
  return join(configDir, 'hooks', HOOK_FILE_NAME)
}

/** Not in `.github/hooks`: what is committed there also runs elsewhere, where this launcher is not. */
export function projectHookFile(project: string): string {
  return join(project, '.github/copilot/settings.local.json')
}

export function places({ home, project, host }: LookContext): readonly HookPlace[] {
  const folders = new Set([...(host ? [host.configDir] : []), join(home, '.copilot')])
  return [
    ...[...folders].map((folder) => ({ scope: 'user', file: userHookFile(folder) }) as const),
    { scope: 'project', file: projectHookFile(project) },
    { scope: 'managed', file: COPILOT_CLI_MANAGED_FILE },
  ]
}
