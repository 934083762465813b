import { resolve } from 'node:path'
import { decisionAfterWait } from '../audit/effective-outcome.ts'
import { newestRecord } from '../audit/query.ts'
import type { AuditRecord } from '../audit/record.ts'
import { explainToAgent, nextStepText, withoutJudgeText } from '../audit/record-explanation.ts'
import { CATEGORIES } from '../categories/index.ts'
import { readArgs } from './command-args.ts'
import { agentHomeDirectory } from './home.ts'
import { type Io, paint, showInvisible, UsageError } from './io.ts'
import {
  callText,
  idFrom,
  type OutputAudience,
  openRecords,
  outcomeText,
  outputAudience,
  wrapWords,
} from './record-output.ts'
import { formatDateTime } from './time-arguments.ts'

export const HELP = `Usage: irongate why <id> [--agent] [--json] [--share]

Tells all about one decision: the call, the reason, the category and its page, every step, what the judge said, and next steps.
\`irongate log\` and \`irongate denied\` list the ids. The words of a model that judged are shown in a person's terminal only.

  --agent   one line, for an agent
  --json    the record, whole
  --share   a case for a report, without secrets and without your home, user and host names: one line
            that \`irongate check\` takes with --batch. Read it before you post it

Examples:
  irongate why 3f9a01c2
  irongate why 3f9a01c2 --agent
  irongate why 3f9a01c2 --share > case.jsonl
`

export async function run(args: readonly string[], io: Io, to: OutputAudience = outputAudience()): Promise<number> {
  const { values, positionals } = options(args)
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const id = idFrom(positionals)
  const store = openRecords(values.home, io)
  const found = await newestRecord(store, { id, probes: true })
  if (found === undefined)
    throw new UsageError(`there is no record ${JSON.stringify(id)}; \`irongate log\` lists them.`)
  if (values.share) return printSharedCase(withoutJudgeText(found), values.home, io)
  const record = values.agent || !to.isPerson() ? withoutJudgeText(found) : found
  if (values.json) io.out(`${JSON.stringify(record)}\n`)
  else {
    const again = record.outcome === 'allow' ? undefined : await decisionAfterWait(store, record)
    io.out(
      values.agent
        ? `${showInvisible(explainToAgent(record, again))}\n`
        : formatExplanation({ record, again }, io, to.columns),
    )
  }
  return 0
}

