import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readPolicy } from '../../facts/settings-files.ts'
import { needsModel } from '../../judge/embedded/findings.ts'
import { privateFolder } from '../../state/folder.ts'
import { gateFolder } from '../../state/gate-folder.ts'
import { type Install, installsIn } from '../../state/installs.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { BLOCKS_ON_FAILURE, type FoundHost, isExecutable, isOlder } from './host.ts'
import { askHost, type HostProbe } from './host-probe.ts'
import { shimFile, textOf } from './install.ts'
import { hookCommand, hookGroups, isPlainJson, jsonOf, ourHooks } from './installed-hooks.ts'
import { type ProbeResult, probe } from './probe.ts'
import { readShim } from './shim.ts'

/** One thing that was looked at. `repair` says what `--fix` does about it. */
export interface Diagnosis {
  readonly level: 'ok' | 'warning' | 'fault'
  readonly what: string
  /** What the person does about it. */
  readonly todo?: string
  readonly repair?: 'install' | 'state'
}

export interface DiagnoseOptions {
  readonly home: string
  readonly project: string
  readonly host: FoundHost | undefined
  /** Where an organisation's settings lie. */
  readonly managed?: readonly string[]
  readonly probe?: (command: string, cwd: string) => ProbeResult
  readonly askHost?: (program: string, cwd: string) => HostProbe
}

const MANAGED = [
  '/etc/claude-code/managed-settings.json',
  '/Library/Application Support/ClaudeCode/managed-settings.json',
]
/** A hook slower than this is felt at every call. */
const SLOW_MS = 1000
const OLDEST_NODE = '22.18.0'

/** Everything that could keep the gate from standing in the way, looked at on the machine as it is. */
export function diagnose(options: DiagnoseOptions): readonly Diagnosis[] {
  const installs = installsIn(options.home)
  const plugin = enabledPlugin(options)
  const commands = [
    ...installs.map(({ command }) => command),
    ...(plugin === undefined ? [] : [hookCommand(shimFile(options.home))]),
  ]
  return [
    ...hostVersion(options.host),
    ...(commands.length === 0 ? [notInstalled()] : installs.flatMap(installed)),
    ...(plugin === undefined ? [] : [pluginFound(plugin, installs)]),
    ...switchedOff(options),
    ...starter(options.home, commands.length > 0),
    ...state(options.home, commands.length > 0),
    ...settings(options),
    ...(commands.length === 0 ? [] : realCheck(options, commands)),
    ...(plugin !== undefined || installs.some(({ scope }) => scope === 'user') ? hostCheck(options) : []),
  ]
}

/** The plugin under the name it is enabled by, in the host's settings of any scope. */
function enabledPlugin(options: DiagnoseOptions): string | undefined {
  for (const file of settingsFiles(options)) {
    const plugins = jsonOf(textOf(file) ?? '')?.['enabledPlugins']
    if (typeof plugins !== 'object' || plugins === null) continue
    const found = Object.entries(plugins).find(([name, on]) => name.startsWith('irongate@') && on === true)
    if (found) return found[0]
  }
  return undefined
}

function pluginFound(plugin: string, installs: readonly Install[]): Diagnosis {
  return installs.length === 0
    ? { level: 'ok', what: `the plugin brings the hook (${plugin})` }
    : {
        level: 'warning',
        what: `the plugin ${plugin} and a settings entry both bring the hook: each call is judged twice`,
        todo: 'run `irongate uninstall`, or take the plugin out',
      }
}

function hostVersion(host: FoundHost | undefined): Diagnosis[] {
  if (!host)
    return [{ level: 'warning', what: 'Claude Code was not found', todo: 'install it, or put it on your PATH' }]
  const { version } = host
  if (version === undefined) return [{ level: 'warning', what: 'the version of Claude Code is unknown' }]
  return isOlder(version, BLOCKS_ON_FAILURE)
    ? [
        {
          level: 'warning',
          what: `Claude Code ${version} lets a call through when the hook is killed from outside, is deleted, or runs out of time`,
          todo: `update it to ${BLOCKS_ON_FAILURE} or newer`,
        },
      ]
    : [{ level: 'ok', what: `Claude Code ${version} blocks when a hook fails` }]
}

