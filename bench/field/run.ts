import { CLI_TOOLS, createCase } from '../../src/cli/call-case.ts'
import { createLookups } from '../../src/facts/lookups.ts'
import { createGate } from '../../src/gate.ts'
import { createEmbeddedJudge } from '../../src/judge/embedded/judge.ts'
import { answerOf } from '../data/answer.ts'
import type { Options } from '../frame/options.ts'
import { progress } from '../frame/progress.ts'
import type { Suite } from '../frame/suite.ts'
import { type FieldOutcome, type FieldResult, missesOf, show } from './result.ts'
import { type FieldRow, readFieldRows } from './rows.ts'

/** Single calls in conversations: what was asked for in free words, what nobody asked for, danger, and everyday work. */
export const FIELD: Suite<FieldResult> = { name: 'field', run, show, misses: missesOf }

/** The directories that rows speak of are nowhere, also where another suite made one of that name. */
const LOOKUPS = { ...createLookups(), isThere: () => false }

async function run({ root, data, dataGiven, limit }: Options): Promise<FieldResult> {
  const files = dataGiven ? data : [`${root}/../shared/data/dev-3/field.jsonl`]
  const read = files.flatMap(readFieldRows).slice(0, limit)
  const bar = progress('field', read.length)
  const rows: FieldOutcome[] = []
  for (const row of read) {
    rows.push(await runRow(row))
    bar.step(rows.length, row.group)
  }
  bar.end()
  return { rows }
}

export async function runRow({ group, expect, line }: FieldRow): Promise<FieldOutcome> {
  const { policy, call, session } = createCase(line, undefined, { lookups: LOOKUPS })
  const decision = await createGate({ policy, tools: CLI_TOOLS, judge: createEmbeddedJudge() }).check(call, session)
  return { id: String(line.id), group, expect, answer: answerOf(decision), message: decision.message }
}
