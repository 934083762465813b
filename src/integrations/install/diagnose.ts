import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { entriesNeedingModel } from '../../judge/embedded/findings.ts'
import { namesModel, readsStatements } from '../../judge/has-model.ts'
import type { Source } from '../../rules/rule.ts'
import type { Policy } from '../../settings/policy.ts'
import { isUnknownKey } from '../../settings/unknown-keys.ts'
import { gateFolder } from '../../state/gate-folder.ts'
import { areSettingsLost, settingsFile } from '../../state/installs.ts'
import { readPausedUntil } from '../../state/pause.ts'
import { privateFolder } from '../../state/private-folder.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { FREE_WORDS_NEED_MODEL, LIMITS_ARE_READ } from '../../wording/statement.ts'
import { gatewayFindings } from '../gateway/notes.ts'
import { replacedRulesText } from '../hook-runtime/notice.ts'
import { isShadowMode } from '../hook-runtime/shadow.ts'
import { findUncheckedCalls, lookBackStart } from '../hook-runtime/unchecked-calls.ts'
import type { Diagnosis, FoundHost, HookStatus, Installer, LookContext } from '../installer.ts'
import { commandFindings } from './command-files.ts'
import { findHookStatuses } from './hook-status.ts'
import { inspectHostFile } from './host-file.ts'
import { launcherPath } from './install.ts'
import { launcherInCommand, parseLauncherScript } from './launcher-script.ts'
import { managedLauncherFile } from './managed.ts'
import { type ProbeResult, probeHook } from './probe.ts'
import { isExecutable, isOlderVersion } from './program.ts'
import { refusedKeyFindings } from './refused-key.ts'
import { rootOwnershipProblem } from './root-owned.ts'

export interface DiagnoseOptions {
  readonly home: string
  readonly project: string
  /** The settings in force for the project. */
  readonly policy: Policy
  /** The ids of all hosts, for settings that name another. */
  readonly known: readonly string[]
  /** The hosts to look at, each as it was found. */
  readonly hosts: readonly { readonly installer: Installer; readonly host: FoundHost | undefined }[]
  readonly probe?: typeof probeHook
}

/** A hook slower than this is felt at every call. */
const SLOW_MS = 1000
const OLDEST_NODE = '22.18.0'

/** Everything that could keep the gate from standing in the way, looked at on the machine as it is, and then tried. */
export function diagnose(options: DiagnoseOptions): readonly Diagnosis[] {
  const { project, probe: send = probeHook } = options
  const { findings, looked } = diagnoseStatically(options)
  return [
    ...findings,
    // The proof: calls that must be denied and asked about, sent through every installed entry.
    ...looked.flatMap(({ commands, call, title, named }) =>
      [...new Set(commands)].flatMap((command) => {
        const denies = send(command, project, call)
        const asks = denies.kind === 'expected' && call.asks ? [send(command, project, call, 'ask')] : []
        return [probeFinding(denies), ...asks.map((asked) => askFinding(asked, title))].map(named)
      }),
    ),
    ...looked.flatMap(({ commands, call, title, named }) =>
      commands.length === 0 || call.asks ? [] : [named(cannotAskFinding(title))],
    ),
    ...looked.flatMap(({ proof, named }) => proof?.().map(named) ?? []),
  ]
}

/** What can be seen without starting anything but Node for its version. */
export function diagnoseStatically({ home, project, policy, known, hosts }: DiagnoseOptions) {
  const looked = hosts.map(({ installer, host }) => {
    const at = { home, project, host }
    const installs = findHookStatuses(installer, at)
    const { findings, ...health } = installer.examine({ ...at, installs })
    const named = (one: Diagnosis) => (hosts.length > 1 ? withHostTitle(installer, one) : one)
    const all = [...findings, ...commandFindings(installer, installs)]
    return { ...health, findings: all.map(named), call: installer.probe, title: installer.title, named }
  })
  const launchers = new Set(
    looked.flatMap(({ commands }) => commands.flatMap((command) => launcherInCommand(command) ?? [])),
  )
  // What was left of an earlier install is no fault; one that is named anywhere must be there.
  const own = launchers.has(launcherPath(home))
  const findings: readonly Diagnosis[] = [
    ...looked.flatMap(({ findings: seen }) => seen),
    ...[...launchers].flatMap((file) => launcherFindings(file)),
    ...[...launchers].flatMap((file) => (file === managedLauncherFile() ? managedLauncherFindings(file) : [])),
    ...stateFindings(home, own),
    ...pausedFindings(policy, home),
    ...settingsFindings(policy, home),
    ...refusedKeyFindings(home, policy),
    ...unknownHostFindings(policy, known),
    ...hosts.flatMap(({ installer }, at) =>
      (looked[at]?.commands.length ?? 0) > 0 ? manualModeFindings(installer, policy) : [],
    ),
    ...hosts.flatMap(({ installer, host }) => uncheckedCallFindings(installer, host, home)),
    ...gatewayFindings(home, Date.now()),
  ]
  return { findings, looked }
}

