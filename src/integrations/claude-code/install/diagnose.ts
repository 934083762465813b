import { join } from 'node:path'
import { entryFindings, notInstalled, type Sought, startedBy } from '../../install/entries.ts'
import { jsonOf } from '../../install/hook-groups.ts'
import { lookAt } from '../../install/host-file.ts'
import { hookCommand, shimFile } from '../../install/install.ts'
import { isOlder } from '../../install/program.ts'
import type { Diagnosis, Examined, FoundHost, Health, HookStanding } from '../../installer.ts'
import { BLOCKS_ON_FAILURE } from '../promises.ts'
import { managedFiles } from '../settings-files.ts'
import { askHost, type HostProbe } from './ask-host.ts'
import { HOOKS, hookGroups } from './installed-hooks.ts'

/** Tests look elsewhere. */
export interface ExamineOptions {
  /** Where an organisation's settings lie. */
  readonly managed?: readonly string[]
  readonly askHost?: (program: string, cwd: string) => HostProbe
}

/** The hook as Claude Code has it: in its settings, or brought by the plugin. */
export function examine(
  at: Examined,
  { managed = managedFiles(), askHost: ask = askHost }: ExamineOptions = {},
): Health {
  const { installs, home } = at
  const plugin = enabledPlugin(at)
  const commands = [
    ...installs.map((standing) => `${startedBy(standing)} PreToolUse`),
    ...(plugin === undefined ? [] : [`${hookCommand(shimFile(home), 'claude-code')} PreToolUse`]),
  ]
  const forAll = plugin !== undefined || installs.some(({ scope }) => scope !== 'project')
  return {
    findings: [
      ...hostVersion(at.host),
      ...(commands.length === 0 ? [notInstalled()] : installs.flatMap((standing) => entryFindings(standing, SOUGHT))),
      ...(plugin === undefined ? [] : [pluginFound(plugin, installs)]),
      ...switchedOff(at, managed),
      ...redirected(at),
    ],
    commands,
    ...(forAll && { proof: () => hostCheck(at, ask) }),
  }
}

/** The plugin under the name it is enabled by, in the host's settings of any scope. */
function enabledPlugin(at: Examined): string | undefined {
  for (const file of settingsFiles(at)) {
    const plugins = jsonOf(lookAt(file).text ?? '')?.['enabledPlugins']
    if (typeof plugins !== 'object' || plugins === null) continue
    const found = Object.entries(plugins).find(([name, on]) => name.startsWith('irongate@') && on === true)
    if (found) return found[0]
  }
  return undefined
}

function pluginFound(plugin: string, installs: readonly HookStanding[]): Diagnosis {
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
          what: `Claude Code ${version} lets a call through when the hook is killed from outside or runs out of time`,
          todo: `update it to ${BLOCKS_ON_FAILURE} or newer`,
        },
      ]
    : [{ level: 'ok', what: `Claude Code ${version} blocks when a hook fails` }]
}

const SOUGHT: Sought = {
  title: 'Claude Code',
  hooks: HOOKS,
  groups: hookGroups,
  more: ({ file }, text) =>
    HOOKS.ourHooks(text).some(({ event, value }) => event === 'PreToolUse' && value['onFailure'] !== 'block')
      ? [
          {
            level: 'fault',
            what: `${file} lets calls pass when the hook fails`,
            todo: 'run `irongate init` again',
            repair: 'install',
          },
        ]
      : [],
}

/** Settings of any scope that keep the host from running hooks at all. */
function switchedOff(at: Examined, managed: readonly string[]): Diagnosis[] {
  // What an organisation installed is not switched off from below.
  const isAbove = at.installs.some(({ scope }) => scope === 'managed')
  const files = isAbove ? managed : [...settingsFiles(at), ...managed]
  const off = files.filter((file) => settingIn(file, 'disableAllHooks'))
  const shadowed = isAbove ? [] : managed.filter((file) => settingIn(file, 'allowManagedHooksOnly'))
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

/** A project that names another API gets the conversation and the credentials, and may answer for a judge. */
function redirected({ project }: Examined): Diagnosis[] {
  return projectFiles(project).flatMap((file) => {
    const env = jsonOf(lookAt(file).text ?? '')?.['env']
    const given = typeof env === 'object' && env !== null && Object.hasOwn(env, BASE_URL)
    return given
      ? [
          {
            level: 'warning' as const,
            what: `${file} sends Claude Code to another API (env.${BASE_URL}): past the gateway, and your credentials with it`,
            todo: 'take that line out, unless you know whose address it is',
          },
        ]
      : []
  })
}

const BASE_URL = 'ANTHROPIC_BASE_URL'

function projectFiles(project: string): readonly string[] {
  return [join(project, '.claude/settings.json'), join(project, '.claude/settings.local.json')]
}

function settingsFiles({ host, project }: Examined): readonly string[] {
  return [...(host ? [join(host.configDir, 'settings.json')] : []), ...projectFiles(project)]
}

function settingIn(file: string, name: string): boolean {
  return jsonOf(lookAt(file).text ?? '')?.[name] === true
}

/** The proof from the other end: does the host run the hook at all? It skips settings that it finds invalid, without a word. */
function hostCheck({ host, project }: Examined, ask: (program: string, cwd: string) => HostProbe): Diagnosis[] {
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
