import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder this package is installed in, from the source tree or from the bundle. */
export function packageRoot(from = dirname(fileURLToPath(import.meta.url))): string {
  for (let folder = from, depth = 0; depth < 5; folder = dirname(folder), depth++) {
    if (nameIn(join(folder, 'package.json')) === 'irongate') return folder
  }
  throw new Error(`the package of ${from} cannot be found`)
}

/** What a command is started by. */
export function launcherFile(): string {
  return join(packageRoot(), 'bin', 'irongate.js')
}

/** What the hook's launcher starts: the command line too, with the hook inside. */
export function hookFile(): string {
  return join(packageRoot(), HOOK_FILE)
}

/** In the package, and in copies of it. */
export const HOOK_FILE = join('dist', 'hook.cjs')

function nameIn(manifest: string): unknown {
  try {
    return (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: unknown }).name
  } catch {
    return undefined
  }
}
