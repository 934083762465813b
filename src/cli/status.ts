import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { finalRecords } from '../audit/effective-outcome.ts'
import { fileRecords } from '../audit/file-records.ts'
import type { AuditRecord } from '../audit/record.ts'
import { groupRepeats } from '../audit/repeats.ts'
import { hostFacts } from '../facts/host.ts'
import { version } from '../facts/version.static.ts'
import { isShadowMode } from '../integrations/hook-runtime/shadow.ts'
import { findUncheckedCalls, lookBackStart } from '../integrations/hook-runtime/unchecked-calls.ts'
import { diagnoseStatically, type ScopeState, scopeStates } from '../integrations/install/diagnose.ts'
import type { Diagnosis } from '../integrations/installer.ts'
import type { ExecutedCall } from '../integrations/integration.ts'
import { readPolicy } from '../integrations/policy.ts'
import { HOSTS } from '../integrations/registry.ts'
import { readsStatements } from '../judge/has-model.ts'
import { createRedactor } from '../redaction/redact.ts'
import { readPausedUntil } from '../state/pause.ts'

import { stateFolder } from '../state/state-folder.ts'
import { statedSessions } from '../state/statements.ts'
import { FREE_WORDS_NEED_MODEL, LIMITS_ARE_READ } from '../wording/statement.ts'
import { readArgs, refusePositionals } from './command-args.ts'
import { agentHomeDirectory } from './home.ts'
import { findInstalledHosts, type InstalledHost } from './installed-hosts.ts'
import { type Io, paint, showInvisible } from './io.ts'
import { type JudgeStatus, judgeLines, judgeStatusOf, todaySpend } from './judge-status.ts'
import { wrapLines } from './line-wrapping.ts'
import { callText, truncateText } from './record-output.ts'
import { formatDateTime } from './time-arguments.ts'
import { currentDirectoryOr } from './working-directory.ts'

export const HELP = `Usage: irongate status [--json]

On one screen: where the gate is on, off or broken, its judge and what that cost today, the last denials, calls that ran without the
gate, and what else is worth knowing. It only looks; \`irongate doctor\` tries. Exit status: 0 when it is on in every agent found
here, 20 when it is off or broken in one.

  --json   the same as one JSON object

Example:
  irongate status
`

const MAX_SHOWN_DENIALS = 5

export interface Status {
  readonly version: string
  readonly home: string
  readonly hosts: readonly HostStatus[]
  readonly judge: JudgeStatus
  /** A person switched it off until then. */
  readonly offUntil?: number
  /** It stops nothing, and only notes what it would have decided. */
  readonly shadow?: true
  /** What the judge spent today, in dollars; undefined when it cannot be read. */
  readonly spentToday: number | undefined
  /** Limits that people stated and that are in force, in all sessions; whether a model reads such words. */
  readonly limits: { readonly inForce: number; readonly withModel: boolean }
  readonly denials: readonly Denial[]
  readonly ungated: readonly ExecutedCall[]
  readonly warnings: readonly Pick<Diagnosis, 'level' | 'what' | 'todo'>[]
}

interface Denial extends Pick<AuditRecord, 'id' | 'at' | 'tool' | 'input' | 'cwd'> {
  /** How often in a row. */
  readonly times: number
}

interface HostStatus {
  readonly id: string
  readonly title: string
  readonly version: string | undefined
  readonly state: 'on' | 'off' | 'broken'
  readonly scopes: readonly ScopeState[]
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = options(args)
  if (values.help) {
    io.out(HELP)
    return 0
  }
  refusePositionals(positionals, 'status')
  const home = values.home === undefined ? agentHomeDirectory() : resolve(values.home)
  const status = await statusOf(home, currentDirectoryOr(home))
  io.out(values.json ? `${JSON.stringify(status)}\n` : wrapLines(io, formatStatus(status, io)))
  return status.hosts.every(({ state }) => state === 'on') ? 0 : 20
}

export async function statusOf(home: string, cwd: string): Promise<Status> {
  const project = hostFacts({ cwd, home }).projectRoot
  const known = await findInstalledHosts({ home, project })
  const hosts = known.filter((each) => each.host !== undefined || hostStatus(each, { home, project }).scopes.length > 0)
  const policy = readPolicy({ cwd: project, home })
  const { findings } = diagnoseStatically({ home, project, policy, known: HOSTS.map(({ id }) => id), hosts })
  const since = lookBackStart(home, Date.now())
  const off = readPausedUntil(stateFolder(home), Date.now())
  return {
    version: version(),
    home,
    hosts: hosts.map((here) => hostStatus(here, { home, project })),
    judge: await judgeStatusOf(policy, home),
    ...(off !== undefined && { offUntil: off }),
    ...(isShadowMode(policy) && { shadow: true as const }),
    spentToday: todaySpend(home),
    limits: { inForce: limitsInForce(home), withModel: readsStatements(policy) },
    denials: await lastDenials(home),
    ungated: hosts.flatMap(({ installer, host }) => {
      if (!host || !installer.conversations) return []
      const { files, ran } = installer.conversations(host, since)
      const redactor = createRedactor()
      return findUncheckedCalls(files, ran, { home, since }).map((call) => ({
        ...call,
        input: redactor.value(call.input) as ExecutedCall['input'],
      }))
    }),
    warnings: findings
      .filter(({ level }) => level !== 'ok')
      .map(({ level, what, todo }) => ({ level, what, ...(todo !== undefined && { todo }) })),
  }
}

