import type { ProgramSpec } from '../../analysis/interpret/spec.ts'
import { WRAPPER_SPECS } from '../../analysis/interpret/wrapper-specs.ts'
import { BUILD_SPECS } from './build/index.ts'
import { CLOUD_SPECS } from './cloud/index.ts'
import { CONTAINER_SPECS } from './containers/index.ts'
import { DATA_SPECS } from './data/index.ts'
import { DESKTOP_SPECS } from './desktop/index.ts'
import { FILE_SPECS } from './files/index.ts'
import { HOSTING_SPECS } from './hosting/index.ts'
import { INTERPRETER_SPECS } from './interpreters/index.ts'
import { NETWORK_SPECS } from './network/index.ts'
import { MANAGER_SPECS } from './packages/managers.ts'
import { SYSTEM_SPECS } from './system/index.ts'

export function allSpecs(): readonly ProgramSpec[] {
  return [
    ...CLOUD_SPECS,
    ...HOSTING_SPECS,
    ...DATA_SPECS,
    ...CONTAINER_SPECS,
    ...DESKTOP_SPECS,
    ...SYSTEM_SPECS,
    ...NETWORK_SPECS,
    ...WRAPPER_SPECS,
    ...FILE_SPECS,
    ...BUILD_SPECS,
    ...INTERPRETER_SPECS,
    ...MANAGER_SPECS,
  ]
}
