import { dirname, join } from 'node:path'
import {
  entryFindings,
  expectedCommand,
  type HookExpectation,
  notInstalledFinding,
} from '../../install/entry-findings.ts'
import { inspectHostFile } from '../../install/host-file.ts'
import { withoutFallback } from '../../install/launcher-fallback.ts'
import type { Diagnosis, ExamineContext, FoundHost, HookStatus, HostHealth } from '../../installer.ts'
import { CODEX_MANAGED_FOLDER } from './find.ts'
import { CODEX_HOOKS, codexHookGroups } from './hooks.ts'
import { listHostHooks } from './host-probe.ts'
import { featureSwitch, parseCodexConfig, readCodexConfig, readHookTrust } from './trust.ts'

const TRUST_HOOKS_HINT = 'start `codex`, type `/hooks`, look at the entries that start irongate, and trust them'

export function examine(at: ExamineContext): HostHealth {
  const { installs, host } = at
  const more: HookExpectation['more'] = (status, text) => untrustedHookFindings(status, text, host)
  const sought: HookExpectation = { title: 'Codex', hooks: CODEX_HOOKS, groups: codexHookGroups, more }
  const commands = installs.map((status) => `${expectedCommand(status)} PreToolUse`)
  return {
    findings: [
      ...hostFindings(host),
      ...(installs.length === 0 ? [notInstalledFinding()] : installs.flatMap((one) => entryFindings(one, sought))),
      ...disabledHooksFindings(at),
      ...(installs.length === 0 ? [] : stdinGapFindings(at)),
    ],
    commands,
    ...(installs.length > 0 && { proof: () => probeFindings(at) }),
  }
}

/** Why the host does not run the hook of a file yet; undefined when it does. */
export function notRunningReason(file: string, { configDir }: FoundHost): string | undefined {
  const states = readHookTrust(file, inspectHostFile(file).text ?? '', readCodexConfig(configDir))
  const waiting = states.filter(({ trust }) => trust !== 'trusted')
  return waiting.length === 0 ? undefined : `Codex skips hooks that nobody has trusted: ${TRUST_HOOKS_HINT}`
}

function hostFindings(host: FoundHost | undefined): readonly Diagnosis[] {
  if (!host) return [{ level: 'warning', what: 'Codex was not found', todo: 'install it, or put it on your PATH' }]
  return [
    {
      level: 'warning',
      what: `Codex ${host.version ?? ''} runs a call when the hook times out, or is killed with the shell that starts it`,
    },
  ]
}

/** An organisation's hooks need nobody's trust. */
function untrustedHookFindings(
  { scope, file }: HookStatus,
  text: string,
  host: FoundHost | undefined,
): readonly Diagnosis[] {
  if (scope === 'managed') return []
  // Trust is noted in the account's own folder, whichever project a hook stands in.
  const states = readHookTrust(file, text, readCodexConfig(host?.configDir ?? dirname(file))).filter(
    ({ trust }) => trust !== 'trusted',
  )
  if (states.length === 0) return []
  const events = states.map(({ event, trust }) => `${event}: ${trust}`).join(', ')
  return [{ level: 'fault', what: `Codex does not run the hook of ${file} (${events})`, todo: TRUST_HOOKS_HINT }]
}

function configFiles({ host, project }: ExamineContext): readonly string[] {
  return [
    ...(host ? [join(host.configDir, 'config.toml')] : []),
    join(project, '.codex', 'config.toml'),
    join(CODEX_MANAGED_FOLDER, 'config.toml'),
  ]
}

/** Settings of any scope that keep the host from running hooks at all. */
function disabledHooksFindings(at: ExamineContext): readonly Diagnosis[] {
  if (isRequired('hooks', true)) return []
  return configFiles(at)
    .filter((file) => featureSwitch(parseCodexConfig(inspectHostFile(file).text ?? ''), 'hooks') === false)
    .map((file) => ({
      level: 'fault',
      what: `${file} switches all hooks off (features.hooks)`,
      todo: 'take that line out',
    }))
}

/** What is typed into a program that runs does not come to any hook; where there is no terminal, nothing can be typed. */
function stdinGapFindings(at: ExamineContext): readonly Diagnosis[] {
  if (isRequired('unified_exec_tty', false)) return [{ level: 'ok', what: 'commands get no terminal to be typed into' }]
  const says = configFiles(at).map((file) =>
    featureSwitch(parseCodexConfig(inspectHostFile(file).text ?? ''), 'unified_exec_tty'),
  )
  if (says.includes(false) && !says.includes(true))
    return [{ level: 'ok', what: 'commands get no terminal to be typed into' }]
  return [
    {
      level: 'warning',
      what: 'what the agent types into a program that runs (a shell with a terminal) does not come to the hook',
      todo: 'run `codex features disable unified_exec_tty`: commands then get no terminal',
    },
  ]
}

/** Has the organisation pinned a switch? */
function isRequired(name: string, value: boolean): boolean {
  return (
    featureSwitch(
      parseCodexConfig(inspectHostFile(join(CODEX_MANAGED_FOLDER, 'requirements.toml')).text ?? ''),
      name,
    ) === value
  )
}

/** The proof from the other end: which hooks does the host itself say it runs? */
function probeFindings({ host, project, installs }: ExamineContext): readonly Diagnosis[] {
  if (host?.program === undefined) return []
  const hooks = listHostHooks(host.program, project)
  if ('failed' in hooks)
    return [
      { level: 'warning', what: `Codex could not be asked: ${hooks.failed.slice(0, 200)}`, todo: 'start `codex` once' },
    ]
  const starts = new Set(installs.map((status) => `${expectedCommand(status)} PreToolUse`))
  const runs = hooks.some(
    ({ command, enabled, trust }) =>
      starts.has(withoutFallback(command)) && enabled && (trust === 'trusted' || trust === 'managed'),
  )
  return runs
    ? [{ level: 'ok', what: 'Codex runs the hook' }]
    : [{ level: 'fault', what: 'Codex does not run the hook', todo: TRUST_HOOKS_HINT }]
}
