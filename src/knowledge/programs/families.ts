import type { ProgramFamily, ProgramLoader } from '../../analysis/interpret/registry.ts'
import { AGENT_FAMILY_PROGRAMS } from './agents/index.ts'
import { BUILD_PROGRAMS } from './build/index.ts'
import { CLOUD_PROGRAMS } from './cloud/index.ts'
import { CONTAINER_PROGRAMS } from './containers/index.ts'
import { DATA_PROGRAMS } from './data/index.ts'
import { DESKTOP_PROGRAMS } from './desktop/index.ts'
import { FILE_PROGRAMS } from './files/index.ts'
import { GIT_PROGRAMS } from './git/index.ts'
import { HOSTING_PROGRAMS } from './hosting/index.ts'
import { INTERPRETER_PROGRAMS } from './interpreters/index.ts'
import { NETWORK_PROGRAMS } from './network/index.ts'
import { PACKAGE_PROGRAMS } from './packages/index.ts'
import { SHELL_PROGRAMS } from './shell/index.ts'
import { SYSTEM_PROGRAMS } from './system/index.ts'

/** The families in the order of precedence. What is a function, a loader, is loaded in the bundle when one of its programs is met. */
const LOADERS_BY_PRECEDENCE: readonly (readonly [ProgramFamily, readonly ProgramLoader[]])[] = [
  ['shell', [() => SHELL_PROGRAMS]],
  ['files', FILE_PROGRAMS],
  ['system', [() => SYSTEM_PROGRAMS]],
  ['desktop', [() => DESKTOP_PROGRAMS]],
  ['git', GIT_PROGRAMS],
  ['hosting', [() => HOSTING_PROGRAMS]],
  ['packages', [() => PACKAGE_PROGRAMS]],
  ['build', [() => BUILD_PROGRAMS]],
  ['network', [() => NETWORK_PROGRAMS]],
  ['cloud', [() => CLOUD_PROGRAMS]],
  ['containers', [() => CONTAINER_PROGRAMS]],
  ['data', [() => DATA_PROGRAMS]],
  ['agents', [() => AGENT_FAMILY_PROGRAMS]],
  ['interpreters', [() => INTERPRETER_PROGRAMS]],
]

export const PROGRAM_LOADERS: readonly ProgramLoader[] = LOADERS_BY_PRECEDENCE.flatMap(([, loaders]) => loaders)

export const LOADER_FAMILIES: readonly ProgramFamily[] = LOADERS_BY_PRECEDENCE.flatMap(([family, loaders]) =>
  loaders.map(() => family),
)
