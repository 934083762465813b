import { lazy } from '../../remembered.ts'
import type { ProgramSpec } from '../form/form.ts'
import { createSpecProgram } from '../form/interpret.ts'
import type { Program } from '../program.ts'
import type { ProgramLoader } from '../registry.ts'
import { ARCHIVE_PROGRAMS } from './archives.ts'
import { CONVERTER_PROGRAMS } from './converting.ts'
import { EDITORS } from './editors.ts'
import { withEnvironmentVariables } from './environment.ts'
import { FIND_PROGRAMS } from './find.ts'
import { JQ_PROGRAM } from './jq.ts'
import { PERMISSION_PROGRAMS } from './modes.ts'
import { PATCH_PROGRAM } from './patched-files.ts'
import { FILE_CREATING_PROGRAMS } from './placing.ts'
import { READING_SPECS } from './reading.ts'
import { DELETING_PROGRAMS } from './removing.ts'
import { RSYNC_PROGRAMS } from './rsync.ts'
import { COMMAND_CAPABLE_PROGRAMS } from './running.ts'
import { SED_AND_AWK } from './scripts.ts'
import { SEARCH_PROGRAMS } from './searching.ts'

export const FILE_SPECS: readonly ProgramSpec[] = READING_SPECS

const PROGRAM_GROUPS: readonly (readonly Program[])[] = [
  DELETING_PROGRAMS,
  FILE_CREATING_PROGRAMS,
  PERMISSION_PROGRAMS,
  FIND_PROGRAMS,
  SEARCH_PROGRAMS,
  SED_AND_AWK,
  ARCHIVE_PROGRAMS,
  RSYNC_PROGRAMS,
  EDITORS,
  [JQ_PROGRAM, PATCH_PROGRAM],
  CONVERTER_PROGRAMS,
  COMMAND_CAPABLE_PROGRAMS,
]

export const FILE_PROGRAMS: readonly ProgramLoader[] = [
  () => FILE_SPECS.map(createSpecProgram),
  ...PROGRAM_GROUPS.map((shelf) => () => shelf),
].map((shelf) => lazy(() => shelf().map(withEnvironmentVariables)))