function notInstalled(): Diagnosis {
  return { level: 'fault', what: 'the hook is not installed', todo: 'run `irongate init`' }
}

function installed({ file, command }: Install): Diagnosis[] {
  const text = textOf(file)
  const again = { todo: 'run `irongate init` again', repair: 'install' } as const
  if (text === undefined) return [{ level: 'fault', what: `${file} is gone, and the hook with it`, ...again }]
  if (jsonOf(text) === undefined)
    return [
      { level: 'fault', what: `${file} is not valid JSON, so the host reads no hook from it`, todo: 'correct it' },
    ]
  if (!isPlainJson(text))
    return [
      {
        level: 'fault',
        what: `${file} has comments or trailing commas: Claude Code skips such a file, and the hook with it`,
        todo: 'take them out',
      },
    ]
  const found = ourHooks(text)
  const missing = [...hookGroups(command).keys()].filter((event) => !found.some((hook) => hook.event === event))
  const stale = found.filter(({ value }) => value['command'] !== command)
  const loose = found.filter(({ event, value }) => event === 'PreToolUse' && value['onFailure'] !== 'block')
  const faults: Diagnosis[] = []
  if (missing.length > 0)
    faults.push({ level: 'fault', what: `${file} lacks the hook for ${missing.join(', ')}`, ...again })
  if (stale.length > 0) faults.push({ level: 'fault', what: `${file} names a hook of another place`, ...again })
  if (loose.length > 0) faults.push({ level: 'fault', what: `${file} lets calls pass when the hook fails`, ...again })
  return faults.length > 0 ? faults : [{ level: 'ok', what: `the hook stands in ${file}` }]
}

/** Settings of any scope that keep the host from running hooks at all. */
function switchedOff(options: DiagnoseOptions): Diagnosis[] {
  const { managed = MANAGED } = options
  const off = [...settingsFiles(options), ...managed].filter((file) => settingIn(file, 'disableAllHooks'))
  const shadowed = managed.filter((file) => settingIn(file, 'allowManagedHooksOnly'))
  return [
    ...off.map((file) => ({
      level: 'fault' as const,
      what: `${file} switches all hooks off (disableAllHooks)`,
      todo: 'take that line out',
    })),
    ...shadowed.map((file) => ({
      level: 'fault' as const,
      what: `${file} allows only hooks of the organisation (allowManagedHooksOnly)`,
      todo: 'ask your administrator to add the hook there',
    })),
  ]
}

function settingsFiles({ host, project }: DiagnoseOptions): readonly string[] {
  return [
    ...(host ? [join(host.configDir, 'settings.json')] : []),
    join(project, '.claude/settings.json'),
    join(project, '.claude/settings.local.json'),
  ]
}

function settingIn(file: string, name: string): boolean {
  return jsonOf(textOf(file) ?? '')?.[name] === true
}

/** The script that the host starts, and the Node and bundle it names. */
function starter(home: string, expected: boolean): Diagnosis[] {
  const file = shimFile(home)
  const again = { todo: 'run `irongate init` again', repair: 'install' } as const
  const text = textOf(file)
  if (text === undefined) return expected ? [{ level: 'fault', what: `${file} is gone`, ...again }] : []
  const parts = readShim(text)
  if (!parts || !isExecutable(file)) return [{ level: 'fault', what: `${file} was changed`, ...again }]
  if (!existsSync(parts.hook))
    return [{ level: 'fault', what: `${parts.hook} is gone: the package moved or was removed`, ...again }]
  if (!isExecutable(parts.node)) return [{ level: 'fault', what: `Node is no longer at ${parts.node}`, ...again }]
  const { stdout } = spawnSync(parts.node, ['--version'], { encoding: 'utf8', timeout: 10_000, env: {} })
  const version = /\d+\.\d+\.\d+/.exec(stdout ?? '')?.[0] ?? '0.0.0'
  return isOlder(version, OLDEST_NODE)
    ? [{ level: 'fault', what: `${parts.node} is Node ${version}; ${OLDEST_NODE} or newer is needed`, ...again }]
    : [{ level: 'ok', what: `it starts Node ${version}` }]
}

