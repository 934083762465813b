import type { Program } from '../program.ts'
import { ARCHIVES } from './archives.ts'
import { AWK } from './awk.ts'
import { EDITORS } from './editors.ts'
import { withEnvironment } from './environment.ts'
import { FINDING } from './find.ts'
import { INDEXES } from './indexes.ts'
import { MISC } from './misc.ts'
import { MODES } from './modes.ts'
import { PLACING } from './placing.ts'
import { READING } from './reading-table.ts'
import { REMOVING } from './removing.ts'
import { RSYNC_PROGRAMS } from './rsync.ts'
import { RUNNING } from './running.ts'
import { SEARCHING } from './searching.ts'
import { EDITING } from './sed.ts'
import { simple } from './simple.ts'

const PROGRAMS: readonly Program[] = [
  ...READING.map(simple),
  ...REMOVING,
  ...PLACING,
  ...MODES,
  ...FINDING,
  ...INDEXES,
  ...SEARCHING,
  ...EDITING,
  ...AWK,
  ...ARCHIVES,
  ...RSYNC_PROGRAMS,
  ...EDITORS,
  ...MISC,
  ...RUNNING,
]

export const FILES: readonly Program[] = PROGRAMS.map(withEnvironment)
