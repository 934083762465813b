import type { Spec } from '../form/form.ts'
import { specProgram } from '../form/interpret.ts'
import type { Program } from '../program.ts'
import { ACCOUNTS, DIRECTORY, NEWGRP } from './accounts.ts'
import { DISKS, VOLUMES } from './disks.ts'
import { GUARDS } from './guards.ts'
import { IP } from './network-setup.ts'
import { OBSERVERS } from './observers.ts'
import { PROCESS_LISTS, TELLING } from './process-lists.ts'
import { PROTECTION } from './protection.ts'
import { RECORDS, SCHEDULES } from './schedules.ts'
import { SECRETS } from './secrets.ts'
import { SERVICES } from './services.ts'
import { SIGNALS } from './signals.ts'
import { STORE_PROGRAMS, STORES } from './stores.ts'

/** What these change is this machine's own. */
const HERE: readonly Spec[] = [
  ...PROCESS_LISTS,
  ...TELLING,
  ...RECORDS,
  ...ACCOUNTS,
  ...VOLUMES,
  ...GUARDS,
  ...PROTECTION,
].map((spec) => ({ machine: true, ...spec }))
const SPECS: readonly Spec[] = [...HERE, ...DIRECTORY]

export const SYSTEM_SPECS: readonly Spec[] = [...SPECS, ...STORES]

export const SYSTEM: readonly Program[] = [
  ...SPECS.map(specProgram),
  ...STORE_PROGRAMS,
  ...SIGNALS,
  ...SERVICES,
  ...SCHEDULES,
  NEWGRP,
  ...DISKS,
  IP,
  ...SECRETS,
  ...OBSERVERS,
]
