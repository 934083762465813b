import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createGate } from '../gate.ts'
import { chain } from '../judge/chain.ts'
import { claudeFor } from '../judge/claude/assemble.ts'
import type { ModelClient } from '../judge/claude/failure.ts'
import { type BatchLine, exportJudging, importJudging, type RunCases } from '../judge/claude/replay.ts'
import { createEmbeddedJudge } from '../judge/embedded/judge.ts'
import type { Judge } from '../judge/judge.ts'
import type { Policy } from '../settings/policy.ts'
import { caseOf, TOOLS } from './case.ts'
import { EXIT, type Io, UsageError } from './io.ts'
import { parseLine } from './line.ts'

export const HELP = `Usage: irongate judge --export CASES > requests.jsonl
       irongate judge --import RESULTS [--next FILE] CASES > decisions.jsonl

Judges a file of cases (the lines of \`irongate check --batch\`) at batch price: --export writes the requests that they need in
the format of the Message Batches API; --import takes the results and prints the decisions. Where a second stage is needed,
--next gets the requests for it: send them too, and import both results together.

Example:
  irongate judge --export cases.jsonl > requests.jsonl
  irongate judge --import results.jsonl --next more.jsonl cases.jsonl
`

export async function run(args: readonly string[], io: Io): Promise<number> {
  const options = {
    export: { type: 'boolean' },
    import: { type: 'string' },
    next: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0 || (values.export === true) === (values.import !== undefined)) {
    throw new UsageError(`name one file of cases, and --export or --import\n\n${HELP}`)
  }
  const cases = casesIn(readFileSync(file, 'utf8'))
  if (values.import === undefined) {
    io.out(await exportJudging(cases))
    return 0
  }
  const { decisions, next, problems } = await importJudging(readFileSync(values.import, 'utf8'), cases)
  io.out(decisions)
  for (const problem of problems) io.error(`irongate judge: ${problem}\n`)
  if (values.next !== undefined) writeFileSync(values.next, next)
  else if (next !== '') io.error('irongate judge: some cases need further requests; --next FILE writes them\n')
  return problems.length === 0 ? 0 : EXIT.internal
}

/** Runs every case through the whole gate, with the given client in the place of the network. */
export function casesIn(text: string): RunCases {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return async (client) => {
    const answers: BatchLine[] = []
    for (const line of lines) answers.push(await answerTo(line, client))
    return answers
  }
}

async function answerTo(text: string, client: ModelClient): Promise<BatchLine> {
  const parsed = parseLine(text)
  if (!parsed.ok) {
    const reason = { type: 'bad-input', problem: parsed.problem }
    return { id: parsed.id, decision: 'deny', reason, message: `call denied: ${parsed.problem}` }
  }
  const { policy, call, session } = caseOf(parsed.line)
  const gate = createGate({ policy, tools: TOOLS, judge: judgeWith(client, policy) })
  const { outcome, reason, message, category, judge, grade } = await gate.check(call, session)
  return {
    id: parsed.line.id,
    decision: outcome,
    reason,
    message,
    ...(category !== undefined && { category }),
    ...(judge !== undefined && { judge }),
    ...(grade !== undefined && { grade }),
  }
}

function judgeWith(client: ModelClient, policy: Policy): Judge {
  const claude = claudeFor(policy, TOOLS, { client, model: process.env['IRONGATE_MODEL'] })
  if (policy.judge.kind === 'claude') return claude
  return chain({ embedded: createEmbeddedJudge(), claude: () => Promise.resolve(claude) })
}
