import { dirname, join } from 'node:path'
import { entryFindings, notInstalled, type Sought, startedBy } from '../../install/entries.ts'
import { unguarded } from '../../install/guarded.ts'
import { lookAt } from '../../install/host-file.ts'
import type { Diagnosis, Examined, FoundHost, Health, HookStanding } from '../../installer.ts'
import { askHost } from './ask-host.ts'
import { MANAGED } from './find.ts'
import { HOOKS, hookGroups } from './hooks.ts'
import { configIn, configOf, featureIn, trustIn } from './trust.ts'

const TRUST_IT = 'start `codex`, type `/hooks`, look at the entries that start irongate, and trust them'

export function examine(at: Examined): Health {
  const { installs, host } = at
  const more: Sought['more'] = (standing, text) => untrusted(standing, text, host)
  const sought: Sought = { title: 'Codex', hooks: HOOKS, groups: hookGroups, more }
  const commands = installs.map((standing) => `${startedBy(standing)} PreToolUse`)
  return {
    findings: [
      ...found(host),
      ...(installs.length === 0 ? [notInstalled()] : installs.flatMap((one) => entryFindings(one, sought))),
      ...switchedOff(at),
      ...(installs.length === 0 ? [] : typed(at)),
    ],
    commands,
    ...(installs.length > 0 && { proof: () => hostCheck(at) }),
  }
}

/** Why the host does not run the hook of a file yet; undefined when it does. */
export function pending(file: string, { configDir }: FoundHost): string | undefined {
  const states = trustIn(file, lookAt(file).text ?? '', configOf(configDir))
  const waiting = states.filter(({ trust }) => trust !== 'trusted')
  return waiting.length === 0 ? undefined : `Codex skips hooks that nobody has trusted: ${TRUST_IT}`
}

function found(host: FoundHost | undefined): readonly Diagnosis[] {
  if (!host) return [{ level: 'warning', what: 'Codex was not found', todo: 'install it, or put it on your PATH' }]
  return [
    {
      level: 'warning',
      what: `Codex ${host.version ?? ''} runs a call when the hook runs out of time, or is killed with the shell that starts it`,
    },
  ]
}

/** An organisation's hooks need nobody's trust. */
function untrusted({ scope, file }: HookStanding, text: string, host: FoundHost | undefined): readonly Diagnosis[] {
  if (scope === 'managed') return []
  // Trust is noted in the account's own folder, whichever project a hook stands in.
  const states = trustIn(file, text, configOf(host?.configDir ?? dirname(file))).filter(
    ({ trust }) => trust !== 'trusted',
  )
  if (states.length === 0) return []
  const events = states.map(({ event, trust }) => `${event}: ${trust}`).join(', ')
  return [{ level: 'fault', what: `Codex does not run the hook of ${file} (${events})`, todo: TRUST_IT }]
}

function configs({ host, project }: Examined): readonly string[] {
  return [
    ...(host ? [join(host.configDir, 'config.toml')] : []),
    join(project, '.codex', 'config.toml'),
    join(MANAGED, 'config.toml'),
  ]
}

/** Settings of any scope that keep the host from running hooks at all. */
function switchedOff(at: Examined): readonly Diagnosis[] {
  if (isRequired('hooks', true)) return []
  return configs(at)
    .filter((file) => featureIn(configIn(lookAt(file).text ?? ''), 'hooks') === false)
    .map((file) => ({
      level: 'fault',
      what: `${file} switches all hooks off (features.hooks)`,
      todo: 'take that line out',
    }))
}

/** What is typed into a program that runs does not come to any hook; where there is no terminal, nothing can be typed. */
function typed(at: Examined): readonly Diagnosis[] {
  if (isRequired('unified_exec_tty', false)) return [{ level: 'ok', what: 'commands get no terminal to be typed into' }]
  const says = configs(at).map((file) => featureIn(configIn(lookAt(file).text ?? ''), 'unified_exec_tty'))
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
  return featureIn(configIn(lookAt(join(MANAGED, 'requirements.toml')).text ?? ''), name) === value
}

/** The proof from the other end: which hooks does the host itself say it runs? */
function hostCheck({ host, project, installs }: Examined): readonly Diagnosis[] {
  if (host?.program === undefined) return []
  const hooks = askHost(host.program, project)
  if ('failed' in hooks)
    return [
      { level: 'warning', what: `Codex could not be asked: ${hooks.failed.slice(0, 200)}`, todo: 'start `codex` once' },
    ]
  const starts = new Set(installs.map((standing) => `${startedBy(standing)} PreToolUse`))
  const runs = hooks.some(
    ({ command, enabled, trust }) =>
      starts.has(unguarded(command)) && enabled && (trust === 'trusted' || trust === 'managed'),
  )
  return runs
    ? [{ level: 'ok', what: 'Codex runs the hook' }]
    : [{ level: 'fault', what: 'Codex does not run the hook', todo: TRUST_IT }]
}
