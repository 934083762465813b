import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { doctorAnswer, doctorPrompt } from '../../hook-runtime/doctor-prompt.ts'
import {
  entryFindings,
  expectedCommand,
  type HookExpectation,
  notInstalledFinding,
} from '../../install/entry-findings.ts'
import { parseSettingsObject } from '../../install/hook-file-editor.ts'
import { inspectHostFile } from '../../install/host-file.ts'
import type { Diagnosis, ExamineContext, FoundHost, HookStatus, HostHealth } from '../../installer.ts'
import { COPILOT_CLI_HOOKS, hookEntries } from './hooks.ts'

const HOOK_EXPECTATION: HookExpectation = {
  title: 'Copilot CLI',
  hooks: COPILOT_CLI_HOOKS,
  groups: hookEntries,
  more: ownFileSwitchFindings,
}

export function examine(at: ExamineContext): HostHealth {
  const { installs, host } = at
  return {
    findings: [
      ...hostFindings(host),
      ...(installs.length === 0
        ? [notInstalledFinding()]
        : installs.flatMap((one) => entryFindings(one, HOOK_EXPECTATION))),
      ...disabledHooksFindings(at),
      ...otherHostHookFindings(at),
    ],
    commands: installs.map((status) => `${expectedCommand(status)} preToolUse`),
    ...(installs.some(({ scope }) => scope !== 'project') && { proof: () => probeFindings(at) }),
  }
}

function hostFindings(host: FoundHost | undefined): readonly Diagnosis[] {
  if (!host)
    return [{ level: 'warning', what: 'Copilot CLI was not found', todo: 'install it, or put it on your PATH' }]
  return [
    {
      level: 'warning',
      what: `Copilot CLI ${host.version ?? ''} runs a call when the hook times out (90 seconds)`,
    },
  ]
}

const todo = 'take that line out'

/** The file that the hook stands in can switch it off. */
function ownFileSwitchFindings({ file }: HookStatus, text: string): readonly Diagnosis[] {
  return disablesAllHooks(text)
    ? [{ level: 'fault', what: `${file} switches its own hooks off (disableAllHooks)`, todo }]
    : []
}

/** In these files of a folder that the person trusts it switches off all hooks but an organisation's. */
const PROJECT_SETTINGS_FILES = ['.github/copilot', '.claude'].flatMap((folder) =>
  ['settings.json', 'settings.local.json'].map((name) => join(folder, name)),
)

function disabledHooksFindings({ project, installs }: ExamineContext): readonly Diagnosis[] {
  const level = installs.some(({ scope }) => scope === 'managed') ? 'warning' : 'fault'
  const own = new Set(installs.map(({ file }) => file))
  return PROJECT_SETTINGS_FILES.map((name) => join(project, name))
    .filter((file) => !own.has(file) && disablesAllHooks(inspectHostFile(file).text ?? ''))
    .map((file) => ({ level, what: `${file} switches all hooks off (disableAllHooks)`, todo }))
}

const OTHER_HOST_COMMAND = /irongate(?:\.js)?\\?['"]? hook (?!copilot-cli)/

/** The host also runs the hooks of another agent's settings, and tells them its calls in words that are only almost that agent's. */
function otherHostHookFindings({ project }: ExamineContext): readonly Diagnosis[] {
  return PROJECT_SETTINGS_FILES.map((name) => join(project, name))
    .filter((file) => OTHER_HOST_COMMAND.test(inspectHostFile(file).text ?? ''))
    .map((file) => ({
      level: 'warning',
      what: `${file} holds the hook for another agent; in a folder that you trust Copilot CLI runs it too, and it denies most calls`,
      todo: 'install that one for your account instead of for the project',
    }))
}

function disablesAllHooks(text: string): boolean {
  return parseSettingsObject(text)?.['disableAllHooks'] === true
}

const LIMIT_MS = 20_000

/**
 * The proof from the other end: starts the real host with a prompt that our hook refuses, so that nothing comes of it. A host that
 * does not run the hook continues with its model instead, and finds nobody there: the address leads nowhere.
 */
function probeFindings({ host, project }: ExamineContext): readonly Diagnosis[] {
  if (host?.program === undefined) return []
  const nonce = randomBytes(8).toString('hex')
  const { stdout, stderr, error } = spawnSync(host.program, ['-p', doctorPrompt(nonce), '--output-format', 'json'], {
    cwd: project,
    env: {
      ...process.env,
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_BASE_URL: 'http://127.0.0.1:9/v1',
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_MODEL: 'none',
    },
    input: '',
    encoding: 'utf8',
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  const said = `${stdout ?? ''}${stderr ?? ''}`.trim()
  if (said.includes(doctorAnswer(nonce))) return [{ level: 'ok', what: 'Copilot CLI runs the hook' }]
  // Before this line it has not come to the prompt. One that waits for its model has.
  if (!said.includes('"type":"user.message"'))
    return [{ level: 'warning', what: `Copilot CLI could not be asked: ${(error?.message ?? said).slice(-200)}` }]
  return [{ level: 'fault', what: 'Copilot CLI does not run the hook', todo: 'start `copilot`, and look at `/env`' }]
}
