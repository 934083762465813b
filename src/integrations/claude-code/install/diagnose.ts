import { join } from 'node:path'
import {
  entryFindings,
  expectedCommand,
  type HookExpectation,
  notInstalledFinding,
} from '../../install/entry-findings.ts'
import { parseSettingsObject } from '../../install/hook-file-editor.ts'
import { inspectHostFile } from '../../install/host-file.ts'
import { hookCommand, launcherPath } from '../../install/install.ts'
import { isOlderVersion } from '../../install/program.ts'
import type { Diagnosis, ExamineContext, FoundHost, HookStatus, HostHealth } from '../../installer.ts'
import { FAIL_CLOSED_VERSION } from '../promises.ts'
import { managedFiles } from '../settings-files.ts'
import { type HostProbe, probeHost } from './host-probe.ts'
import { CLAUDE_CODE_HOOKS, claudeCodeHookGroups } from './installed-hooks.ts'

/** Tests look elsewhere. */
export interface ExamineOptions {
  /** Where an organisation's settings lie. */
  readonly managed?: readonly string[]
  readonly askHost?: (program: string, cwd: string) => HostProbe
}

/** The hook as Claude Code has it: in its settings, or brought by the plugin. */
export function examine(
  at: ExamineContext,
  { managed = managedFiles(), askHost: ask = probeHost }: ExamineOptions = {},
): HostHealth {
  const { installs, home } = at
  const plugin = enabledPlugin(at)
  const commands = [
    ...installs.map((status) => `${expectedCommand(status)} PreToolUse`),
    ...(plugin === undefined ? [] : [`${hookCommand(launcherPath(home), 'claude-code')} PreToolUse`]),
  ]
  const forAll = plugin !== undefined || installs.some(({ scope }) => scope !== 'project')
  return {
    findings: [
      ...hostVersion(at.host),
      ...(commands.length === 0
        ? [notInstalledFinding()]
        : installs.flatMap((status) => entryFindings(status, HOOK_EXPECTATION))),
      ...(plugin === undefined ? [] : [pluginFindings(plugin, installs)]),
      ...disabledHooksFindings(at, managed),
      ...baseUrlFindings(at),
    ],
    commands,
    ...(forAll && { proof: () => probeFindings(at, ask) }),
  }
}

/** The plugin under the name it is enabled by, in the host's settings of any scope. */
function enabledPlugin(at: ExamineContext): string | undefined {
  for (const file of settingsFiles(at)) {
    const plugins = parseSettingsObject(inspectHostFile(file).text ?? '')?.['enabledPlugins']
    if (typeof plugins !== 'object' || plugins === null) continue
    const found = Object.entries(plugins).find(([name, on]) => name.startsWith('irongate@') && on === true)
    if (found) return found[0]
  }
  return undefined
}

function pluginFindings(plugin: string, installs: readonly HookStatus[]): Diagnosis {
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
  return isOlderVersion(version, FAIL_CLOSED_VERSION)
    ? [
        {
          level: 'warning',
          what: `Claude Code ${version} lets a call through when the hook is killed from outside or times out`,
          todo: `update it to ${FAIL_CLOSED_VERSION} or newer`,
        },
      ]
    : [{ level: 'ok', what: `Claude Code ${version} blocks when a hook fails` }]
}

const HOOK_EXPECTATION: HookExpectation = {
  title: 'Claude Code',
  hooks: CLAUDE_CODE_HOOKS,
  groups: claudeCodeHookGroups,
  more: ({ file }, text) =>
    CLAUDE_CODE_HOOKS.ourHooks(text).some(
      ({ event, value }) => event === 'PreToolUse' && value['onFailure'] !== 'block',
    )
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
function disabledHooksFindings(at: ExamineContext, managed: readonly string[]): Diagnosis[] {
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
function baseUrlFindings({ project }: ExamineContext): Diagnosis[] {
  return projectFiles(project).flatMap((file) => {
    const env = parseSettingsObject(inspectHostFile(file).text ?? '')?.['env']
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

function settingsFiles({ host, project }: ExamineContext): readonly string[] {
  return [...(host ? [join(host.configDir, 'settings.json')] : []), ...projectFiles(project)]
}

function settingIn(file: string, name: string): boolean {
  return parseSettingsObject(inspectHostFile(file).text ?? '')?.[name] === true
}

/** The proof from the other end: does the host run the hook at all? It skips settings that it finds invalid, without a word. */
function probeFindings(
  { host, project }: ExamineContext,
  ask: (program: string, cwd: string) => HostProbe,
): Diagnosis[] {
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
