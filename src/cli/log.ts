import { resolve } from 'node:path'
import { followRecords, markSeen, recentRecordIds } from '../audit/follow-records.ts'
import type { RecordQuery } from '../audit/query.ts'
import { withoutJudgeText } from '../audit/record-explanation.ts'
import { groupRepeats, type RepeatedRecord, withoutGrouping } from '../audit/repeats.ts'
import type { Outcome } from '../decision.ts'
import { OUTCOMES } from '../decision.ts'
import { readArgs, refusePositionals } from './command-args.ts'
import { type Io, paint, showInvisible, UsageError } from './io.ts'
import {
  callText,
  OUTCOME_WIDTH,
  type OutputAudience,
  openRecords,
  outcomeText,
  outputAudience,
  truncateText,
} from './record-output.ts'
import { formatDateTime, TIMES_HELP, timeFrom } from './time-arguments.ts'

export const HELP = `Usage: irongate log [options]

Lists what the gate decided, newest first: time, decision, id, category or reason, call. Equal calls that were stopped in a row are
one line with a count. \`irongate why <id>\` tells all about one.

  --since TIME       from then on: ${TIMES_HELP}
  --until TIME       up to then
  --project DIR      calls in this directory or below it
  --session ID       one session; the start of its id is enough
  --agent ID         one sub-agent
  --host NAME        one agent program
  --category ID      one category (\`irongate categories\` lists them)
  --decision WHAT    allow, ask, deny, abort; several with commas
  --text TEXT        part of the call or of the message, in any case
  --limit N          so many lines (default 30; 0 for all)
  --follow, -f       show decisions as they are made; ends with Ctrl-C
  --json             one record per line, whole

A decision in brackets is one that the gate would have made: it was in shadow mode, and the agent decided.

Secrets are never kept: placeholders such as «secret:password» stand for them.

Examples:
  irongate log --since 2h --decision deny,ask
  irongate log --project . --text 'git push' --limit 5
  irongate log --since yesterday --until yesterday --json
  irongate log --follow --decision deny
`

export async function run(
  args: readonly string[],
  io: Io,
  to: OutputAudience = outputAudience(),
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const { values, positionals } = options(args)
  if (values.help) {
    io.out(HELP)
    return 0
  }
  refusePositionals(positionals, 'log')
  const query = queryFrom(values)
  const store = openRecords(values.home, io)
  const isPerson = to.isPerson()
  const show = ({ record, times }: RepeatedRecord) => {
    const shown = isPerson ? record : withoutJudgeText(record)
    io.out(values.json ? `${JSON.stringify(shown)}\n` : row({ record: shown, times }, io, to.columns))
  }
  const limit = limitFrom(values.limit)
  const seen = values.follow ? await recentRecordIds(store, query, Date.now()) : new Set<string>()
  const found: RepeatedRecord[] = []
  let count = 0
  for await (const repeated of (values.json ? withoutGrouping : groupRepeats)(markSeen(store.query(query), seen))) {
    // Whoever follows reads downwards in time.
    if (values.follow) found.unshift(repeated)
    else show(repeated)
    if (++count >= limit) break
  }
  for (const repeated of found) show(repeated)
  if (values.follow)
    for await (const record of followRecords(store, query, { seen, signal })) show({ record, times: 1 })
  else if (count === 0 && !values.json) io.out('No record matches.\n')
  return 0
}

/** Room for the category, where there is little room and where there is enough. */
const NARROW_CATEGORY_WIDTH = 14
const WIDE_CATEGORY_WIDTH = 20

/** One line that fits the terminal; on one, the year goes without saying. */
function row({ record, times }: RepeatedRecord, io: Io, columns: number | undefined): string {
  const time = formatDateTime(record.at).slice(columns === undefined ? 0 : 5)
  const room = columns !== undefined && columns < 110 ? NARROW_CATEGORY_WIDTH : WIDE_CATEGORY_WIDTH
  const what = truncateText(showInvisible(record.category ?? record.reason.type), columns && room).padEnd(room)
  const often = times > 1 ? ` ×${times}` : ''
  const left = columns && Math.max(20, columns - time.length - OUTCOME_WIDTH - 8 - room - 8 - often.length)
  const parts = [time, outcomeText(record, io), paint(io, 'bold', showInvisible(record.id)), paint(io, 'dim', what)]
  return `${parts.join('  ')}  ${truncateText(callText(record), left)}${often}\n`
}

type Values = ReturnType<typeof options>['values']

function queryFrom(values: Values): RecordQuery {
  const { since, until, project, session, agent, host, category, text } = values
  return {
    since: since === undefined ? undefined : timeFrom(since, 'start'),
    until: until === undefined ? undefined : timeFrom(until, 'end'),
    project: project === undefined ? undefined : resolve(project),
    decisions: values.decision === undefined ? undefined : decisionsFrom(values.decision),
    session,
    agent,
    host,
    category,
    text,
  }
}

function decisionsFrom(given: readonly string[]): readonly Outcome[] {
  return given
    .flatMap((part) => part.split(','))
    .map((name) => {
      const outcome = OUTCOMES.find((known) => known === name.trim())
      if (outcome === undefined)
        throw new UsageError(`there is no decision ${JSON.stringify(name)}; they are ${OUTCOMES.join(', ')}`)
      return outcome
    })
}

function limitFrom(given: string): number {
  if (!/^\d{1,9}$/.test(given)) throw new UsageError(`--limit takes a number, not ${JSON.stringify(given)}`)
  return Number(given) === 0 ? Number.POSITIVE_INFINITY : Number(given)
}

function options(args: readonly string[]) {
  return readArgs(args, {
    since: { type: 'string' },
    until: { type: 'string' },
    project: { type: 'string' },
    session: { type: 'string' },
    agent: { type: 'string' },
    host: { type: 'string' },
    category: { type: 'string' },
    decision: { type: 'string', multiple: true },
    text: { type: 'string' },
    limit: { type: 'string', default: '30' },
    follow: { type: 'boolean', short: 'f', default: false },
    json: { type: 'boolean', default: false },
    home: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
}
