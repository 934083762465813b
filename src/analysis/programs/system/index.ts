import { simple } from '../files/simple.ts'
import type { Program } from '../program.ts'
import { ACCOUNTS } from './accounts.ts'
import { DISKS } from './disks.ts'
import { GUARDS } from './guards.ts'
import { OBSERVERS } from './observers.ts'
import { TELLING } from './reading-table.ts'
import { SCHEDULES } from './schedules.ts'
import { SECRETS } from './secrets.ts'
import { SERVICES } from './services.ts'
import { SIGNALS } from './signals.ts'

export const SYSTEM: readonly Program[] = [
  ...TELLING.map(simple),
  ...SIGNALS,
  ...SERVICES,
  ...SCHEDULES,
  ...ACCOUNTS,
  ...DISKS,
  ...GUARDS,
  ...SECRETS,
  ...OBSERVERS,
]
