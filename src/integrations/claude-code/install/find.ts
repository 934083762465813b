import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findOnPath, programVersion } from '../../install/program.ts'
import type { FoundHost, PersonEnvironment } from '../../installer.ts'

/** Claude Code on this machine: its folder, or its program. */
export function findHost({ home, path, variables }: PersonEnvironment): FoundHost | undefined {
  const configDir = variables['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude')
  const program = findOnPath('claude', path)
  if (program === undefined && !existsSync(configDir)) return undefined
  return { configDir, program, version: program === undefined ? undefined : programVersion(program) }
}
