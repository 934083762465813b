import { once } from '../../remembered.ts'
import type { Spec } from '../form/form.ts'
import { specProgram } from '../form/interpret.ts'
import type { Program } from '../program.ts'
import type { ProgramShelf } from '../registry.ts'
import { ARCHIVES } from './archives.ts'
import { CONVERTING } from './converting.ts'
import { EDITORS } from './editors.ts'
import { withEnvironment } from './environment.ts'
import { FINDING } from './find.ts'
import { JQ_PROGRAM } from './jq.ts'
import { MODES } from './modes.ts'
import { PATCH_PROGRAM } from './patched-files.ts'
import { PLACING } from './placing.ts'
import { READING } from './reading.ts'
import { REMOVING } from './removing.ts'
import { RSYNC_PROGRAMS } from './rsync.ts'
import { RUNNING } from './running.ts'
import { SCRIPTED } from './scripts.ts'
import { SEARCHING } from './searching.ts'

export const FILE_SPECS: readonly Spec[] = READING

const SHELVES: readonly (readonly Program[])[] = [
  REMOVING,
  PLACING,
  MODES,
  FINDING,
  SEARCHING,
  SCRIPTED,
  ARCHIVES,
  RSYNC_PROGRAMS,
  EDITORS,
  [JQ_PROGRAM, PATCH_PROGRAM],
  CONVERTING,
  RUNNING,
]

export const FILES: readonly ProgramShelf[] = [
  () => FILE_SPECS.map(specProgram),
  ...SHELVES.map((shelf) => () => shelf),
].map((shelf) => once(() => shelf().map(withEnvironment)))