/** Where several hosts are looked at, each finding says of which it is. */
function withHostTitle({ title }: Installer, finding: Diagnosis): Diagnosis {
  return finding.what.includes(title) ? finding : { ...finding, what: `${title}: ${finding.what}` }
}

export interface ScopeState {
  readonly scope: HookStatus['scope'] | 'plugin'
  readonly state: 'on' | 'broken'
  readonly file?: string
  /** What is wrong with it. */
  readonly why?: string
}

/** Where the hook of a host stands, and whether it works there as far as can be seen. */
export function scopeStates(installer: Installer, at: LookContext): readonly ScopeState[] {
  const found = findHookStatuses(installer, at)
  const stateOf = (installs: readonly HookStatus[]): Pick<ScopeState, 'state' | 'why'> => {
    const { findings, commands } = installer.examine({ ...at, installs })
    const started = commands
      .flatMap((command) => launcherInCommand(command) ?? [])
      .flatMap((file) => launcherFindings(file))
    const fault = [...findings, ...started].find(({ level }) => level === 'fault')
    return fault === undefined ? { state: 'on' } : { state: 'broken', why: fault.what }
  }
  const byPlugin = installer.examine({ ...at, installs: [] }).commands.length > 0
  return [
    ...found.map((status) => ({ scope: status.scope, file: status.file, ...stateOf([status]) })),
    ...(byPlugin ? [{ scope: 'plugin' as const, ...stateOf([]) }] : []),
  ]
}

/** The script that the host starts, and the Node and bundle it names. */
function launcherFindings(file: string): Diagnosis[] {
  const again = { todo: 'run `irongate init` again', repair: 'install' } as const
  const { text, fault } = inspectHostFile(file)
  if (fault !== undefined)
    return [{ level: 'fault', what: fault, todo: 'put it aside, then run `irongate init` again' }]
  if (text === undefined) return [{ level: 'fault', what: `${file} is gone`, ...again }]
  const parts = parseLauncherScript(text)
  if (!parts || !isExecutable(file)) return [{ level: 'fault', what: `${file} was changed`, ...again }]
  if (!existsSync(parts.hook))
    return [{ level: 'fault', what: `${parts.hook} is gone: the package moved or was removed`, ...again }]
  if (!isExecutable(parts.node)) return [{ level: 'fault', what: `Node is no longer at ${parts.node}`, ...again }]
  const { stdout } = spawnSync(parts.node, ['--version'], { encoding: 'utf8', timeout: 10_000, env: {} })
  const version = /\d+\.\d+\.\d+/.exec(stdout ?? '')?.[0] ?? '0.0.0'
  return isOlderVersion(version, OLDEST_NODE)
    ? [{ level: 'fault', what: `${parts.node} is Node ${version}; ${OLDEST_NODE} or newer is needed`, ...again }]
    : [{ level: 'ok', what: `the hook runs on Node ${version}` }]
}

/** An organisation's launcher, and what it starts, must be closed to ordinary accounts. */
function managedLauncherFindings(file: string): Diagnosis[] {
  const { node, hook } = parseLauncherScript(inspectHostFile(file).text ?? '') ?? {}
  const why = [file, node, hook].flatMap((path) => (path === undefined ? [] : (rootOwnershipProblem(path) ?? [])))
  return why.map((what) => ({ level: 'fault', what, todo: 'run `irongate init --scope managed` again, as root' }))
}

