import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { listFolderSafely } from '../../../state/folder-names.ts'
import { doctorAnswer, doctorPrompt } from '../../hook-runtime/doctor-prompt.ts'
import { notInstalledFinding, REINSTALL_HINT } from '../../install/entry-findings.ts'
import { inspectHostFile } from '../../install/host-file.ts'
import type { Diagnosis, ExamineContext, FoundHost, HookStatus, HostHealth } from '../../installer.ts'
import { isOwnPlugin, pluginText } from './plugin.ts'

export function examine(at: ExamineContext): HostHealth {
  const { installs, host } = at
  return {
    findings: [
      ...hostFindings(host),
      ...(installs.length === 0 ? [notInstalledFinding()] : installs.flatMap(pluginFindings)),
      ...projectCodeFindings(at),
    ],
    commands: installs.map(({ command }) => `${command} tool`),
    ...(installs.length > 0 && { proof: () => probeFindings(at) }),
  }
}

function hostFindings(host: FoundHost | undefined): readonly Diagnosis[] {
  if (!host) return [{ level: 'warning', what: 'OpenCode was not found', todo: 'install it, or put it on your PATH' }]
  return [
    {
      level: 'ok',
      what: `OpenCode ${host.version ?? ''} never calls the hook \`permission.ask\`: the gate stands at \`tool.execute.before\`, and an ask is a denial`,
    },
  ]
}

/** The plugin as it stands in its file: whole, and as this version writes it. */
function pluginFindings({ file, command, fault, listed }: HookStatus): readonly Diagnosis[] {
  if (fault !== undefined) return [{ level: 'fault', what: fault, todo: 'then run `irongate doctor --fix`' }]
  const { text } = inspectHostFile(file)
  if (text === undefined) return [{ level: 'fault', what: `${file} is gone, and the gate with it`, ...REINSTALL_HINT }]
  if (!isOwnPlugin(text))
    return [{ level: 'fault', what: `${file} is not ours`, todo: 'put it aside, then run `irongate init`' }]
  if (text !== pluginText(command))
    return [{ level: 'fault', what: `${file} was changed, or is of another version`, ...REINSTALL_HINT }]
  if (!listed)
    return [
      {
        level: 'warning',
        what: `${file} is our plugin, but our own list does not know it`,
        todo: 'run `irongate doctor --fix` to keep it, or `irongate uninstall` to take it out',
        repair: 'install',
      },
    ]
  return [{ level: 'ok', what: `the plugin stands in ${file}` }]
}

/** Folders of a project whose files the host runs in its own process, without asking. */
const CODE_FOLDERS = ['plugin', 'plugins', 'tool', 'tools']

function projectCodeFindings({ project }: ExamineContext): readonly Diagnosis[] {
  const code = CODE_FOLDERS.flatMap((name) => {
    const folder = join(project, '.opencode', name)
    return listFolderSafely(folder).some((file) => /\.[tj]s$/.test(file)) ? [folder] : []
  })
  return [
    ...code.map(
      (folder): Diagnosis => ({
        level: 'warning',
        what: `${folder} holds code that OpenCode runs in its own process: it can undo the gate`,
        todo: 'read it before you start OpenCode there',
      }),
    ),
    ...(isSet(process.env['OPENCODE_PURE'])
      ? [
          {
            level: 'fault',
            what: 'OPENCODE_PURE is set in this terminal: OpenCode starts without plugins',
            todo: 'unset it',
          } as const,
        ]
      : []),
  ]
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false', 'no', 'off'].includes(value.toLowerCase())
}

const LIMIT_MS = 45_000

/** A model that leads nowhere: of what a host says that does not run the plugin nothing leaves the machine. */
const UNREACHABLE_MODEL = {
  model: 'irongate/none',
  small_model: 'irongate/none',
  provider: {
    irongate: {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: 'http://127.0.0.1:9', apiKey: 'none' },
      models: { none: {} },
    },
  },
}

/**
 * The proof from the other end: starts the real host with a prompt that our plugin refuses, so that nothing comes of it. Without the
 * project's own plugins: who asks a doctor has not yet said that they may run.
 */
function probeFindings({ host, project }: ExamineContext): readonly Diagnosis[] {
  if (host?.program === undefined) return []
  const nonce = randomBytes(8).toString('hex')
  const { stdout, stderr, error } = spawnSync(host.program, ['run', '--format', 'json', doctorPrompt(nonce)], {
    cwd: project,
    env: {
      ...process.env,
      OPENCODE_CONFIG_CONTENT: JSON.stringify(UNREACHABLE_MODEL),
      OPENCODE_DISABLE_PROJECT_CONFIG: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
    },
    input: '',
    encoding: 'utf8',
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  const said = `${stdout ?? ''}${stderr ?? ''}`.trim()
  if (said.includes(doctorAnswer(nonce))) return [{ level: 'ok', what: 'OpenCode runs the plugin' }]
  // Before its model is asked nothing is known: it may still be fetching its own packages.
  if (!said.includes('"step_start"') && !said.includes('127.0.0.1:9'))
    return [
      {
        level: 'warning',
        what: `OpenCode could not be asked: ${(error?.message ?? said).slice(-200)}`,
        todo: 'start `opencode` once, then run `irongate doctor` again',
      },
    ]
  return [{ level: 'fault', what: 'OpenCode does not run the plugin', todo: 'look at `opencode debug info`' }]
}
