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
import type { ProgramFamily, ProgramShelf } from './registry.ts'
import { SHELL } from './shell/index.ts'
import { SYSTEM } from './system/index.ts'

/** The families in the order of precedence. What is a function, a shelf, is loaded in the bundle when one of its programs is met. */
const IN_ORDER: readonly (readonly [ProgramFamily, readonly ProgramShelf[]])[] = [
  ['shell', [() => SHELL]],
  ['files', FILES],
  ['system', [() => SYSTEM]],
  ['desktop', [() => DESKTOP]],
  ['git', GIT],
  ['hosting', [() => HOSTING]],
  ['packages', [() => PACKAGES]],
  ['build', [() => BUILD]],
  ['network', [() => NETWORK]],
  ['cloud', [() => CLOUD]],
  ['containers', [() => CONTAINERS]],
  ['data', [() => DATA]],
  ['agents', [() => AGENTS]],
  ['interpreters', [() => INTERPRETERS]],
]

export const SHELVES: readonly ProgramShelf[] = IN_ORDER.flatMap(([, shelves]) => shelves)

export const SHELF_FAMILIES: readonly ProgramFamily[] = IN_ORDER.flatMap(([family, shelves]) =>
  shelves.map(() => family),
)