/** What ran past the gate: the only sign of hooks that were switched off. */
function uncheckedCallFindings(
  { title, conversations, managedNeeds }: Installer,
  host: FoundHost | undefined,
  home: string,
): Diagnosis[] {
  if (!conversations || !host) return []
  const since = lookBackStart(home, Date.now())
  const { files, ran } = conversations(host, since)
  const { length } = findUncheckedCalls(files, ran, { home, since })
  return length === 0
    ? []
    : [
        {
          level: 'warning',
          what: `${length} ${length === 1 ? 'tool call' : 'tool calls'} of ${title} ran without the gate in the last days: its hooks were off, or a session was open before`,
          todo: `look at them with \`irongate status\`; \`sudo irongate init --scope managed\`${managedNeeds === undefined ? '' : `, with ${managedNeeds},`} cannot be switched off`,
        },
      ]
}

/** What the gate does where the host asks by itself. Installs from before the question keep what they had, and are told. */
function manualModeFindings({ id, title, manualModes: modes }: Installer, { hosts }: Policy): Diagnosis[] {
  if (modes === undefined) return []
  const gate = hosts && Object.hasOwn(hosts, id) ? hosts[id]?.gate : undefined
  if (gate === undefined)
    return [
      {
        level: 'warning',
        what: `in the modes ${modes} the gate says yes where ${title} would ask you (hosts.${id}.gate is not set)`,
        todo: 'run `irongate init --manual mirror` so that it only tightens there, or `--manual answer` to keep it so',
      },
    ]
  return [
    {
      level: 'ok',
      what: `in the modes ${modes} the gate ${gate === 'mirror' ? 'only tightens' : 'also answers yes, as you chose'}`,
    },
  ]
}

function stateFindings(home: string, expected: boolean): Diagnosis[] {
  const folder = stateFolder(home)
  if (!existsSync(folder))
    return expected
      ? [{ level: 'fault', what: `${folder} is gone`, todo: 'run `irongate doctor --fix`', repair: 'state' }]
      : []
  try {
    for (const place of [gateFolder(home), folder, join(folder, 'sessions')]) privateFolder(place)
    return [{ level: 'ok', what: `state is in ${folder}` }]
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error)
    // What the system refuses to us it refuses to a repair too.
    if (error instanceof Error && error.cause !== undefined)
      return [{ level: 'fault', what, todo: 'fix that first; until then every call is blocked' }]
    return [{ level: 'fault', what, todo: 'run `irongate doctor --fix`', repair: 'state' }]
  }
}

/** What a person chose that lets calls pass, however well the hook works. */
function pausedFindings(policy: Policy, home: string): Diagnosis[] {
  const isHeldOn = policy.allowOff === false || policy.broken.some(({ source }) => source.scope === 'managed')
  const off = isHeldOn ? undefined : readPausedUntil(stateFolder(home), Date.now())
  const aside: Diagnosis = {
    level: 'warning',
    what: `Irongate is paused until ${new Date(off ?? 0).toTimeString().slice(0, 5)}: the agent's own rules decide`,
    todo: '`irongate on` ends it',
  }
  const shadow: Diagnosis = {
    level: 'warning',
    what: 'Irongate is in shadow mode: it records what it would decide and stops nothing',
    todo: '`irongate shadow off` ends it',
  }
  return [...(off === undefined ? [] : [aside]), ...(isShadowMode(policy) ? [shadow] : [])]
}

