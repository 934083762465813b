import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** From this version on a hook entry can say that its own failure blocks. */
export const BLOCKS_ON_FAILURE = '2.1.295'

/** What a person's terminal says of the host; read by commands that a person types, never by the hook. */
export interface HostEnvironment {
  readonly home: string
  readonly path: string
  /** `CLAUDE_CONFIG_DIR`. */
  readonly configDir?: string | undefined
}

export interface FoundHost {
  readonly configDir: string
  /** The `claude` on this PATH, if there is one. */
  readonly program: string | undefined
  readonly version: string | undefined
}

/** Claude Code on this machine: its folder, or its program. */
export function findHost(environment: HostEnvironment): FoundHost | undefined {
  const configDir = environment.configDir ?? join(environment.home, '.claude')
  const program = onPath('claude', environment.path)
  if (program === undefined && !existsSync(configDir)) return undefined
  return { configDir, program, version: program === undefined ? undefined : versionOf(program) }
}

function onPath(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

function versionOf(program: string): string | undefined {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 })
  return /\d+\.\d+\.\d+/.exec(stdout ?? '')?.[0]
}

/** Is one dotted version older than another? */
export function isOlder(version: string, than: string): boolean {
  const [left, right] = [version, than].map((text) => text.split('.').map(Number))
  for (const [at, part] of (right ?? []).entries()) {
    const own = left?.[at] ?? 0
    if (own !== part) return own < part
  }
  return false
}
