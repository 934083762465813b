import type { Target } from '../target.ts'

interface DatabaseName {
  readonly engine: string
  readonly name: string
}

interface StatementTarget {
  /** `table users`, `users`, `database app`. */
  readonly target: string
  readonly unbounded: boolean
}

const OBJECT_TYPE_PREFIX =
  /^(table|database|schema|view|index|collection|keyspace|user|role|sequence|function|procedure|trigger|bucket|measurement|type|materialized view)\s+(?:if\s+exists\s+)?/i

/** Words of a whole statement before what it is about. */
const STATEMENT_PREFIX =
  /^(?:(?:grant|revoke)\b.*?\bon\s+(?:all\s+\w+\s+in\s+)?|(?:create|alter|comment on|refresh|reindex|vacuum|analyze|restore)\s+(?:or replace\s+|temporary\s+|temp\s+|unique\s+|if not exists\s+)*)/i

/** What a statement changes, one target for each thing in its list. */
export function listDataTargets(
  { engine, name: database }: DatabaseName,
  { target, unbounded }: StatementTarget,
): readonly Target[] {
  const amount = unbounded ? 'all' : 'several'
  const about = target.replace(STATEMENT_PREFIX, '')
  const type = OBJECT_TYPE_PREFIX.exec(about)?.[1]?.toLowerCase() ?? 'table'
  const names = about
    .replace(OBJECT_TYPE_PREFIX, '')
    .split(',')
    .map((part) => part.trim().split(/\s/, 1)[0] ?? '')
    .filter((name) => name !== '')
  if (names.length === 0) return [{ kind: 'data', engine, database, type: 'database', name: database, amount }]
  return names.map((name) =>
    type === 'database'
      ? { kind: 'data', engine, database: name, type, name, amount: 'all' }
      : { kind: 'data', engine, database, type, name, amount },
  )
}

/** `grant select on orders to reporting` and its like. */
export function listGrantTargets(what: string, to: string): readonly Target[] {
  const right = /^grant\s+(.*?)\s+(?:on\s.*\s)?to\s/i.exec(what)?.[1] ?? what
  return [{ kind: 'right', account: to.replace(/["'`]/g, ''), right, amount: 'one' }]
}

/** Collections that a script for mongosh changes; a dropped database counts as all of it. */
export function listMongoTargets(text: string, database: string): readonly Target[] {
  if (/\bdropDatabase\s*\(/.test(text))
    return [{ kind: 'data', engine: 'mongodb', database, type: 'database', name: database, amount: 'all' }]
  const calls = text.matchAll(
    /\bdb\.(?:getCollection\(\s*['"]([\w.-]{1,100})['"]\s*\)|([\w-]{1,100}))\.(?:drop|delete|remove|update|insert|replace|rename|bulkWrite|findOneAnd)/g,
  )
  const names = new Set([...calls].map((found) => found[1] ?? found[2] ?? ''))
  const data = { kind: 'data', engine: 'mongodb', database, type: 'collection', amount: 'several' } as const
  return [...names].map((name) => ({ ...data, name }))
}
