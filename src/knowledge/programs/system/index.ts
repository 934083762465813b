import type { Program } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec } from '../../../analysis/interpret/spec.ts'
import { createSpecProgram } from '../../../analysis/interpret/spec-interpreter.ts'
import { ACCOUNT_SPECS, DIRECTORY_SPECS, NEWGRP } from './accounts.ts'
import { DISK_PROGRAMS, VOLUME_SPECS } from './disks.ts'
import { OBSERVER_PROGRAMS } from './monitoring-tools.ts'
import { IP } from './network-setup.ts'
import { PROCESS_LIST_SPECS, STATUS_SPECS } from './process-lists.ts'
import { LOG_AND_JOB_SPECS, SCHEDULE_PROGRAMS } from './schedules.ts'
import { SECRET_STORE_PROGRAMS, SECRET_STORE_SPECS } from './secret-stores.ts'
import { SECRET_PROGRAMS } from './secrets.ts'
import { PROTECTION_SPECS } from './security-agents.ts'
import { SECURITY_CONTROL_SPECS } from './security-controls.ts'
import { SERVICE_PROGRAMS } from './services.ts'
import { SIGNAL_PROGRAMS } from './signals.ts'

/** What these change is this machine's own. */
const MACHINE_SPECS: readonly ProgramSpec[] = [
  ...PROCESS_LIST_SPECS,
  ...STATUS_SPECS,
  ...LOG_AND_JOB_SPECS,
  ...ACCOUNT_SPECS,
  ...VOLUME_SPECS,
  ...SECURITY_CONTROL_SPECS,
  ...PROTECTION_SPECS,
].map((spec) => ({ machine: true, ...spec }))
const MACHINE_AND_DIRECTORY_SPECS: readonly ProgramSpec[] = [...MACHINE_SPECS, ...DIRECTORY_SPECS]

export const SYSTEM_SPECS: readonly ProgramSpec[] = [...MACHINE_AND_DIRECTORY_SPECS, ...SECRET_STORE_SPECS]

export const SYSTEM_PROGRAMS: readonly Program[] = [
  ...MACHINE_AND_DIRECTORY_SPECS.map(createSpecProgram),
  ...SECRET_STORE_PROGRAMS,
  ...SIGNAL_PROGRAMS,
  ...SERVICE_PROGRAMS,
  ...SCHEDULE_PROGRAMS,
  NEWGRP,
  ...DISK_PROGRAMS,
  IP,
  ...SECRET_PROGRAMS,
  ...OBSERVER_PROGRAMS,
]
