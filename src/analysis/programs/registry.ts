import { AGENTS } from './agents/index.ts'
import { BUILD } from './build/index.ts'
import { CLOUD } from './cloud/index.ts'
import { CONTAINERS } from './containers/index.ts'
import { DATA } from './data/index.ts'
import { DESKTOP } from './desktop/index.ts'
import { FILES } from './files/index.ts'
import { GIT } from './git/index.ts'
import { HOSTING } from './hosting/index.ts'
import { INTERPRETERS } from './interpreters/index.ts'
import { NETWORK } from './network/index.ts'
import { PACKAGES } from './packages/index.ts'
import type { Program } from './program.ts'
import { SHELL } from './shell/index.ts'
import { SYSTEM } from './system/index.ts'

const FAMILIES: readonly (readonly Program[])[] = [
  SHELL,
  FILES,
  SYSTEM,
  DESKTOP,
  GIT,
  HOSTING,
  PACKAGES,
  BUILD,
  NETWORK,
  CLOUD,
  CONTAINERS,
  DATA,
  AGENTS,
  INTERPRETERS,
]

const BY_NAME = new Map<string, Program>()
const TWICE: string[] = []
for (const program of FAMILIES.flat()) {
  for (const name of program.names) {
    if (BY_NAME.has(name)) TWICE.push(name)
    else BY_NAME.set(name, program)
  }
}

/** The reader of a program, by the base name of what is run. */
export function programFor(name: string): Program | undefined {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  return BY_NAME.get(base.toLowerCase().replace(/\.exe$/, ''))
}

export function programNames(): readonly string[] {
  return [...BY_NAME.keys()]
}

/** Names that two families claim; a test keeps this empty. */
export function namesClaimedTwice(): readonly string[] {
  return TWICE
}
