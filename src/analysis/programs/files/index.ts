import { once } from '../../remembered.ts'
import type { Spec } from '../form/form.ts'
import { specProgram } from '../form/interpret.ts'
import type { ProgramShelf } from '../registry.ts'
import { ARCHIVES } from './archives.ts'
import { AWK } from './awk.ts'
import { DD, FALLOCATE } from './blocks.ts'
import { exiftool, lineEndings } from './converting.ts'
import { DATE_PROGRAM } from './date.ts'
import { DC } from './dc.ts'
import { EDITORS } from './editors.ts'
import { withEnvironment } from './environment.ts'
import { FINDING } from './find.ts'
import { INDEXES } from './indexes.ts'
import { JQ_PROGRAM } from './jq.ts'
import { MODES } from './modes.ts'
import { PATCH_PROGRAM } from './patch.ts'
import { PLACING } from './placing.ts'
import { PRINTENV } from './printenv.ts'
import { READING } from './reading.ts'
import { REMOVING } from './removing.ts'
import { RENAME } from './rename.ts'
import { RSYNC_PROGRAMS } from './rsync.ts'
import { RUNNING } from './running.ts'
import { SEARCHING } from './searching.ts'
import { EDITING } from './sed.ts'
import { SORT_PROGRAM } from './sort.ts'

export const FILE_SPECS: readonly Spec[] = [...READING, ...INDEXES]

const SHELVES: readonly ProgramShelf[] = [
  () => FILE_SPECS.map(specProgram),
  () => REMOVING,
  () => PLACING,
  () => MODES,
  () => FINDING,
  () => SEARCHING,
  () => EDITING,
  () => AWK,
  () => ARCHIVES,
  () => RSYNC_PROGRAMS,
  () => EDITORS,
  () => [SORT_PROGRAM, JQ_PROGRAM, PRINTENV],
  () => [PATCH_PROGRAM, lineEndings, exiftool, RENAME, DD, FALLOCATE, DATE_PROGRAM, DC],
  () => RUNNING,
]

export const FILES: readonly ProgramShelf[] = SHELVES.map((shelf) => once(() => shelf().map(withEnvironment)))
