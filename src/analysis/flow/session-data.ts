import { programName } from '../interpret/base-name.ts'
import type { Command } from '../words.ts'

const CREATE_STATEMENT = /^create\s+(database|schema|table)\s+(?!if\s)([\w."`[\]]{1,120})(?:\s|\(|$)/i
/** What hangs on it is not taken along, and is told by its own name. */
const DROP_STATEMENT = /^drop\s+(database|schema|table)\s+(?:if\s+exists\s+)?([\w."`[\]]{1,120})$/i
const SCHEMA_STATEMENT = /\b(?:create|drop)\s+(?:database|schema|table)\s/i
const MAX_SQL_LENGTH = 20_000

interface SqlStatements {
  readonly statements: readonly string[]
  readonly place: string
}

function sqlStatementsOf({ name = '', args }: Command): SqlStatements | undefined {
  const at = args.findIndex(({ text = '' }) => text.length < MAX_SQL_LENGTH && SCHEMA_STATEMENT.test(text))
  const text = args[at]?.text
  if (
    text === undefined ||
    args.some((word, other) => other !== at && (word.text === undefined || SCHEMA_STATEMENT.test(word.text)))
  )
    return undefined
  const others = args.filter((_, other) => other !== at).map((word) => word.text ?? '')
  const statements = text
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  return { statements, place: [programName(name), ...others].join(' ') }
}

const dataKey = (place: string, kind: string, name: string): string =>
  `made in ${place}: ${kind.toLowerCase()} ${name.replace(/["`[\]]/g, '').toLowerCase()}`

/** One that was there before makes it fail. */
export function createdData(command: Command): readonly string[] {
  const sql = sqlStatementsOf(command)
  if (!sql) return []
  return sql.statements.flatMap((statement) => {
    const [, kind, name] = CREATE_STATEMENT.exec(statement) ?? []
    return kind === undefined || name === undefined ? [] : [dataKey(sql.place, kind, name)]
  })
}

export function isSessionData(command: Command, started: ReadonlySet<string>): boolean {
  const sql = started.size === 0 ? undefined : sqlStatementsOf(command)
  if (!sql || sql.statements.length === 0) return false
  return sql.statements.every((statement) => {
    const [, kind, name] = DROP_STATEMENT.exec(statement) ?? []
    return kind !== undefined && name !== undefined && started.has(dataKey(sql.place, kind, name))
  })
}