async function printSharedCase(record: AuditRecord, given: string | undefined, io: Io): Promise<number> {
  const [{ sharedCase }, { keptInputs, namesOfMachine }] = await Promise.all([
    import('./share/shared-case.ts'),
    import('./share/kept-inputs.ts'),
  ])
  const home = given === undefined ? agentHomeDirectory() : resolve(given)
  const kept = keptInputs(record, home)
  const { line, decision, reproduced } = await sharedCase(record, kept, namesOfMachine(record, home, kept.noted))
  io.out(`${JSON.stringify(line)}\n`)
  const again = reproduced
    ? 'Judged again, it gets the same decision.'
    : `Judged again, it gets ${decision.outcome}, not ${record.outcome}: say in the report what it depends on (files, settings, a model).`
  io.error(`Read this before you post it: names of people, companies and hosts may stand in it.\n${again}\n`)
  return 0
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

interface ExplainedRecord {
  readonly record: AuditRecord
  /** What became of it after it waited. */
  readonly again: AuditRecord | undefined
}

function formatExplanation({ record, again }: ExplainedRecord, io: Io, columns: number | undefined): string {
  const { cwd, host, mode, sessionId, agentId } = record
  const parts: (readonly [string, string | undefined])[] = [
    ['When', `${formatDateTime(record.at)}, in ${cwd}`],
    [
      'Who',
      `${host}${mode === '' ? '' : ` (${mode})`}, session ${sessionId}${agentId === undefined ? '' : `, agent ${agentId}`}`,
    ],
    ['Why', record.message],
    ['You said', statementText(record)],
    ['Category', categoryText(record)],
    ['Judge', judgeText(record)],
    ['Read', record.reads?.map(({ path, hash }) => `${path} (sha256 ${hash.slice(0, 12)})`).join('\n')],
    ['Took', durationText(record)],
    ['Under', versionsText(record)],
    ['Steps', stepsText(record)],
    ['Next', record.outcome === 'allow' ? undefined : nextStepsText(record, again)],
  ]
  const shown = parts.flatMap(([name, text]) =>
    text === undefined || text === ''
      ? []
      : [`${paint(io, 'bold', name.padEnd(MAX_STEP_NAMES))}${indented(showInvisible(text), columns)}`],
  )
  return `${outcomeText(record, io)} ${paint(io, 'bold', showInvisible(record.id))}  ${callText(record)}\n\n${shown.join('\n')}\n`
}

/** The steps that said something, and the names of those that passed it on. */
function stepsText({ trace }: AuditRecord): string {
  const spoke = trace.filter(({ says }) => says !== 'pass')
  const passed = trace.filter(({ says }) => says === 'pass').map(({ step }) => step)
  const lines = spoke.map(({ step, says, note }) => `${step}: ${says}${note === '' ? '' : `, ${oneLine(note)}`}`)
  return [...lines, ...(passed.length > 0 ? [`passed on by: ${passed.join(', ')}`] : [])].join('\n')
}

const MAX_STEP_NAMES = 10

function indented(text: string, columns: number | undefined): string {
  return wrapWords(text, columns === undefined ? undefined : columns - MAX_STEP_NAMES).join(
    `\n${' '.repeat(MAX_STEP_NAMES)}`,
  )
}

/** Of a limit or grant in the person's own words. */
function statementText({ statement, sessionId }: AuditRecord): string | undefined {
  if (statement === undefined) return undefined
  const { id, sentence } = statement
  return `"${oneLine(sentence)}" (${id} of \`irongate limits --all --session ${sessionId}\`)`
}

function categoryText({ category }: AuditRecord): string | undefined {
  if (category === undefined) return undefined
  const known = CATEGORIES.find(({ id }) => id === category)
  return known ? `${known.title}: ${known.summary}\n\`irongate categories ${known.id}\` shows its page` : category
}

function judgeText({ judge, model, stages = [], spent }: AuditRecord): string | undefined {
  if (judge === undefined) return undefined
  const calls = stages.map(
    ({ stage, outcome, detail, ms }) =>
      `${stage}: ${outcome}${detail === undefined ? '' : ` (${oneLine(detail)})`}, ${Math.round(ms)} ms`,
  )
  const tokens = spent
    ? [
        `${spent.inputTokens + spent.cacheReadTokens + spent.cacheWriteTokens} tokens in, ${spent.outputTokens} out${spent.dollars === undefined ? '' : `, $${spent.dollars.toFixed(4)}`}`,
      ]
    : []
  return [`${judge}${model === undefined ? '' : `, ${model}`}`, ...calls, ...tokens].join('\n')
}

function durationText({ ms, judgeMs }: AuditRecord): string | undefined {
  if (ms === undefined) return undefined
  return `${ms} ms${judgeMs === undefined ? '' : `, the judge's model ${judgeMs} ms of it`}`
}

function versionsText({ policy, gate, grade }: AuditRecord): string | undefined {
  const parts = [policy && `policy ${policy.slice(0, 12)}`, gate && `irongate ${gate}`, grade && `graded ${grade}`]
  return parts.filter((part) => part !== undefined && part !== '').join(', ') || undefined
}

function nextStepsText(record: AuditRecord, again: AuditRecord | undefined): string {
  const { id, approvalKey, unseen, shadow } = record
  if (again || approvalKey === undefined || unseen) return nextStepText(record, again)
  const once = shadow ? '' : ': exactly this call, once'
  return `${nextStepText(record)}${once}\nirongate allow ${id}: a rule, from now on, where one can be made`
}

function options(args: readonly string[]) {
  return readArgs(args, {
    agent: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    share: { type: 'boolean', default: false },
    home: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
}
