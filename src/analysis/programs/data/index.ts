import type { Spec } from '../form/form.ts'
import { specProgram } from '../form/interpret.ts'
import type { Program } from '../program.ts'
import { DATABASE_TOOLS } from './database-tools.ts'
import { CYPHER } from './graph.ts'
import { MONGO } from './mongo.ts'
import { QUEUES } from './queues.ts'
import { REDIS } from './redis.ts'
import { SQL_SHELLS } from './sql-shells.ts'

export const DATA_SPECS: readonly Spec[] = [...SQL_SHELLS, ...DATABASE_TOOLS, ...QUEUES]

export const DATA: readonly Program[] = [CYPHER, MONGO, REDIS, ...DATA_SPECS.map(specProgram)]
