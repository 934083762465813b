import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { applyInstall, launcherPath, planInstall, planLauncher } from '../../src/integrations/install/install.ts'
import type { Host } from '../../src/integrations/integration.ts'
import type { ToolKind } from '../../src/integrations/promises.ts'
import { allHostVariables } from '../../src/integrations/registry.ts'
import { type ClientName, HOSTS, LAUNCHER, noteRun } from './clients.ts'
import type { Said, Scripts, ScriptTurn } from './messages-server.ts'
import type { ScriptedServer } from './scripted.ts'
import type { Window } from './window.ts'

/** What the suite must know of a client to drive it without a person. */
export interface Kit {
  readonly host: Host
  readonly client: ClientName
  /** Its program, in the folder it was installed into. */
  readonly program: string
  /** The folder of its settings in a home. */
  readonly folder: string
  readonly serve: (scripts: Scripts) => Promise<ScriptedServer>
  /** Writes what it needs to be started with, beside what the installer wrote. */
  prepare(box: Box, url: string): void
  /** Its arguments. */
  readonly args: (prompt: string) => readonly string[]
  /** Further arguments by which it would run everything by itself. */
  readonly yolo: readonly string[]
  readonly env: (box: Box, url: string) => Readonly<Record<string, string>>
  /** Makes it trust what stands in its file now, where it must be told. */
  trust?(box: Box): void
  /** The limit of the hook at a call, in the unit of its file; the event it stands under. */
  readonly limit: { readonly event: string; readonly twoSeconds: number }
  readonly shell: (command: string) => Said
  /** Turns in which each kind of tool does something that leaves a file; absent for tools that it has not. */
  readonly kinds: Readonly<Partial<Record<ToolKind, readonly ScriptTurn[]>>>
  /** What it must be started with to have tools of a kind at all. */
  readonly apart?: Readonly<Partial<Record<ToolKind, KitRun>>>
  /** How a person meets it. */
  readonly window: Window
  /** A command that a project brings: its file, and how it is called. */
  readonly command?: { readonly file: string; readonly text: (order: string) => string }
  /** It shows no line beside a prompt. */
  readonly showsNotices?: false
  /** Starts a sub-agent whose prompt is marked `child`, and waits for it. */
  readonly delegate: readonly ScriptTurn[]
}

/** A scratch account with a project, and the gate in one client. */
export interface Box {
  readonly home: string
  readonly project: string
  /** The client's file that the hook stands in. */
  readonly file: string
  write(path: string, text: string): void
  read(path: string): string | undefined
  has(path: string): boolean
  /** Puts a script in the place of the hook's launcher. */
  launcher(text: string): void
  run(turns: readonly ScriptTurn[], options?: KitRun): Promise<KitResult>
  remove(): void
}

export interface KitRun {
  readonly prompt?: string
  readonly scripts?: Scripts
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly untrusted?: boolean
  /** In the place of the mode in which it runs everything. */
  readonly mode?: readonly string[]
  /** For runs of many steps, in milliseconds. */
  readonly limitMs?: number
}

export interface KitResult {
  readonly results: readonly string[]
  readonly output: string
  readonly status: number | null
  /** How many turns the model was asked for. */
  readonly turns: number
}

export async function createBox(
  kit: Kit,
  parts: { readonly node?: string; readonly hook?: string } = {},
): Promise<Box> {
  const scratch = join(HOSTS, 'scratch')
  mkdirSync(scratch, { recursive: true })
  const home = mkdtempSync(join(scratch, 'home-'))
  const project = join(home, 'project')
  mkdirSync(project)
  execFileSync('git', ['init', '--quiet', project])
  const installer = await kit.host.installer?.()
  if (!installer) throw new Error(`there is nothing to install for ${kit.host.id}`)
  const found = { configDir: join(home, kit.folder), program: undefined, version: undefined }
  const file = installer.fileFor('user', { host: found, project })
  const launcher = planLauncher(
    { node: parts.node ?? process.execPath, hook: parts.hook ?? LAUNCHER, home },
    { signs: allHostVariables(), stranded: [installer] },
  )
  applyInstall(planInstall({ installer, scope: 'user', file }, launcher), home, 0)
  const at = (path: string) => (path.startsWith('/') ? path : join(project, path))
  const box: Box = {
    home,
    project,
    file,
    write: (path, text) => {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), text)
    },
    read: (path) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : undefined),
    has: (path) => existsSync(at(path)),
    launcher: (text) => {
      writeFileSync(launcherPath(home), text)
      chmodSync(launcherPath(home), 0o700)
    },
    run: (turns, options = {}) => runIn(kit, box, turns, options),
    // A process of the gate or of the client may still be ending.
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  }
  return box
}

const LIMIT_MS = 60_000

/** Runs the real client, headless, with nothing of this environment, against a scripted model. */
export async function runIn(kit: Kit, box: Box, turns: readonly ScriptTurn[], options: KitRun): Promise<KitResult> {
  const server = await kit.serve({ main: turns, ...options.scripts })
  kit.prepare(box, server.url)
  if (options.untrusted !== true) kit.trust?.(box)
  noteRun(kit.program)
  const prompt = `${options.prompt ?? 'Please go on.'} [[main]]`
  const child = spawn(kit.program, [...kit.args(prompt), ...(options.mode ?? kit.yolo), ...(options.args ?? [])], {
    cwd: box.project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      HOME: box.home,
      ...kit.env(box, server.url),
      ...options.env,
    },
    timeout: options.limitMs ?? LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output += data.toString('utf8')
    })
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve))
  await server.close()
  return { results: server.results, output, status, turns: server.turns() }
}
