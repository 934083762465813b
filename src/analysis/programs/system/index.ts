import { simple } from '../files/simple.ts'
import type { Program } from '../program.ts'
import { ACCOUNTS } from './accounts.ts'
import { DIRECTORY } from './directory.ts'
import { DISKS } from './disks.ts'
import { GUARDS } from './guards.ts'
import { OBSERVERS } from './observers.ts'
import { PROCESS_LISTS } from './process-lists.ts'
import { PROTECTION } from './protection.ts'
import { TELLING } from './reading-table.ts'
import { SCHEDULES } from './schedules.ts'
import { SECRETS } from './secrets.ts'
import { SERVICES } from './services.ts'
import { SIGNALS } from './signals.ts'

export const SYSTEM: readonly Program[] = [
  ...TELLING.map(simple),
  ...PROCESS_LISTS,
  ...SIGNALS,
  ...SERVICES,
  ...SCHEDULES,
  ...ACCOUNTS,
  ...DIRECTORY,
  ...DISKS,
  ...GUARDS,
  ...PROTECTION,
  ...SECRETS,
  ...OBSERVERS,
]
