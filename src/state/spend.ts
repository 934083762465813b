import { join } from 'node:path'
import type { Ledger } from '../judge/claude/cost.ts'
import { BrokenState, privateFolder } from './folder.ts'
import { appendLine, readLines } from './lines.ts'

interface Spending {
  readonly session: string
  readonly dollars: number
}

/** What the judge spent, one file per day, for processes that live for one call. A damaged file throws: the budget counts as reached. */
export function fileLedger(folder: string, now: () => number): Ledger {
  const file = () => {
    const day = new Date(now()).toISOString().slice(0, 10)
    return join(privateFolder(join(folder, 'spend')), `${day}.jsonl`)
  }
  return {
    spent: (sessionId) => {
      const all = readLines(file()).events.map(spending)
      const sum = (list: readonly Spending[]) => list.reduce((total, { dollars }) => total + dollars, 0)
      return { session: sum(all.filter(({ session }) => session === sessionId)), day: sum(all) }
    },
    add: (session, dollars) => appendLine(file(), { session, dollars } satisfies Spending),
  }
}

function spending(value: unknown): Spending {
  const { session, dollars } = (value ?? {}) as Partial<Spending>
  if (typeof session !== 'string' || typeof dollars !== 'number' || !Number.isFinite(dollars))
    throw new BrokenState('a spending of an unknown shape')
  return { session, dollars }
}
