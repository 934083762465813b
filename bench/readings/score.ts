import { understand } from '../../src/analysis/understand.ts'
import { CLI_TOOLS, createCase } from '../../src/cli/call-case.ts'
import type { Outcome } from '../../src/decision.ts'
import { createGate } from '../../src/gate.ts'
import { checkReading } from '../../src/intent/statements/checked-reading.ts'
import { findCoveringGrant, findCrossings, findNearGrant } from '../../src/intent/statements/crossing.ts'
import { foldLedger, type StatementEvent } from '../../src/intent/statements/ledger.ts'
import { statedLedger } from '../../src/intent/statements/phrases/phrase-ledger.ts'
import type { Ledger } from '../../src/intent/statements/statement.ts'
import { turnToRead } from '../../src/intent/statements/turn-to-read.ts'
import { createEmbeddedJudge } from '../../src/judge/embedded/judge.ts'
import { parseReading } from '../../src/judge/model/statements/parse.ts'
import type { ReadingRow } from './rows.ts'

/** A row with its answers, through the parser, the check against the words, the ledger and the gate. */
export interface ScoredRow {
  readonly id: string
  readonly key: string
  readonly label: ReadingRow['label']
  readonly said: readonly string[]
  readonly call: string
  /** What the gate answers; `judge`: only a judge can weigh a limit's rest. */
  readonly outcome: Outcome
  readonly reason: string
  /** What it would answer if nothing had been said. */
  readonly unasked: Outcome
  /** What the statements alone say of the call. */
  readonly found: 'limit' | 'doubtful' | 'asked' | 'near' | 'none'
  readonly statements: readonly string[]
  /** Turns whose answer is missing or was not understood, with the reason. */
  readonly unread: readonly string[]
}

const EMBEDDED = createEmbeddedJudge()

export async function scoreRow(row: ReadingRow, answers: ReadonlyMap<string, string>): Promise<ScoredRow> {
  const { ledger, unread } = ledgerOf(row, answers)
  const { policy, call, session } = createCase(row.line)
  const gate = createGate({ policy, tools: CLI_TOOLS, judge: EMBEDDED })
  const [{ outcome, reason }, unasked] = [
    await gate.check(call, { ...session, statements: { ledger } }),
    await gate.check(call, { ...session, statements: { ledger: { ...ledger, statements: [] } } }),
  ]
  const tool = CLI_TOOLS.find(call.tool, call.input)
  const action = understand(call, tool, session.facts, { wrappers: [] })
  const { crossed, doubtful } = findCrossings(action, session.facts, ledger)
  const some = (find: typeof findCoveringGrant) =>
    action.effects.some((effect) => find(effect, action, session.facts, ledger) !== undefined)
  return {
    id: row.id,
    key: row.key,
    label: row.label,
    said: row.turns.map(({ text }) => text),
    call: `${call.tool} ${JSON.stringify(call.input)}`.slice(0, 300),
    outcome,
    reason: reason.type,
    unasked: unasked.outcome,
    found: crossed
      ? 'limit'
      : some(findCoveringGrant)
        ? 'asked'
        : doubtful
          ? 'doubtful'
          : some(findNearGrant)
            ? 'near'
            : 'none',
    statements: ledger.statements.map(({ turn: _, saidAt: __, ...statement }) => JSON.stringify(statement)),
    unread,
  }
}

function ledgerOf(row: ReadingRow, answers: ReadonlyMap<string, string>) {
  const { transcript } = row.line
  const events: StatementEvent[] = []
  const unread: string[] = []
  let ledger: Ledger = foldLedger(events, transcript, 0)
  for (const [at, turn] of row.turns.entries()) {
    const text = answers.get(`${row.key}#${at + 1}`)
    const parsed = text === undefined ? undefined : parseReading({ text, end: 'complete' })
    if (parsed?.kind !== 'read') {
      unread.push(
        `${row.key}#${at + 1}: ${parsed === undefined ? 'no answer' : 'why' in parsed ? parsed.why : parsed.kind}`,
      )
      continue
    }
    const asked = turnToRead(transcript, turn, { sessionId: row.key, inForce: ledger.statements })
    events.push({ type: 'reading', turn: turn.key, at: 0, ...checkReading(parsed.reading, asked) })
    ledger = foldLedger(events, transcript, 0)
  }
  // Turns without an answer count as the phrases read them.
  return { ledger: statedLedger(events, transcript, 0), unread }
}
