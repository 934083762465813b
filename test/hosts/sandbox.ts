import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CLAUDE_CODE_INSTALLER } from '../../src/integrations/claude-code/install/installer.ts'
import { writeCommands } from '../../src/integrations/install/command-files.ts'
import { applyInstall, planInstall, planLauncher } from '../../src/integrations/install/install.ts'
import { allHostVariables } from '../../src/integrations/registry.ts'
import { HOSTS, LAUNCHER, NEW, noteRun } from './clients.ts'
import {
  type MessagesServer,
  type Said,
  type Scripts,
  type ScriptTurn,
  type ServerOptions,
  startMessagesServer,
} from './messages-server.ts'

/** A scratch account with a project and the gate installed, as `irongate init` does it. */
export interface Sandbox {
  readonly home: string
  readonly project: string
  /** The host's user settings. */
  readonly settings: string
  write(path: string, text: string): void
  read(path: string): string | undefined
  has(path: string): boolean
  run(turns: readonly ScriptTurn[], options?: RunOptions): Promise<HostRun>
  remove(): void
}

export interface RunOptions {
  readonly client?: string
  readonly mode?: string
  readonly prompt?: string
  readonly arguments?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Further conversations, for sub-agents. */
  readonly scripts?: Scripts
  readonly server?: ServerOptions
  /** Told all that the client has printed so far, whenever it prints. */
  readonly onOutput?: (output: string) => void
  /** Puts something between the client and the scripted model. */
  readonly front?: (url: string) => Promise<Front>
}

export interface Front {
  readonly url: string
  close(): Promise<void>
}

export interface HostRun {
  /** What the agent was told about its calls. */
  readonly results: readonly string[]
  /** What the model was asked. */
  readonly requests: MessagesServer['requests']
  readonly output: string
  readonly status: number | null
}

export interface SandboxOptions {
  /** Without the gate: what the host does alone. */
  readonly bare?: boolean
  readonly node?: string
  readonly hook?: string
  /** Where the account lies. By default not below the temporary directory: deleting there is no loss, and the gate knows that. */
  readonly scratch?: string
}

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { bare = false, node, hook, scratch = join(HOSTS, 'scratch') } = options
  mkdirSync(scratch, { recursive: true })
  const home = mkdtempSync(join(scratch, 'home-'))
  const project = join(home, 'project')
  const settings = join(home, '.claude', 'settings.json')
  mkdirSync(project)
  execFileSync('git', ['init', '--quiet', project])
  if (!bare) {
    const parts = { node: node ?? process.execPath, hook: hook ?? LAUNCHER, home }
    const launcher = planLauncher(parts, { signs: allHostVariables(), stranded: [CLAUDE_CODE_INSTALLER] })
    applyInstall(planInstall({ installer: CLAUDE_CODE_INSTALLER, scope: 'user', file: settings }, launcher), home, 0)
    writeCommands(CLAUDE_CODE_INSTALLER, { scope: 'user', file: settings }, home)
  }
  const at = (path: string) => (path.startsWith('/') ? path : join(project, path))
  return {
    home,
    project,
    settings,
    write: (path, text) => {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), text)
    },
    read: (path) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : undefined),
    has: (path) => existsSync(at(path)),
    run: (turns, options = {}) => runHost({ home, project }, turns, options),
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** Runs the real client, headless, with nothing of this environment, against a scripted model. */
async function runHost(
  { home, project }: Pick<Sandbox, 'home' | 'project'>,
  turns: readonly ScriptTurn[],
  options: RunOptions,
): Promise<HostRun> {
  const server = await startMessagesServer({ main: turns, ...options.scripts }, options.server)
  const front = await options.front?.(server.url)
  const prompt = `${options.prompt ?? 'Please go on.'} [[main]]`
  const mode = options.mode ?? 'acceptEdits'
  noteRun(options.client ?? NEW)
  const child = spawn(
    options.client ?? NEW,
    [
      '-p',
      prompt,
      '--output-format',
      'stream-json',
      '--verbose',
      '--permission-mode',
      mode,
      ...(options.arguments ?? []),
    ],
    {
      cwd: project,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...hostEnvironment(home, front?.url ?? server.url), ...options.env },
    },
  )
  let output = ''
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString('utf8')
    options.onOutput?.(output)
  })
  child.stderr.on('data', (data: Buffer) => {
    output += data.toString('utf8')
  })
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve))
  await front?.close()
  await server.close()
  return { results: server.results, requests: server.requests, output, status }
}

/** Nothing of this environment: the scratch account, the scripted model, and no traffic beside it. */
export function hostEnvironment(home: string, url: string): Readonly<Record<string, string>> {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'dummy',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    IS_SANDBOX: '1',
  }
}

/** A call of the shell tool. */
export function bash(command: string): Said {
  return { tool: 'Bash', input: { command, description: 'a step' } }
}
