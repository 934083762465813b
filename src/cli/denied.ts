import { finalRecords } from '../audit/effective-outcome.ts'
import { nextStepText, withoutJudgeText } from '../audit/record-explanation.ts'
import { groupRepeats, type RepeatedRecord, withoutGrouping } from '../audit/repeats.ts'
import { readArgs, refusePositionals } from './command-args.ts'
import { type Io, paint, showInvisible } from './io.ts'
import { wrapLines } from './line-wrapping.ts'
import {
  callText,
  type OutputAudience,
  openRecords,
  outcomeText,
  outputAudience,
  truncateText,
} from './record-output.ts'
import { formatDateTime } from './time-arguments.ts'

export const HELP = `Usage: irongate denied [--all] [--json]

Lists the last calls that were denied, newest first, each with the id that \`irongate approve\` takes. Equal denials in a row are
one, with a count. What is in brackets was not stopped: the gate was in shadow mode. \`irongate log\` lists everything, with filters.

  --all    fifty instead of ten
  --json   one record per line, whole

Examples:
  irongate denied
  irongate denied --all --json
`

export async function run(args: readonly string[], io: Io, to: OutputAudience = outputAudience()): Promise<number> {
  const { values, positionals } = options(args)
  if (values.help) {
    io.out(HELP)
    return 0
  }
  refusePositionals(positionals, 'denied')
  let left = values.all ? 50 : 10
  const denials = finalRecords(openRecords(values.home, io), ['deny', 'abort'])
  const isPerson = to.isPerson()
  let count = 0
  for await (const { record, times } of (values.json ? withoutGrouping : groupRepeats)(denials)) {
    const shown = isPerson ? record : withoutJudgeText(record)
    io.out(
      values.json ? `${JSON.stringify(shown)}\n` : `${wrapLines(io, formatDenied({ record: shown, times }, io))}\n`,
    )
    count++
    if (--left === 0) break
  }
  if (count === 0 && !values.json) io.out('Nothing was denied.\n')
  return 0
}

function formatDenied({ record, times }: RepeatedRecord, io: Io): string {
  const often = times > 1 ? paint(io, 'yellow', `  (${times} times in a row)`) : ''
  const noted = record.shadow ? `${outcomeText(record, io).trimEnd()}  ` : ''
  return `${paint(io, 'bold', showInvisible(record.id))}  ${formatDateTime(record.at)}  ${noted}${truncateText(callText(record), 200)}${often}
  ${showInvisible(record.message)}
  ${paint(io, 'dim', showInvisible(nextStepText(record)))}`
}

function options(args: readonly string[]) {
  return readArgs(args, {
    all: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    home: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
}
