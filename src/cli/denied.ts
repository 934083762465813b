import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { AuditRecord } from '../audit/record.ts'
import { recentRecords } from '../audit/store.ts'
import { homeDirectory } from '../facts/host.ts'
import { stateFolder } from '../state/state-folder.ts'
import { type Io, paint, UsageError, visible } from './io.ts'

export const HELP = `Usage: irongate denied [--all] [--json]

Lists the last calls that were denied, newest first, each with the id that \`irongate approve\` takes. The same call denied several
times in a row is one entry with a count.

  --all    fifty instead of ten
  --json   one record per line, whole
`

/** Sessions of \`irongate doctor\`: its own probes are no denials of an agent. */
const PROBE = /^doctor-/

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values } = options(args)
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const home = values.home === undefined ? homeDirectory() : resolve(values.home)
  const records = recentRecords(stateFolder(home), {
    most: values.all ? 50 : 10,
    matches: ({ outcome, sessionId }) => (outcome === 'deny' || outcome === 'abort') && !PROBE.test(sessionId),
  })
  if (values.json) for (const record of records) io.out(`${JSON.stringify(record)}\n`)
  else if (records.length === 0) io.out('Nothing was denied.\n')
  else for (const run of runsOf(records)) io.out(`${shown(run, io)}\n`)
  return 0
}

/** Equal denials in a row are one, with a count; the newest stands for them. */
function runsOf(records: readonly AuditRecord[]): readonly Run[] {
  const runs: Run[] = []
  for (const record of records) {
    const last = runs.at(-1)
    if (last && sameCall(last.record, record)) runs.splice(-1, 1, { ...last, count: last.count + 1 })
    else runs.push({ record, count: 1 })
  }
  return runs
}

interface Run {
  readonly record: AuditRecord
  readonly count: number
}

function sameCall(left: AuditRecord, right: AuditRecord): boolean {
  return (
    left.sessionId === right.sessionId &&
    left.message === right.message &&
    left.cwd === right.cwd &&
    callText(left) === callText(right)
  )
}

function shown({ record, count }: Run, io: Io): string {
  const at = new Date(record.at).toISOString().slice(0, 16).replace('T', ' ')
  const how =
    record.approvalKey === undefined
      ? 'no approval lifts it'
      : `irongate approve ${record.id}${record.scope ? `, or --session: ${visible(record.scope.words)}` : ''}`
  const times = count > 1 ? `  (${count} times in a row)` : ''
  return `${paint(io, 'bold', record.id)}  ${at}  ${visible(callText(record)).slice(0, 200)}${times}
  ${visible(record.message)}
  ${paint(io, 'dim', how)}`
}

/** The call in one line. */
export function callText({ tool, input }: Pick<AuditRecord, 'tool' | 'input'>): string {
  const main = input['command'] ?? input['file_path'] ?? input['url']
  return `${tool} ${typeof main === 'string' ? main : JSON.stringify(input)}`.replace(/\s+/g, ' ')
}

function options(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        all: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        home: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
  }
}
