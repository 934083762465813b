import type { Program } from '../program.ts'
import { DATABASE_TOOLS } from './database-tools.ts'
import { CYPHER } from './graph.ts'
import { MONGO } from './mongo.ts'
import { QUEUE_PROGRAMS } from './queues.ts'
import { REDIS } from './redis.ts'
import { SQL_SHELLS } from './sql-shells.ts'

export const DATA: readonly Program[] = [...SQL_SHELLS, CYPHER, MONGO, REDIS, ...DATABASE_TOOLS, ...QUEUE_PROGRAMS]
