import type { AuditRecord } from '../../audit/record.ts'
import { type StatementUse, statementUses } from '../../audit/statement-uses.ts'
import { recordUserCommand } from '../../cli/user-command.ts'
import type { PastStatement } from '../../intent/statements/history.ts'
import { oneLine } from '../../messages.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { removeStatement, sessionStatements } from '../../state/statements.ts'
import { wordStatement } from '../../wording/statement.ts'
import type { SessionStatements } from '../api/service.ts'
import type { SessionStatement } from '../api/shapes.ts'
import type { Store } from '../store/store.ts'

/** Of one session at once, as many as its page shows. */
const MOST_RECORDS = 5000

/** What people stated. Sessions of this machine have it in their logs; of others, Records tell what stopped or allowed something. */
export function createStatements(home: string, machine: string, store: Pick<Store, 'chain'>): SessionStatements {
  const folder = stateFolder(home)
  return {
    list: async (from, session) => {
      const isOwn = from === machine
      const known = isOwn ? sessionStatements(folder, session, Date.now()) : []
      const uses = statementUses(await recordsOf(store, from, session))
      const ids = new Set(known.map(({ id }) => id))
      const others = [...uses.values()].filter(({ id }) => !ids.has(id)).map(fromRecords)
      const statements = [...known.map((one) => fromLog(one, uses.get(one.id))), ...others]
      return { statements: statements.toSorted((one, other) => one.id - other.id), removable: isOwn }
    },
    remove: async ({ machine: from, session, id, sentence }, by) => {
      if (from !== machine) return { kind: 'elsewhere' }
      const one = sessionStatements(folder, session, Date.now()).find((known) => known.id === id)
      // What was shown is what was meant.
      if (one === undefined || one.ended || one.sentence !== sentence) return { kind: 'late' }
      if (!removeStatement(folder, session, id)) return { kind: 'late' }
      const reading = wordStatement(one)
      const problem = recordUserCommand({
        home,
        cwd: home,
        command: `limits remove ${id} --session ${session}`,
        message: `a person (${oneLine(by.name)}) removed ${one.kind} ${id} on the dashboard: ${reading} ("${one.sentence}")`,
      })
      return { kind: 'removed', reading, ...(problem !== undefined && { unrecorded: problem }) }
    },
  }
}

async function recordsOf(store: Pick<Store, 'chain'>, machine: string, session: string) {
  const found: AuditRecord[] = []
  for await (const record of store.chain(machine, session)) {
    found.push(record)
    if (found.length >= MOST_RECORDS) break
  }
  return found
}

function fromLog(one: PastStatement, use: StatementUse | undefined): SessionStatement {
  const { id, kind, sentence, saidAt, ended, unverified } = one
  return {
    id,
    kind,
    reading: wordStatement(one),
    sentence,
    saidAt,
    ...(ended && { ended }),
    ...(unverified && { unverified }),
    stopped: use?.stopped ?? 0,
    allowed: use?.allowed ?? 0,
  }
}

/** Limits stop and grants allow: nothing else is recorded of them. */
function fromRecords({ id, sentence, stopped, allowed }: StatementUse): SessionStatement {
  return { id, kind: stopped > 0 ? 'limit' : 'grant', sentence, stopped, allowed }
}
