import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { ModelEdge } from '../judge/model/assemble.ts'
import {
  type BatchLine,
  exportJudging,
  importJudging,
  type RunCases,
} from '../judge/model/transports/messages/judging-export.ts'
import { parseLine } from './call-line.ts'
import { checkLine, createSessions, type Sessions } from './check-line.ts'
import { homeFrom } from './command-args.ts'
import { EXIT, type Io, UsageError } from './io.ts'
import { type ScoredCase, scoreTable, splitLabel } from './judge-score.ts'
import { modelOf } from './terminal-judge-edge.ts'

export const HELP = `Usage: irongate judge setup [--use TRANSPORT] [--yes] [--json]
       irongate judge test [--json]
       irongate judge --export CASES > requests.jsonl
       irongate judge --import RESULTS [--next FILE] CASES > decisions.jsonl

  setup   shows which models are at hand (a client that is logged in, a server on this machine), tries the one that you choose with
          two calls, and makes it the judge. --use names it (claude-cli, codex-cli, messages, offline); --yes agrees to what it
          costs; --json only lists what is there
  test    asks the judge in force the same two calls. After a client was updated this makes it the judge again

Judges a file of cases (the lines of \`irongate check --batch\`) at batch price: --export writes the requests that they need in
the format of the Message Batches API; --import takes the results and prints the decisions. Where a second stage is needed,
--next gets the requests for it: send them too, and import both results together. Lines of one session follow from the
answers before them, so --next may hold some of those again. IRONGATE_MODEL names the model: set it the same for both.

A case may carry "label": "block" or "allow", and "source" and "category": then both print a table of how many were answered
rightly, on the error stream; open are those that a model still has to be asked about. Other judges are measured in the
same way: a line of RESULTS may also be {"custom_id": …, "text": "<block>no</block>"}.

Examples:
  irongate judge setup
  irongate judge setup --use claude-cli --yes
  irongate judge --export cases.jsonl > requests.jsonl
  irongate judge --import results.jsonl --next more.jsonl cases.jsonl
`

export async function run(args: readonly string[], io: Io): Promise<number> {
  const options = {
    export: { type: 'boolean' },
    import: { type: 'string' },
    next: { type: 'string' },
    use: { type: 'string' },
    home: { type: 'string' },
    yes: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const [file, ...more] = positionals
  if (isChoice(file) && more.length === 0) return chooseJudge(file, values, io)
  if (file === undefined || more.length > 0 || (values.export === true) === (values.import !== undefined)) {
    throw new UsageError(`name one file of cases, and --export or --import\n\n${HELP}`)
  }
  const text = readFileSync(file, 'utf8')
  const cases = caseRunner(text)
  if (values.import === undefined) {
    const { requests, lines } = await exportJudging(cases)
    io.out(requests)
    return printScore(text, lines, io)
  }
  const { lines, next, problems } = await importJudging(readFileSync(values.import, 'utf8'), cases)
  io.out(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const scored = printScore(text, lines, io)
  for (const problem of problems) io.error(`irongate judge: ${problem}\n`)
  if (values.next !== undefined) writeFileSync(values.next, next)
  else if (next !== '') io.error('irongate judge: some cases need further requests; --next FILE writes them\n')
  return problems.length === 0 ? scored : EXIT.internal
}

type Choice = 'setup' | 'test'

function isChoice(word: string | undefined): word is Choice {
  return word === 'setup' || word === 'test'
}

interface ChoiceOptions {
  readonly home?: string
  readonly use?: string
  readonly yes: boolean
  readonly json: boolean
}

async function chooseJudge(word: Choice, { home: named, use, yes, json }: ChoiceOptions, io: Io): Promise<number> {
  const home = homeFrom(named)
  if (word === 'test') return (await import('./judge-choice/test-command.ts')).testJudge({ home, json }, io)
  return (await import('./judge-choice/setup.ts')).setUpJudge({ home, use, yes, json }, io)
}

/** Prints how the labelled cases were answered, where there are any. A row with an unknown label is no case. */
function printScore(text: string, lines: readonly BatchLine[], io: Io): number {
  const cases = caseLines(text).map(splitLabel)
  const wrong = cases.flatMap(({ problem }, at) => (problem === undefined ? [] : [`case ${at + 1}: ${problem}`]))
  for (const problem of wrong) io.error(`irongate judge: ${problem}\n`)
  const scored = cases.flatMap(({ label, groups }, at): ScoredCase[] => {
    const line = lines[at]
    return label === undefined || line === undefined ? [] : [{ label, groups, answer: scoredAnswer(line) }]
  })
  io.error(scoreTable(scored))
  return wrong.length === 0 ? 0 : EXIT.usage
}

function scoredAnswer({ decision, reason }: BatchLine): ScoredCase['answer'] {
  if (typeof reason === 'object' && reason !== null && 'type' in reason && reason.type === 'judge-unavailable')
    return 'open'
  return decision === 'allow' || decision === 'ask' ? decision : 'stopped'
}

/** Runs every case through the whole gate, with the given client in the place of the network. Sessions are shared as in a batch. */
export function caseRunner(text: string): RunCases {
  const lines = caseLines(text).map((line) => splitLabel(line).text)
  return async (client) => {
    const sessions = createSessions()
    const edge: ModelEdge = { client, model: modelOf() }
    const answers: BatchLine[] = []
    for (const line of lines) answers.push(await judgeLine(line, sessions, edge))
    return answers
  }
}

function caseLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

async function judgeLine(text: string, sessions: Sessions, edge: ModelEdge): Promise<BatchLine> {
  const parsed = parseLine(text)
  if (parsed.ok) return { ...(await checkLine(parsed.line, sessions, edge)) }
  const reason = { type: 'bad-input', problem: parsed.problem }
  return { id: parsed.id, decision: 'deny', reason, message: `call denied: ${parsed.problem}` }
}
