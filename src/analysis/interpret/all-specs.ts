import { BUILD_SPECS } from '../../knowledge/programs/build/index.ts'
import { CLOUD_SPECS } from '../../knowledge/programs/cloud/index.ts'
import { CONTAINER_SPECS } from '../../knowledge/programs/containers/index.ts'
import { DATA_SPECS } from '../../knowledge/programs/data/index.ts'
import { DESKTOP_SPECS } from '../../knowledge/programs/desktop/index.ts'
import { FILE_SPECS } from '../../knowledge/programs/files/index.ts'
import { HOSTING_SPECS } from '../../knowledge/programs/hosting/index.ts'
import { INTERPRETER_SPECS } from '../../knowledge/programs/interpreters/index.ts'
import { NETWORK_SPECS } from '../../knowledge/programs/network/index.ts'
import { MANAGER_SPECS } from '../../knowledge/programs/packages/managers.ts'
import { WRAPPER_SPECS } from '../../knowledge/programs/shell/wrappers.ts'
import { SYSTEM_SPECS } from '../../knowledge/programs/system/index.ts'
import type { ProgramSpec } from './spec.ts'

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
