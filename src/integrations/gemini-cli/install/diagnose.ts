import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { doctorAnswer, doctorPrompt } from '../../hook-runtime/doctor-prompt.ts'
import { isFields, ownField } from '../../hook-runtime/fields.ts'
import {
  entryFindings,
  expectedCommand,
  type HookExpectation,
  notInstalledFinding,
} from '../../install/entry-findings.ts'
import { parseSettingsObject } from '../../install/hook-file-editor.ts'
import { inspectHostFile } from '../../install/host-file.ts'
import type { Diagnosis, ExamineContext, FoundHost, HostHealth } from '../../installer.ts'
import { GEMINI_CLI_MANAGED_SETTINGS } from './find.ts'
import { folderTrust } from './folder-trust.ts'
import { GEMINI_CLI_HOOKS, geminiCliHookGroups } from './hooks.ts'

const HOOK_EXPECTATION: HookExpectation = {
  title: 'Gemini CLI',
  hooks: GEMINI_CLI_HOOKS,
  groups: geminiCliHookGroups,
  commentsRead: true,
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
      ...untrustedFolderFindings(at),
    ],
    commands: installs.map((status) => `${expectedCommand(status)} BeforeTool`),
    // Elsewhere it would run the hook only because it is told to skip the question.
    ...(installs.some(({ scope }) => scope !== 'project') && isTrusted(at) && { proof: () => probeFindings(at) }),
  }
}

function hostFindings(host: FoundHost | undefined): readonly Diagnosis[] {
  if (!host) return [{ level: 'warning', what: 'Gemini CLI was not found', todo: 'install it, or put it on your PATH' }]
  return [
    {
      level: 'warning',
      what: `Gemini CLI ${host.version ?? ''} runs a call when the hook times out, or is killed with the shell that starts it`,
    },
    {
      level: 'ok',
      what: 'without a person (`gemini -p`) it has a shell and edits only with --approval-mode; with yolo the gate alone stands between',
    },
  ]
}

const TRUST_FOLDER_HINT = 'start `gemini` in it and choose to trust the folder (later: `/permissions trust`)'

/** The host asks when it is started in a folder; whatever stands in its settings, it runs no hook before the answer is yes. */
function untrustedFolderFindings({ host, project, installs }: ExamineContext): readonly Diagnosis[] {
  if (!host || installs.length === 0) return []
  const trust = folderTrust(project, host.configDir)
  if (trust === 'trusted') return []
  return [
    trust === 'refused'
      ? {
          level: 'fault',
          what: `Gemini CLI runs no hooks in ${project}: you don't trust this folder`,
          todo: TRUST_FOLDER_HINT,
        }
      : {
          level: 'warning',
          what: `Gemini CLI runs no hooks in ${project} until you trust it`,
          todo: TRUST_FOLDER_HINT,
        },
  ]
}

function isTrusted({ host, project }: ExamineContext): boolean {
  return !host || folderTrust(project, host.configDir) === 'trusted'
}

/** Settings of any scope that keep the host from running hooks, or ours by its name. The organisation's go before all. */
function disabledHooksFindings({ host, project }: ExamineContext): readonly Diagnosis[] {
  const above = hooksConfig(GEMINI_CLI_MANAGED_SETTINGS)
  const files = [
    ...(host ? [join(host.configDir, 'settings.json')] : []),
    join(project, '.gemini/settings.json'),
    GEMINI_CLI_MANAGED_SETTINGS,
  ]
  return files.flatMap((file): readonly Diagnosis[] => {
    const config = hooksConfig(file)
    const names = ownField(config, 'disabled')
    const isOff = ownField(config, 'enabled') === false && ownField(above, 'enabled') !== true
    const isNamed = Array.isArray(names) && names.some((name) => /irongate/.test(String(name)))
    if (!isOff && !isNamed) return []
    const what = `${file} switches ${isOff ? 'all hooks' : 'the hook'} off (hooksConfig)`
    return [{ level: 'fault', what, todo: 'take that line out' }]
  })
}

function hooksConfig(file: string): Readonly<Record<string, unknown>> {
  const config = ownField(parseSettingsObject(inspectHostFile(file).text ?? '') ?? {}, 'hooksConfig')
  return isFields(config) ? config : {}
}

const LIMIT_MS = 10_000

/**
 * The proof from the other end: starts the real host with a prompt that our hook refuses, so that nothing comes of it. A host that
 * does not run the hook continues with its model instead, and finds nobody there: the address leads nowhere.
 */
function probeFindings({ host, project }: ExamineContext): readonly Diagnosis[] {
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
