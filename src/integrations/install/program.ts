import { spawnSync } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** A program on a PATH; folders that depend on where one stands do not count. */
export function findOnPath(name: string, path: string): string | undefined {
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

/** The dotted version that a program tells of itself. */
export function programVersion(program: string): string | undefined {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 })
  return /\d+\.\d+\.\d+/.exec(stdout ?? '')?.[0]
}

/** Is one dotted version older than another? */
export function isOlderVersion(version: string, than: string): boolean {
  const [left, right] = [version, than].map((text) => text.split('.').map(Number))
  for (const [at, part] of (right ?? []).entries()) {
    const own = left?.[at] ?? 0
    if (own !== part) return own < part
  }
  return false
}
