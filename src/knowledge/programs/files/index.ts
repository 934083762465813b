import { PATCH_PROGRAM } from '../../../analysis/interpret/patched-files.ts'
import type { Program } from '../../../analysis/interpret/program.ts'
import type { ProgramLoader } from '../../../analysis/interpret/registry.ts'
import type { ProgramSpec } from '../../../analysis/interpret/spec.ts'
import { createSpecProgram } from '../../../analysis/interpret/spec-interpreter.ts'
import { lazy } from '../../../analysis/text/memoize.ts'
import { ARCHIVE_PROGRAMS } from './archives.ts'
import { COMMAND_CAPABLE_PROGRAMS } from './command-capable-tools.ts'
import { CONVERTER_PROGRAMS } from './converters.ts'
import { DELETING_PROGRAMS } from './deleting-tools.ts'
import { EDITORS } from './editors.ts'
import { withEnvironmentVariables } from './environment-variables.ts'
import { FILE_CREATING_PROGRAMS } from './file-creating-tools.ts'
import { READING_SPECS } from './file-readers.ts'
import { FIND_PROGRAMS } from './find.ts'
import { JQ_PROGRAM } from './jq.ts'
import { PERMISSION_PROGRAMS } from './permission-tools.ts'
import { RSYNC_PROGRAMS } from './rsync.ts'
import { SEARCH_PROGRAMS } from './search-tools.ts'
import { SED_AND_AWK } from './sed-and-awk.ts'

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
  ...PROGRAM_GROUPS.map((loader) => () => loader),
].map((loader) => lazy(() => loader().map(withEnvironmentVariables)))
