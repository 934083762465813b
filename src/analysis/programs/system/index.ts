import { simple } from '../files/simple.ts'
import type { Spec } from '../form/form.ts'
import { specProgram } from '../form/interpret.ts'
import type { Program } from '../program.ts'
import { ACCOUNT_SPECS, NEWGRP } from './accounts.ts'
import { DISKS, VOLUMES } from './disks.ts'
import { GUARDS } from './guards.ts'
import { IP } from './network-setup.ts'
import { OBSERVERS } from './observers.ts'
import { PROCESS_LISTS } from './process-lists.ts'
import { PROTECTION } from './protection.ts'
import { RECORDS, SCHEDULES } from './schedules.ts'
import { SECRETS } from './secrets.ts'
import { SERVICES } from './services.ts'
import { SIGNALS } from './signals.ts'
import { STORE_PROGRAMS, STORES } from './stores.ts'
import { TELLING } from './telling.ts'

const SPECS: readonly Spec[] = [...TELLING, ...RECORDS, ...ACCOUNT_SPECS, ...VOLUMES, ...GUARDS, ...PROTECTION]

export const SYSTEM_SPECS: readonly Spec[] = [...SPECS, ...STORES]

export const SYSTEM: readonly Program[] = [
  simple({ names: 'klist', flags: '-AaceflnsVKt', optional: '-k' }),
  simple({ names: 'ktutil', flags: '-v', readsValue: '-k keytab', operands: 'text' }),
  ...SPECS.map(specProgram),
  ...STORE_PROGRAMS,
  ...PROCESS_LISTS,
  ...SIGNALS,
  ...SERVICES,
  ...SCHEDULES,
  NEWGRP,
  ...DISKS,
  IP,
  ...SECRETS,
  ...OBSERVERS,
]
