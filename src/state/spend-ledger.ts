import { join } from 'node:path'
import type { SpendLedger } from '../judge/model/cost.ts'
import { appendLine, readLines } from './event-lines.ts'
import { BrokenStateError, privateFolder } from './private-folder.ts'

interface DailySpend {
  readonly session: string
  readonly dollars: number
}

/** What the judge spent, one file per day, for processes that live for one call. A damaged file throws: the budget counts as reached. */
export function createFileLedger(folder: string, now: () => number): SpendLedger {
  const file = () => {
    const day = new Date(now()).toISOString().slice(0, 10)
    return join(privateFolder(join(folder, 'spend')), `${day}.jsonl`)
  }
  return {
    spent: (sessionId) => {
      const all = readLines(file()).events.map(parseDailySpend)
      const sum = (list: readonly DailySpend[]) => list.reduce((total, { dollars }) => total + dollars, 0)
      return { session: sum(all.filter(({ session }) => session === sessionId)), day: sum(all) }
    },
    add: (session, dollars) => appendLine(file(), { session, dollars } satisfies DailySpend),
  }
}

function parseDailySpend(value: unknown): DailySpend {
  const { session, dollars } = (value ?? {}) as Partial<DailySpend>
  if (typeof session !== 'string' || typeof dollars !== 'number' || !Number.isFinite(dollars))
    throw new BrokenStateError('a spending of an unknown shape')
  return { session, dollars }
}