function state(home: string, expected: boolean): Diagnosis[] {
  const folder = stateFolder(home)
  if (!existsSync(folder))
    return expected
      ? [{ level: 'fault', what: `${folder} is gone`, todo: 'run `irongate doctor --fix`', repair: 'state' }]
      : []
  try {
    for (const place of [gateFolder(home), folder, join(folder, 'sessions')]) privateFolder(place)
    return [{ level: 'ok', what: `state lies in ${folder}` }]
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error)
    return [{ level: 'fault', what, todo: 'run `irongate doctor --fix`', repair: 'state' }]
  }
}

function settings({ home, project }: DiagnoseOptions): Diagnosis[] {
  const policy = readPolicy({ cwd: project, home })
  const { kind, apiKey, apiKeyCommand } = policy.judge
  const hasKey = apiKey !== undefined || apiKeyCommand !== undefined
  const broken = policy.broken.map(({ text, source }): Diagnosis => {
    const where = `${source.file ?? ''}${source.line === undefined ? '' : `:${source.line}`}`
    return {
      level: 'fault',
      what: `settings: ${text} (${where})`,
      todo: 'correct that file; until then every call asks',
    }
  })
  const key: Diagnosis[] =
    kind === 'claude' && !hasKey
      ? [
          {
            level: 'fault',
            what: 'judge.kind is claude, but there is no key',
            todo: 'set judge.apiKey or judge.apiKeyCommand in ~/.irongate/settings.json',
          },
        ]
      : []
  const unread = hasKey && kind !== 'embedded' ? [] : needsModel(policy)
  const prose = unread.map(
    ({ text }): Diagnosis => ({
      level: 'warning',
      what: `autoMode: "${text.slice(0, 80)}" needs a model and is not enforced`,
      todo: 'set a key for the Claude judge, or write it in a form of docs/settings.md',
    }),
  )
  return [...broken, ...key, ...prose]
}

/** The proof: a call that must be denied, sent through every installed entry. */
function realCheck({ project, probe: send = probe }: DiagnoseOptions, commands: readonly string[]): Diagnosis[] {
  return [...new Set(commands)].map((command) => byProbe(send(command, project)))
}

/** The proof from the other end: does the host run the hook at all? It skips settings that it finds invalid, without a word. */
function hostCheck({ host, project, askHost: ask = askHost }: DiagnoseOptions): Diagnosis[] {
  if (host?.program === undefined) return []
  const { kind, said } = ask(host.program, project)
  switch (kind) {
    case 'answered':
      return [{ level: 'ok', what: 'Claude Code runs the hook' }]
    case 'silent':
      return [
        {
          level: 'fault',
          what: 'Claude Code does not run the hook',
          todo: 'start `claude` and look for an error in its settings: it skips a whole file for one wrong value',
        },
      ]
    case 'failed':
      return [
        {
          level: 'warning',
          what: `Claude Code could not be asked: ${said.slice(0, 200)}`,
          todo: 'start `claude` once',
        },
      ]
  }
}

function byProbe({ kind, ms, said }: ProbeResult): Diagnosis {
  const took = `${Math.round(ms)} ms`
  const again = { todo: 'run `irongate init` again', repair: 'install' } as const
  switch (kind) {
    case 'denied':
      return ms > SLOW_MS
        ? {
            level: 'warning',
            what: `the installed hook denies, but takes ${took}`,
            todo: 'look what slows this machine',
          }
        : { level: 'ok', what: `the installed hook denies a call that must be denied (${took})` }
    case 'blocked':
      return { level: 'fault', what: `the hook blocks every call: ${said}`, todo: 'correct what it names' }
    case 'not-denied':
      return { level: 'fault', what: `the installed hook let a call pass: ${said.slice(0, 200)}`, ...again }
    case 'failed':
      return { level: 'fault', what: `the installed hook cannot be run: ${said}`, ...again }
  }
}
