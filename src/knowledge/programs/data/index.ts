import type { Program } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec } from '../../../analysis/interpret/spec.ts'
import { createSpecProgram } from '../../../analysis/interpret/spec-interpreter.ts'
import { CYPHER_PROGRAM } from './cypher.ts'
import { DATABASE_TOOLS } from './database-tools.ts'
import { MONGO_PROGRAM } from './mongo.ts'
import { QUEUE_SPECS } from './queues.ts'
import { REDIS_PROGRAM } from './redis.ts'
import { SQL_SHELL_SPECS } from './sql-shells.ts'

export const DATA_SPECS: readonly ProgramSpec[] = [...SQL_SHELL_SPECS, ...DATABASE_TOOLS, ...QUEUE_SPECS]

export const DATA_PROGRAMS: readonly Program[] = [
  CYPHER_PROGRAM,
  MONGO_PROGRAM,
  REDIS_PROGRAM,
  ...DATA_SPECS.map(createSpecProgram),
]
