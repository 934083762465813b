import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fileRecords } from '../audit/file-records.ts'
import { newestRecord } from '../audit/query.ts'
import type { AuditRecord } from '../audit/record.ts'
import { readPolicy } from '../integrations/policy.ts'
import { hasRedaction } from '../redaction/redact.ts'
import { giveApproval, hasApproval } from '../state/approvals.ts'
import { listPendingCalls } from '../state/pending-calls.ts'
import { stateFolder } from '../state/state-folder.ts'
import { auditUserCommand, confirmOrExplain, refusesAgent } from './command-args.ts'
import { agentHomeDirectory } from './home.ts'
import { EXIT, type Io, showInvisible, UsageError } from './io.ts'
import { wrapForStderr, wrapLines } from './line-wrapping.ts'
import { THIS_PERSON, type TypingPerson } from './typing-person.ts'

export const HELP = `Usage: irongate approve <id | number> [--session]

Allows one blocked call once, within half an hour: exactly this call, in its session and directory, with the settings and scripts
as they were when it was blocked. Takes the id that \`irongate denied\` lists, or the number that your agent shows ("allow 3").
Run this in your own terminal.

  --session   allow this kind of act on this one target until the session ends, where that's offered: replies on one pull request,
              reads of one file, looks at one server. A new limit that you state ends it.

Examples:
  irongate approve 3f9a01c2
  irongate approve 3
  irongate approve 3f9a01c2 --session
`

export async function run(args: readonly string[], io: Io, person: TypingPerson = THIS_PERSON): Promise<number> {
  const tell = (text: string) => io.error(wrapForStderr(io, text))
  const { values, positionals } = options(args)
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const [id, ...more] = positionals
  if (id === undefined) throw new UsageError(`which one?\n\n${HELP}`)
  // Each is shown and confirmed by itself: none is passed over in silence.
  if (more.length > 0) throw new UsageError(`one id at a time, not ${positionals.length}\n\n${HELP}`)
  if (refusesAgent(person, io, 'approve')) return EXIT.deny
  const home = values.home === undefined ? agentHomeDirectory() : resolve(values.home)
  const folder = stateFolder(home)
  const found = await findStopped(folder, id)
  if (found.length !== 1) {
    tell(found.length === 0 ? unknownText(id) : `${sessionsText(id, found)}\n`)
    return EXIT.usage
  }
  const record = found[0] as AuditRecord
  if (record.shadow) {
    tell('irongate approve: the gate was in shadow mode and did not stop this one, so there is nothing to approve.\n')
    return EXIT.deny
  }
  if (record.approvalKey === undefined) {
    tell(`irongate approve: no approval lifts this one: ${showInvisible(record.message)}\n`)
    return EXIT.deny
  }
  if (record.unseen) {
    tell(
      `irongate approve: this call holds a secret that was not kept, so it cannot be shown whole. Let the agent take it from a variable or a file, and try again.\n`,
    )
    return EXIT.deny
  }
  if (record.policy !== undefined && record.policy !== readPolicy({ cwd: record.cwd, home }).version) {
    tell(
      'irongate approve: the settings have changed since this was denied, so a yes to it would no longer count. Let the agent try again, and approve the new id.\n',
    )
    return EXIT.deny
  }
  if (values.session && record.scope === undefined) {
    tell(`irongate approve: this one can be approved once, not for the session: irongate approve ${id}\n`)
    return EXIT.deny
  }
  const scope = values.session ? record.scope : undefined
  const keys = [...(scope ? [] : [record.approvalKey]), ...(record.scope ? [record.scope.key] : [])]
  if (keys.some((key) => hasApproval(folder, key, Date.now()))) {
    io.out(wrapLines(io, 'It is approved already, and nothing changed. Tell the agent to try again.\n'))
    return 0
  }
  if (!confirmOrExplain(person, approvalQuestion(record, scope?.words, io), { io, command: 'approve' }))
    return EXIT.deny
  const bound = scope ? { key: scope.key, standing: true as const } : { key: record.approvalKey }
  const waits = listPendingCalls(folder, Date.now()).some((one) => [one.key, one.scope?.key].includes(bound.key))
  const given = giveApproval(folder, { ...bound, sessionId: record.sessionId }, Date.now())
  const typed = `approve ${id}${scope ? ' --session' : ''}`
  const message = `a person approved ${record.tool} (${id}) ${scope ? `for the session: ${scope.words}` : 'once'} (${given.id})`
  auditUserCommand({ home, cwd: record.cwd, command: typed, message }, { io, command: 'approve' })
  const what = scope ? `Approved for this session: ${showInvisible(scope.words)}` : 'Approved once'
  const next = waits ? 'The call was waiting for it and continues now.' : 'Tell the agent to try again.'
  io.out(wrapLines(io, `${what} (${given.id}). ${next}\n`))
  return 0
}

const OFFER_NUMBER = /^\d{1,4}$/
const DAY_MS = 24 * 60 * 60 * 1000

/** The stopped call of an id, or those of one number: each session counts its own. */
async function findStopped(folder: string, id: string): Promise<readonly AuditRecord[]> {
  const stopped = { decisions: ['ask', 'deny', 'abort'], probes: true } as const
  if (!OFFER_NUMBER.test(id)) {
    const record = await newestRecord(fileRecords(folder), { ...stopped, id })
    return record ? [record] : []
  }
  const bySession = new Map<string, AuditRecord>()
  for await (const record of fileRecords(folder).query({ ...stopped, since: Date.now() - DAY_MS }))
    if (record.offer === Number(id) && !bySession.has(record.sessionId)) bySession.set(record.sessionId, record)
  return [...bySession.values()]
}

function unknownText(id: string): string {
  const what = OFFER_NUMBER.test(id)
    ? `no call number ${id} was blocked today`
    : `there is no denial ${JSON.stringify(id)}`
  return `irongate approve: ${what}; \`irongate denied\` lists them.\n`
}

function sessionsText(number: string, found: readonly AuditRecord[]): string {
  const rows = found.map(
    ({ id, cwd, message }) => `  irongate approve ${id}   ${showInvisible(cwd)}: ${showInvisible(message)}`,
  )
  return `irongate approve: ${found.length} sessions have a call number ${number}. Which one?\n${rows.join('\n')}`
}

/** Everything that would run, whole and with its own breaks of lines: nobody approves what they were not shown. */
export function approvalQuestion(
  { tool, input, cwd, message }: Pick<AuditRecord, 'tool' | 'input' | 'cwd' | 'message'>,
  scope: string | undefined,
  io: Io,
): string {
  const text = typeof input['command'] === 'string' ? input['command'] : JSON.stringify(input, undefined, 2)
  const whole = showInvisible(text)
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
  const secrets = hasRedaction(input) ? '\n\nSecrets are not kept: «secret:…» stands for each of them.' : ''
  const wide = scope === undefined ? '' : `\n\nFor the whole session: ${showInvisible(scope)}`
  return `${showInvisible(tool)} in ${showInvisible(cwd)}\n${whole}${secrets}\n\n${wrapLines(io, `${showInvisible(message)}${wide}`)}`
}

function options(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      home: { type: 'string' },
      session: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
}
