import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { launcherPath } from '../integrations/install/install.ts'
import { managedLauncherFile } from '../integrations/install/managed.ts'
import { readInstalls } from '../state/installs.ts'
import { readableHome } from './home.ts'

/**
 * Is nothing installed yet, in this home or for the machine? Then there is no gate that `init` could loosen. Whether a file that it would
 * write to holds a hook of another home is looked at there.
 */
export function isFirstInstall(args: readonly string[]): boolean {
  const named = homesFromArgs(args)
  const homes = named.length > 0 ? named : [readableHome()]
  const isThere = (home: string) => readInstalls(home).length > 0 || existsSync(launcherPath(home))
  return !existsSync(managedLauncherFile()) && !homes.some((home) => isThere(resolve(home)))
}

function homesFromArgs(args: readonly string[]): readonly string[] {
  return args.flatMap((word, at) => {
    if (word === '--home') return args[at + 1] ?? []
    return word.startsWith('--home=') ? word.slice('--home='.length) : []
  })
}
