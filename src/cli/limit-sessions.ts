import { fileRecords } from '../audit/file-records.ts'
import { isProbe } from '../audit/query.ts'
import type { AuditRecord } from '../audit/record.ts'
import { type StatementUse, statementUses } from '../audit/statement-uses.ts'
import type { PastStatement } from '../intent/statements/history.ts'
import { fileNameFor } from '../state/private-folder.ts'
import { statedSessions } from '../state/statements.ts'

/** A session with what was stated in it, and what that decided. */
export interface LimitSession {
  readonly id: string
  /** Where it works and in which agent; unknown before its first call. */
  readonly project?: string
  readonly host?: string
  readonly active: number
  readonly statements: readonly PastStatement[]
  readonly uses: ReadonlyMap<number, StatementUse>
}

/** Every kept session in which something was stated, the last active first. */
export async function limitSessions(
  folder: string,
  now: number,
  onDamage?: (file: string) => void,
): Promise<readonly LimitSession[]> {
  const stated = statedSessions(folder, now, onDamage)
  if (stated.length === 0) return []
  const byName = new Map<string, AuditRecord[]>()
  const names = new Map<string, string>()
  const since = Math.min(...stated.flatMap(({ statements }) => statements.map(({ saidAt }) => saidAt)))
  const kept = new Set(stated.map(({ name }) => name))
  for await (const record of fileRecords(folder).query({ since })) {
    const name = names.get(record.sessionId) ?? fileNameFor(record.sessionId)
    names.set(record.sessionId, name)
    if (!kept.has(name)) continue
    const records = byName.get(name)
    if (records === undefined) byName.set(name, [record])
    // The newest says where it works; of the others only those that a statement decided are needed.
    else if (record.statement !== undefined) records.push(record)
  }
  return stated
    .map(({ name, active, statements }): LimitSession => {
      const records = byName.get(name) ?? []
      const [newest] = records
      return {
        id: newest?.sessionId ?? name,
        ...(newest && { project: newest.cwd, host: newest.host }),
        active: Math.max(active, newest?.at ?? 0),
        statements,
        uses: statementUses(records),
      }
    })
    .toSorted((one, other) => other.active - one.active)
}

/** The session in which something was called last in this project. */
export async function latestSessionId(folder: string, project: string): Promise<string | undefined> {
  for await (const record of fileRecords(folder).query({ project }))
    if (record.reason.type !== 'person' && !isProbe(record)) return record.sessionId
  return undefined
}
