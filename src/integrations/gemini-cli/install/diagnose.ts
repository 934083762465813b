import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { entryFindings, notInstalled, type Sought, startedBy } from '../../install/entries.ts'
import { jsonOf } from '../../install/hook-groups.ts'
import { lookAt } from '../../install/host-file.ts'
import type { Diagnosis, Examined, FoundHost, Health } from '../../installer.ts'
import { doctorAnswer, doctorPrompt } from '../../seat/doctor-prompt.ts'
import { isFields, own } from '../../seat/fields.ts'
import { MANAGED } from './find.ts'
import { folderTrust } from './folder-trust.ts'
import { HOOKS, hookGroups } from './hooks.ts'

const SOUGHT: Sought = { title: 'Gemini CLI', hooks: HOOKS, groups: hookGroups, commentsRead: true }

export function examine(at: Examined): Health {
  const { installs, host } = at
  return {
    findings: [
      ...found(host),
      ...(installs.length === 0 ? [notInstalled()] : installs.flatMap((one) => entryFindings(one, SOUGHT))),
      ...switchedOff(at),
      ...untrusted(at),
    ],
    commands: installs.map((standing) => `${startedBy(standing)} BeforeTool`),
    // Elsewhere it would run the hook only because it is told to skip the question.
    ...(installs.some(({ scope }) => scope !== 'project') && isTrusted(at) && { proof: () => hostCheck(at) }),
  }
}

function found(host: FoundHost | undefined): readonly Diagnosis[] {
  if (!host) return [{ level: 'warning', what: 'Gemini CLI was not found', todo: 'install it, or put it on your PATH' }]
  return [
    {
      level: 'warning',
      what: `Gemini CLI ${host.version ?? ''} runs a call when the hook runs out of time, or is killed with the shell that starts it`,
    },
    {
      level: 'ok',
      what: 'without a person (`gemini -p`) it has a shell and edits only with --approval-mode; with yolo the gate alone stands between',
    },
  ]
}

const TRUST_IT = 'start `gemini` in it and choose to trust the folder (later: `/permissions trust`)'

/** The host asks when it is started in a folder; whatever stands in its settings, it runs no hook before the answer is yes. */
function untrusted({ host, project, installs }: Examined): readonly Diagnosis[] {
  if (!host || installs.length === 0) return []
  const trust = folderTrust(project, host.configDir)
  if (trust === 'trusted') return []
  return [
    trust === 'refused'
      ? { level: 'fault', what: `Gemini CLI runs no hooks in ${project}: you don't trust this folder`, todo: TRUST_IT }
      : { level: 'warning', what: `Gemini CLI runs no hooks in ${project} until you trust it`, todo: TRUST_IT },
  ]
}

function isTrusted({ host, project }: Examined): boolean {
  return !host || folderTrust(project, host.configDir) === 'trusted'
}

/** Settings of any scope that keep the host from running hooks, or ours by its name. The organisation's go before all. */
function switchedOff({ host, project }: Examined): readonly Diagnosis[] {
  const above = hooksConfig(MANAGED)
  const files = [
    ...(host ? [join(host.configDir, 'settings.json')] : []),
    join(project, '.gemini/settings.json'),
    MANAGED,
  ]
  return files.flatMap((file): readonly Diagnosis[] => {
    const config = hooksConfig(file)
    const names = own(config, 'disabled')
    const isOff = own(config, 'enabled') === false && own(above, 'enabled') !== true
    const isNamed = Array.isArray(names) && names.some((name) => /irongate/.test(String(name)))
    if (!isOff && !isNamed) return []
    const what = `${file} switches ${isOff ? 'all hooks' : 'the hook'} off (hooksConfig)`
    return [{ level: 'fault', what, todo: 'take that line out' }]
  })
}

function hooksConfig(file: string): Readonly<Record<string, unknown>> {
  const config = own(jsonOf(lookAt(file).text ?? '') ?? {}, 'hooksConfig')
  return isFields(config) ? config : {}
}

const LIMIT_MS = 10_000

/**
 * The proof from the other end: starts the real host with a prompt that our hook refuses, so that nothing comes of it. A host that
 * does not run the hook goes on to its model instead, and finds nobody there: the address leads nowhere.
 */
function hostCheck({ host, project }: Examined): readonly Diagnosis[] {
  if (host?.program === undefined) return []
  const nonce = randomBytes(8).toString('hex')
  const { stdout, stderr, error } = spawnSync(
    host.program,
    ['-p', doctorPrompt(nonce), '-o', 'stream-json', '--skip-trust'],
    {
      cwd: project,
      env: { ...process.env, GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:9' },
      input: '',
      encoding: 'utf8',
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    },
  )
  const said = `${stdout ?? ''}${stderr ?? ''}`.trim()
  if (said.includes(doctorAnswer(nonce))) return [{ level: 'ok', what: 'Gemini CLI runs the hook' }]
  // Before this line it has not come to the prompt: it is not signed in, or could not be started. One that waits for its model has.
  if (!said.includes('"type":"init"'))
    return [
      {
        level: 'warning',
        what: `Gemini CLI could not be asked: ${(error?.message ?? said).slice(-200)}`,
        todo: 'start `gemini` once, and sign in',
      },
    ]
  return [
    {
      level: 'fault',
      what: 'Gemini CLI does not run the hook',
      todo: 'start `gemini`, sign in if it asks, and look at `/hooks`',
    },
  ]
}
