import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { ClaudeEdge } from '../judge/claude/assemble.ts'
import { type BatchLine, exportJudging, importJudging, type RunCases } from '../judge/claude/replay.ts'
import { checkLine, createSessions, type Sessions } from './check-line.ts'
import { EXIT, type Io, UsageError } from './io.ts'
import { parseLine } from './line.ts'
import { modelOf } from './person-edge.ts'

export const HELP = `Usage: irongate judge --export CASES > requests.jsonl
       irongate judge --import RESULTS [--next FILE] CASES > decisions.jsonl

Judges a file of cases (the lines of \`irongate check --batch\`) at batch price: --export writes the requests that they need in
the format of the Message Batches API; --import takes the results and prints the decisions. Where a second stage is needed,
--next gets the requests for it: send them too, and import both results together. Lines of one session follow from the
answers before them, so --next may hold some of those again. IRONGATE_MODEL names the model: set it the same for both.

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

/** Runs every case through the whole gate, with the given client in the place of the network. Sessions are shared as in a batch. */
export function casesIn(text: string): RunCases {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return async (client) => {
    const sessions = createSessions()
    const edge: ClaudeEdge = { client, model: modelOf() }
    const answers: BatchLine[] = []
    for (const line of lines) answers.push(await answerTo(line, sessions, edge))
    return answers
  }
}

async function answerTo(text: string, sessions: Sessions, edge: ClaudeEdge): Promise<BatchLine> {
  const parsed = parseLine(text)
  if (parsed.ok) return { ...(await checkLine(parsed.line, sessions, edge)) }
  const reason = { type: 'bad-input', problem: parsed.problem }
  return { id: parsed.id, decision: 'deny', reason, message: `call denied: ${parsed.problem}` }
}