function hostStatus({ installer, host }: InstalledHost, at: { home: string; project: string }): HostStatus {
  const scopes = scopeStates(installer, { ...at, host })
  const isOn = scopes.some(({ state, scope }) => state === 'on' && scope !== 'project')
  const state = isOn ? 'on' : scopes.length === 0 ? 'off' : combinedState(scopes)
  return { id: installer.id, title: installer.title, version: host?.version, state, scopes }
}

/** Entries of this or another project alone: on where they work. */
function combinedState(scopes: readonly ScopeState[]): HostStatus['state'] {
  return scopes.every(({ state }) => state === 'on') ? 'on' : 'broken'
}

function limitsInForce(home: string): number {
  const stated = statedSessions(stateFolder(home), Date.now()).flatMap(({ statements }) => statements)
  return stated.filter(({ kind, ended }) => kind === 'limit' && ended === undefined).length
}

function limitsLine({ inForce, withModel }: Status['limits']): string {
  const count = inForce === 0 ? '' : `${inForce} in force (\`irongate limits\`). `
  return `limits ${count}${withModel ? LIMITS_ARE_READ : FREE_WORDS_NEED_MODEL}\n`
}

/** A look leaves nothing behind: where there is no store there are none. What cannot be read of it `audit verify` tells. */
async function lastDenials(home: string): Promise<readonly Denial[]> {
  const found: Denial[] = []
  if (!existsSync(`${stateFolder(home)}/audit`)) return found
  for await (const { record, times } of groupRepeats(finalRecords(fileRecords(stateFolder(home)), ['deny', 'abort']))) {
    if (record.shadow) continue
    const { id, at, tool, input, cwd } = record
    found.push({ id, at, tool, input, cwd, times })
    if (found.length === MAX_SHOWN_DENIALS) break
  }
  return found
}

const SCOPES = {
  user: 'this account',
  project: 'a project',
  managed: 'the whole machine',
  plugin: 'its plugin',
} as const
const STYLES = { on: 'green', off: 'yellow', broken: 'red' } as const

function formatStatus(status: Status, io: Io): string {
  const { hosts, judge, spentToday: dollars, denials, ungated, warnings } = status
  return [
    `irongate ${status.version}, ${showInvisible(status.home)}\n`,
    ...(status.offUntil === undefined
      ? []
      : [paint(io, 'yellow', `Paused until ${formatDateTime(status.offUntil)}. \`irongate on\` resumes.\n`)]),
    ...(status.shadow
      ? [paint(io, 'yellow', 'Shadow mode: calls are recorded, none is stopped. `irongate shadow off` ends it.\n')]
      : []),
    ...hosts.flatMap((host) => hostLines(host, io)),
    ...(hosts.length === 0 ? ['No agent was found here. Install one, then run `irongate init`.\n'] : []),
    ...judgeLines(judge, dollars),
    limitsLine(status.limits),
    ...list(
      paint(io, 'bold', 'last denials'),
      denials.map(
        (record) =>
          `${showInvisible(record.id)}  ${line(record)}${record.times > 1 ? `  (${record.times} times in a row)` : ''}`,
      ),
    ),
    ...list(
      paint(io, 'red', `ran without the gate (${ungated.length})`),
      ungated.slice(0, MAX_SHOWN_DENIALS).map(line),
    ),
    ...list(
      paint(io, 'yellow', 'warnings'),
      warnings.map(({ what, todo }) => showInvisible(`${what}${todo === undefined ? '' : ` → ${todo}`}`)),
    ),
  ].join('')
}

function hostLines({ title, version: hostVersion, state, scopes }: HostStatus, io: Io): readonly string[] {
  const off = state === 'off' ? '  run `irongate init`' : ''
  return [
    `${paint(io, 'bold', title)} ${hostVersion ?? ''}  ${paint(io, STYLES[state], state)}${off}\n`,
    ...scopes.map(
      ({ scope, state: at, file, why }) =>
        `  ${paint(io, STYLES[at], at.padEnd(6))}  ${SCOPES[scope].padEnd(17)}  ${showInvisible(why ?? file ?? '')}\n`,
    ),
  ]
}

function list(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`\n${title}\n`, ...lines.map((text) => `  ${text}\n`)]
}

function line(call: Pick<ExecutedCall, 'at' | 'tool' | 'input'>): string {
  return `${formatDateTime(call.at)}  ${truncateText(callText(call), 100)}`
}

function options(args: readonly string[]) {
  return readArgs(args, {
    json: { type: 'boolean', default: false },
    home: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
}
