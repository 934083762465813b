import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { entryFindings, notInstalled, type Sought, startedBy } from '../../install/entries.ts'
import { jsonOf } from '../../install/hook-groups.ts'
import { lookAt } from '../../install/host-file.ts'
import type { Diagnosis, Examined, FoundHost, Health, HookStanding } from '../../installer.ts'
import { doctorAnswer, doctorPrompt } from '../../seat/doctor-prompt.ts'
import { HOOKS, hookEntries } from './hooks.ts'

const SOUGHT: Sought = { title: 'Copilot CLI', hooks: HOOKS, groups: hookEntries, more: ownSwitch }

export function examine(at: Examined): Health {
  const { installs, host } = at
  return {
    findings: [
      ...found(host),
      ...(installs.length === 0 ? [notInstalled()] : installs.flatMap((one) => entryFindings(one, SOUGHT))),
      ...switchedOff(at),
      ...othersHooks(at),
    ],
    commands: installs.map((standing) => `${startedBy(standing)} preToolUse`),
    ...(installs.some(({ scope }) => scope !== 'project') && { proof: () => hostCheck(at) }),
  }
}

function found(host: FoundHost | undefined): readonly Diagnosis[] {
  if (!host)
    return [{ level: 'warning', what: 'Copilot CLI was not found', todo: 'install it, or put it on your PATH' }]
  return [
    {
      level: 'warning',
      what: `Copilot CLI ${host.version ?? ''} runs a call when the hook runs out of time (90 seconds)`,
    },
  ]
}

const todo = 'take that line out'

/** The file that the hook stands in can switch it off. */
function ownSwitch({ file }: HookStanding, text: string): readonly Diagnosis[] {
  return isOff(text) ? [{ level: 'fault', what: `${file} switches its own hooks off (disableAllHooks)`, todo }] : []
}

/** In these files of a folder that the person trusts it switches off all hooks but an organisation's. */
const SWITCHES = ['.github/copilot', '.claude'].flatMap((folder) =>
  ['settings.json', 'settings.local.json'].map((name) => join(folder, name)),
)

function switchedOff({ project, installs }: Examined): readonly Diagnosis[] {
  const level = installs.some(({ scope }) => scope === 'managed') ? 'warning' : 'fault'
  const own = new Set(installs.map(({ file }) => file))
  return SWITCHES.map((name) => join(project, name))
    .filter((file) => !own.has(file) && isOff(lookAt(file).text ?? ''))
    .map((file) => ({ level, what: `${file} switches all hooks off (disableAllHooks)`, todo }))
}

const OTHERS = /irongate(?:\.js)?\\?['"]? hook (?!copilot-cli)/

/** The host also runs the hooks of another agent's settings, and tells them its calls in words that are only almost that agent's. */
function othersHooks({ project }: Examined): readonly Diagnosis[] {
  return SWITCHES.map((name) => join(project, name))
    .filter((file) => OTHERS.test(lookAt(file).text ?? ''))
    .map((file) => ({
      level: 'warning',
      what: `${file} holds the hook for another agent; in a folder that you trust Copilot CLI runs it too, and it denies most calls`,
      todo: 'install that one for your account instead of for the project',
    }))
}

function isOff(text: string): boolean {
  return jsonOf(text)?.['disableAllHooks'] === true
}

const LIMIT_MS = 20_000

/**
 * The proof from the other end: starts the real host with a prompt that our hook refuses, so that nothing comes of it. A host that
 * does not run the hook goes on to its model instead, and finds nobody there: the address leads nowhere.
 */
function hostCheck({ host, project }: Examined): readonly Diagnosis[] {
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
