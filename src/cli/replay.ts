import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { canAskModel, judgeFor } from '../assemble.ts'
import { fileRecords } from '../audit/file-records.ts'
import type { AuditRecord } from '../audit/record.ts'
import { parseRecordLine } from '../audit/record-writer.ts'
import { readPolicy } from '../integrations/policy.ts'
import type { WhatIfResponse } from '../server/api/shapes.ts'
import { type CompareOptions, compareReplay } from '../server/replay/compare.ts'
import { readPolicyOnce } from '../server/replay/what-if.ts'
import type { Policy } from '../settings/policy.ts'
import { readUserSettingsText } from '../settings/user-settings-text.ts'
import { stateFolder } from '../state/state-folder.ts'
import { readArgs } from './command-args.ts'
import { agentHomeDirectory } from './home.ts'
import { type Io, paint, showInvisible, UsageError } from './io.ts'
import { terminalJudgeEdge } from './terminal-judge-edge.ts'

export const HELP = `Usage: irongate replay <session | file | days> [--settings FILE] [--judge WHO] [--model NAME] [--json]

Decides the calls of past Records again, and prints which decisions would be others. It uses what was known then: files,
git, the session, what you had said. Nothing is run, recorded or changed. Give a session's id or its start, a file of Records (one per line), or
days such as 7d.

  --settings FILE   settings in place of your own file; those of projects and of the organisation count as they are
  --judge WHO       recorded: what the model said then (default); embedded; claude: asks the model again, which costs
  --model NAME      the model for --judge claude
  --json            the same for programs

Examples:
  irongate replay 7d --settings new.json
  irongate replay 3f9a01c2 --judge embedded
  irongate replay records.jsonl --settings new.json --json
`

const JUDGES = ['recorded', 'embedded', 'model', 'claude'] as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readArgs(args, {
    settings: { type: 'string' },
    judge: { type: 'string', default: 'recorded' },
    model: { type: 'string' },
    json: { type: 'boolean', default: false },
    home: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const [what, ...more] = positionals
  if (!what || more.length > 0)
    throw new UsageError('give a session, a file of Records or days, such as irongate replay 7d.')
  const who = JUDGES.find((known) => known === values.judge)
  if (who === undefined)
    throw new UsageError(`--judge takes ${JUDGES.join(', ')}, not ${JSON.stringify(values.judge)}.`)
  const home = values.home === undefined ? agentHomeDirectory() : resolve(values.home)
  const user = values.settings === undefined ? {} : { user: { text: settingsIn(values.settings, home) } }
  const found = await compareReplay(await recordsFor(what, home, io), {
    home,
    policyFor: readPolicyOnce((root) => readPolicy({ cwd: root, home, ...user })),
    ...replayJudge(who, values.model, home),
  })
  io.out(values.json ? `${JSON.stringify(found)}\n` : formatReplay(found, io))
  return 0
}

function settingsIn(file: string, home: string): string {
  const text = fileText(file, 'the settings')
  // Broken settings stop everything, which says nothing of the rest.
  const { problems } = readUserSettingsText(text, file, { cwd: home, home })
  if (problems.length > 0) throw new UsageError(`these cannot be taken as settings: ${problems.join('; ')}.`)
  return text
}

function fileText(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${what} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const DAY_MS = 86_400_000

type Records = AsyncIterable<AuditRecord> | Iterable<AuditRecord>

/** INVARIANT: what names nothing is an error. Nothing that was decided again would read as nothing that changes. */
async function recordsFor(what: string, home: string, io: Io): Promise<Records> {
  const [, days] = /^(\d{1,3})d?$/.exec(what) ?? []
  const store = fileRecords(stateFolder(home))
  if (days !== undefined) return store.query({ since: Date.now() - Number(days) * DAY_MS })
  const stat = statSync(what, { throwIfNoEntry: false })
  if (stat?.isFile()) return recordsIn(what, io)
  for await (const _first of store.query({ session: what, limit: 1 })) return store.query({ session: what })
  const there =
    stat === undefined ? 'there is no such session or file' : 'that is no file, and there is no such session'
  throw new UsageError(
    `${JSON.stringify(what)}: ${there}; give a session of \`irongate log\`, a file of Records or days`,
  )
}

function recordsIn(file: string, io: Io): readonly AuditRecord[] {
  const lines = fileText(file, 'the Records')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const records = lines.flatMap((line) => parseRecordLine(line) ?? [])
  if (records.length === 0)
    throw new UsageError(`${file} holds no Records; \`irongate log --json\` writes them, one per line`)
  const others = lines.length - records.length
  if (others > 0) io.error(`irongate replay: ${others} of ${lines.length} lines are no Records, and are left out.\n`)
  return records
}

function replayJudge(
  who: (typeof JUDGES)[number],
  model: string | undefined,
  home: string,
): Pick<CompareOptions, 'judge'> {
  if (who === 'recorded') return {}
  const edge = terminalJudgeEdge(home)
  const kind = who === 'embedded' ? 'embedded' : 'model'
  return {
    judge: (policy, tools) => {
      const judge: Policy['judge'] = { ...policy.judge, kind, ...(model !== undefined && { model }) }
      if (kind === 'model' && !canAskModel({ judge }, edge))
        throw new UsageError('there is no key for the model; set ANTHROPIC_API_KEY, or judge.apiKey in your settings')
      return judgeFor({ ...policy, judge }, tools, edge)
    },
  }
}

function formatReplay({ replayed, skipped, changed }: WhatIfResponse, io: Io): string {
  const left = Object.entries(skipped).map(([why, count]) => `  ${count} not: ${why}\n`)
  const rows = changed.map(({ id, call, before, after, why, count }) => {
    const often = count > 1 ? ` ×${count}` : ''
    return `${paint(io, 'bold', showInvisible(id))}  ${before} → ${after}${often}  ${showInvisible(call)}\n  ${paint(io, 'dim', showInvisible(why))}\n`
  })
  const total = changed.reduce((sum, { count }) => sum + count, 0)
  const says =
    total === 0 ? 'No decision changes.' : `${total} ${total === 1 ? 'decision changes' : 'decisions change'}.`
  return `${rows.join('')}${replayed} calls decided again. ${says}\n${left.join('')}`
}
