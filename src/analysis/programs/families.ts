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
import type { ProgramFamily } from './registry.ts'
import { SHELL } from './shell/index.ts'
import { SYSTEM } from './system/index.ts'

/** The names of the families, in the order of `FAMILIES`. */
export const FAMILY_ORDER: readonly ProgramFamily[] = [
  'shell',
  'files',
  'system',
  'desktop',
  'git',
  'hosting',
  'packages',
  'build',
  'network',
  'cloud',
  'containers',
  'data',
  'agents',
  'interpreters',
]

/** The families in the order of precedence. Each is a function: the bundle loads a family when one of its programs is met. */
export const FAMILIES: readonly (() => readonly Program[])[] = [
  () => SHELL,
  () => FILES,
  () => SYSTEM,
  () => DESKTOP,
  () => GIT,
  () => HOSTING,
  () => PACKAGES,
  () => BUILD,
  () => NETWORK,
  () => CLOUD,
  () => CONTAINERS,
  () => DATA,
  () => AGENTS,
  () => INTERPRETERS,
]