function settingsFindings(policy: Policy, home: string): Diagnosis[] {
  const { kind } = policy.judge
  const hasKey = namesModel(policy)
  const where = ({ file = '', line }: (typeof policy.notices)[number]['source']) =>
    `${file}${line === undefined ? '' : `:${line}`}`
  const broken = policy.broken.map(({ text, source }): Diagnosis => {
    const lost = source.file === settingsFile(home) && areSettingsLost(home)
    return {
      level: 'fault',
      what: `settings: ${text} (${where(source)})`,
      ...(lost
        ? { todo: 'run `irongate doctor --fix`; until then every call asks', repair: 'settings' }
        : { todo: 'correct that file; until then every call asks' }),
    }
  })
  // What `irongate settings` lists as an error is one here too: it was meant to say something.
  const errors = policy.notices
    .filter(({ level }) => level === 'error')
    .map(
      ({ text, source }): Diagnosis => ({
        level: 'warning',
        what: `settings: ${text} (${where(source)})`,
        todo: 'correct that line',
      }),
    )
  const ignored = policy.notices
    .filter((notice) => notice.level === 'warning' && isUnknownKey(notice))
    .map(
      ({ text, source }): Diagnosis => ({
        level: 'warning',
        what: `settings: ${text} (${where(source)})`,
        todo: 'the gate ignores it; correct it if it was meant for the gate',
      }),
    )
  const key: Diagnosis[] =
    kind === 'model' && !hasKey
      ? [
          {
            level: 'fault',
            what: 'judge.kind is model, but no model was chosen',
            todo: 'run `irongate judge setup`, or set judge.apiKey or judge.apiKeyCommand in ~/.irongate/settings.json',
          },
        ]
      : []
  const unread = hasKey && kind !== 'embedded' ? [] : entriesNeedingModel(policy)
  const prose = unread.map(
    ({ text }): Diagnosis => ({
      level: 'warning',
      what: `autoMode: "${text.slice(0, 80)}" needs a model and is not enforced`,
      todo: 'choose a model with `irongate judge setup`, or write it in a form of docs/settings.md',
    }),
  )
  return [
    ...broken,
    ...errors,
    ...ignored,
    ...key,
    ...prose,
    ...replacedRuleFindings(policy, where),
    limitsFinding(policy),
  ]
}

/** Nothing is wrong without a model, but people should know what then holds. */
function limitsFinding(policy: Policy): Diagnosis {
  return { level: 'ok', what: readsStatements(policy) ? LIMITS_ARE_READ : FREE_WORDS_NEED_MODEL }
}

function replacedRuleFindings({ autoMode }: Policy, where: (source: Source) => string): Diagnosis[] {
  const what = replacedRulesText(autoMode)
  if (what === undefined || autoMode.replaced === undefined) return []
  const todo = 'add "$defaults" to each list to keep the built-in entries, or set autoMode.lists to "add"'
  return [{ level: 'warning', what: `settings: ${what} (${where(autoMode.replaced.source)})`, todo }]
}

/** Settings for a host that there is not do nothing, which nobody means. */
function unknownHostFindings({ hosts = {} }: Policy, known: readonly string[]): Diagnosis[] {
  return Object.keys(hosts)
    .filter((id) => !known.includes(id))
    .map((id) => ({
      level: 'warning',
      what: `settings: hosts.${id} is no agent that the gate knows, so it does nothing`,
      todo: `write one of: ${known.join(', ')}`,
    }))
}

function askFinding({ kind, said }: ProbeResult, title: string): Diagnosis {
  if (kind === 'expected') return { level: 'ok', what: `what needs your approval reaches ${title} as a question` }
  const what = `what needs your approval does not reach ${title} as a question: ${said.slice(0, 200)}`
  return { level: 'fault', what, todo: 'run `irongate init` again', repair: 'install' }
}

function cannotAskFinding(title: string): Diagnosis {
  return {
    level: 'ok',
    what: `${title} has no questions of hooks: what needs your approval is blocked, with the way to allow it`,
  }
}

function probeFinding({ kind, ms, said }: ProbeResult): Diagnosis {
  const took = `${Math.round(ms)} ms`
  const again = { todo: 'run `irongate init` again', repair: 'install' } as const
  switch (kind) {
    case 'expected':
      return ms > SLOW_MS
        ? {
            level: 'warning',
            what: `the installed hook denies, but takes ${took}`,
            todo: 'look what slows this machine',
          }
        : { level: 'ok', what: `the installed hook denies a call that must be denied (${took})` }
    case 'blocked':
      return { level: 'fault', what: `the hook blocks every call: ${said}`, todo: 'correct what it names' }
    case 'unexpected':
      return { level: 'fault', what: `the installed hook let a call pass: ${said.slice(0, 200)}`, ...again }
    case 'failed':
      return { level: 'fault', what: `the installed hook cannot be run: ${said}`, ...again }
  }
}
