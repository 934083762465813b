import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { shimFile } from '../integrations/install/install.ts'
import { managedStarter } from '../integrations/install/managed.ts'
import { installsIn } from '../state/installs.ts'
import { homeToLookAt } from './home.ts'

/**
 * Is nothing installed yet, in this home or for the machine? Then there is no gate that `init` could loosen. Whether a file that it would
 * write to holds a hook of another home is looked at there.
 */
export function isFirstInstall(args: readonly string[]): boolean {
  const named = homesIn(args)
  const homes = named.length > 0 ? named : [homeToLookAt()]
  const isThere = (home: string) => installsIn(home).length > 0 || existsSync(shimFile(home))
  return !existsSync(managedStarter()) && !homes.some((home) => isThere(resolve(home)))
}

function homesIn(args: readonly string[]): readonly string[] {
  return args.flatMap((word, at) => {
    if (word === '--home') return args[at + 1] ?? []
    return word.startsWith('--home=') ? word.slice('--home='.length) : []
  })
}
