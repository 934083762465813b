import type { Effect } from '../../effects.ts'
import { sqlRight } from '../../programs/data/data-targets.ts'
import { readSql, type SqlReading } from '../../programs/data/sql.ts'
import type { Run } from '../run/run.ts'
import { argument, type CodeCall, type Handler, required } from '../run/table.ts'
import { exact, knownOf, text } from '../run/value.ts'

type Reach = Extract<Effect, { kind: 'database-change' }>['reach']

/** SQL text handed to a database; where that is, the call that made the connection may tell. */
export function database(engine: string, reach: Reach, position = 0): Handler {
  return (call, run) => {
    const statement =
      exact(argument(call, position, 'sql', 'query')) ?? knownOf(required(call, position)).replaceAll('\0', '?')
    if (!/[a-z]{4}\s/i.test(statement)) return undefined
    const { where } = run.loose.far.makers.of(call.name)
    const place = reach !== 'unknown' || where === 'untold' ? reach : where === 'far' ? 'remote' : 'local-server'
    for (const reading of readSql(statement)) stateSql(reading, { call, run, engine, reach: place })
    return undefined
  }
}

interface Given {
  readonly call: CodeCall
  readonly run: Run
  readonly engine: string
  readonly reach: Reach
}

function stateSql(reading: SqlReading, { call, run, engine, reach }: Given): void {
  const by = call.name
  if (reading.kind === 'shell') run.shell(text(reading.text), by)
  if (reading.kind === 'rights') {
    const { what, to, open } = reading
    run.acts({
      kind: 'grant',
      what,
      to,
      targets: sqlRight(what, to),
      reach: reach === 'remote' ? 'remote' : 'machine',
      by,
      certainty: reach === 'remote' || open ? 'certain' : 'possible',
    })
  }
  if (reading.kind !== 'change') return
  const done = reading.anew && reach !== 'remote' ? 'other' : reading.statement
  run.lower((done === 'insert' || done === 'other') && reach !== 'remote' ? 'expected' : 'plain')
  const { unbounded, target } = reading
  run.state({ kind: 'database-change', engine, statement: done, unbounded, reach, target, by })
}

/** Methods that are handed statements, in whatever library; text that is none of those is something else. */
const EXECUTES = /^\$?execute/
const RUNS_SQL = /quer(?:y|ies)|exec|command|statement|sql|^(?:do|run|raw|prepare)$/i
const STATEMENT =
  /(?:^|[;(\n])\s{0,80}(?:(?:drop|truncate|alter|create|grant|revoke)\s{1,20}\w|(?:delete\s{1,20}from|insert\s{1,20}into|merge\s{1,20}into)\s|update\s{1,20}\S{1,200}\s{1,20}set\s)/i
const anySql = database('sql', 'unknown')

export function runsSql(name: string): Handler | undefined {
  if (EXECUTES.test(name)) return anySql
  if (!RUNS_SQL.test(name)) return undefined
  return (call, run) => (STATEMENT.test(knownOf(required(call, 0, 'sql', 'query'))) ? anySql(call, run) : undefined)
}
