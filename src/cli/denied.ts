import { lastWord } from '../audit/in-effect.ts'
import { type Repeated, repeats, singly } from '../audit/repeats.ts'
import { wayOn, withoutJudgesWords } from '../audit/words.ts'
import { readArgs, takesNone } from './command-args.ts'
import { type Io, paint, visible } from './io.ts'
import { callText, cutText, outcomeText, type Reader, reader, recordsOf } from './records.ts'
import { shownTime } from './times.ts'
import { wrapped } from './wrap.ts'

export const HELP = `Usage: irongate denied [--all] [--json]

Lists the last calls that were denied, newest first, each with the id that \`irongate approve\` takes. Equal denials in a row are
one, with a count. What is in brackets was not stopped: the gate was in the shadow. \`irongate log\` lists everything, with filters.

  --all    fifty instead of ten
  --json   one record per line, whole

Examples:
  irongate denied
  irongate denied --all --json
`

export async function run(args: readonly string[], io: Io, to: Reader = reader()): Promise<number> {
  const { values, positionals } = options(args)
  if (values.help) {
    io.out(HELP)
    return 0
  }
  takesNone(positionals, 'denied')
  let left = values.all ? 50 : 10
  const denials = lastWord(recordsOf(values.home, io), ['deny', 'abort'])
  const isPerson = to.isPerson()
  let count = 0
  for await (const { record, times } of (values.json ? singly : repeats)(denials)) {
    const shown = isPerson ? record : withoutJudgesWords(record)
    io.out(values.json ? `${JSON.stringify(shown)}\n` : `${wrapped(io, text({ record: shown, times }, io))}\n`)
    count++
    if (--left === 0) break
  }
  if (count === 0 && !values.json) io.out('Nothing was denied.\n')
  return 0
}

function text({ record, times }: Repeated, io: Io): string {
  const often = times > 1 ? paint(io, 'yellow', `  (${times} times in a row)`) : ''
  const noted = record.shadow ? `${outcomeText(record, io).trimEnd()}  ` : ''
  return `${paint(io, 'bold', visible(record.id))}  ${shownTime(record.at)}  ${noted}${cutText(callText(record), 200)}${often}
  ${visible(record.message)}
  ${paint(io, 'dim', visible(wayOn(record)))}`
}

function options(args: readonly string[]) {
  return readArgs(args, {
    all: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    home: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
}
