import { join } from 'node:path'
import { addSpend, NOTHING_SPENT, type Spend, type SpendLedger } from '../judge/model/cost.ts'
import { appendLine, readLines } from './event-lines.ts'
import { BrokenStateError, privateFolder } from './private-folder.ts'

/** What the judge spent, one file per day, for processes that live for one call. A damaged file throws: the budget counts as reached. */
export function createFileLedger(folder: string, now: () => number): SpendLedger {
  const file = () => {
    const day = new Date(now()).toISOString().slice(0, 10)
    return join(privateFolder(join(folder, 'spend')), `${day}.jsonl`)
  }
  return {
    spent: (sessionId) => {
      const all = readLines(file()).events.map(parseDailySpend)
      const sum = (list: readonly DailySpend[]) => list.reduce<Spend>(addSpend, NOTHING_SPENT)
      return { session: sum(all.filter(({ session }) => session === sessionId)), day: sum(all) }
    },
    add: (session, spend) => appendLine(file(), { session, ...spend } satisfies DailySpend),
  }
}

interface DailySpend extends Spend {
  readonly session: string
}

/** Lines of a version that counted dollars alone were a check each. */
function parseDailySpend(value: unknown): DailySpend {
  const { session, dollars, tokens = 0, checks = 1 } = (value ?? {}) as Partial<DailySpend>
  if (typeof session !== 'string' || ![dollars, tokens, checks].every((amount) => Number.isFinite(amount)))
    throw new BrokenStateError('a spending of an unknown shape')
  return { session, dollars: dollars ?? 0, tokens, checks }
}
