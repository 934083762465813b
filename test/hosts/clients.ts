import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The exact clients that the suite drives. They are test-time peers: installed into an ignored folder, never shipped. */
export const CLIENTS = [
  { name: 'claude-2.1.325', host: 'claude-code', package: '@anthropic-ai/claude-code', version: '2.1.325' },
  { name: 'claude-2.1.197', host: 'claude-code', package: '@anthropic-ai/claude-code', version: '2.1.197' },
  { name: 'agent-sdk-0.3.325', host: 'agent-sdk', package: '@anthropic-ai/claude-agent-sdk', version: '0.3.325' },
  { name: 'codex-0.166.0', host: 'codex', package: '@openai/codex', version: '0.166.0' },
  { name: 'gemini-0.61.0', host: 'gemini-cli', package: '@google/gemini-cli', version: '0.61.0' },
  { name: 'qwen-0.24.4', host: 'qwen-code', package: '@qwen-code/qwen-code', version: '0.24.4' },
  { name: 'copilot-1.0.102', host: 'copilot-cli', package: '@github/copilot', version: '1.0.102' },
  {
    name: 'opencode-1.18.33',
    host: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    // It fetches this into every folder that may hold plugins, which takes longer than all else.
    fetches: '@opencode-ai/plugin@1.18.33',
  },
  { name: 'ai-sdk-7.0.169', host: 'ai-sdk', package: 'ai', version: '7.0.169', beside: ['@ai-sdk/anthropic@4.0.102'] },
  {
    name: 'langgraph-1.4.18',
    host: 'langgraph',
    package: '@langchain/langgraph',
    version: '1.4.18',
    // Newer ones of its client want a version of the protocol that was never published.
    beside: ['@langchain/core@1.2.13', '@langchain/anthropic@1.5.11', '@langchain/langgraph-sdk@1.12.1'],
  },
] as const

export type ClientName = (typeof CLIENTS)[number]['name']

export const HOSTS = resolve('.hosts')

/** The command line that the suite installs: one per run, as two runs may overlap. */
export const BUILT = join(HOSTS, `build-${process.pid}`)
export const LAUNCHER = join(BUILT, 'bin/irongate.js')

/** The newest client of the suite, which blocks when a hook fails, and an older one, which cannot. */
export const NEW = join(HOSTS, 'claude-2.1.325/node_modules/.bin/claude')
export const OLD = join(HOSTS, 'claude-2.1.197/node_modules/.bin/claude')

/** Installs the clients, at once since most of it is waiting for the network. One that cannot be had is said loudly, and not tested. */
export async function installClients(): Promise<void> {
  rmSync(RAN, { force: true })
  const missing = CLIENTS.filter(({ name }) => !isInstalled(name))
  if (missing.length > 0 && !reachesRegistry())
    return notTested(`${missing.map(({ name }) => name).join(', ')}: npm can't reach its registry`)
  await Promise.all(missing.map(install))
}

/** Asked once: without an answer each install would wait, try again and fail by itself. */
function reachesRegistry(): boolean {
  return spawnSync('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=10000'], { timeout: 30_000 }).status === 0
}

function notTested(what: string): void {
  process.stderr.write(`\n${'!'.repeat(80)}\nNOT TESTED: ${what}\n\n`)
}

/** Twice what the slowest takes: a download that hangs must not keep the others waiting. */
const INSTALL_MS = 100_000

async function install(client: (typeof CLIENTS)[number]): Promise<void> {
  const { name, package: packageName, version } = client
  const folder = join(HOSTS, name)
  process.stdout.write(`installing ${packageName}@${version}\n`)
  const installed = await Promise.all([
    npmInstall(folder, [`${packageName}@${version}`, ...('beside' in client ? client.beside : [])]),
    !('fetches' in client) || npmInstall(fetchedBy(name), [client.fetches]),
  ])
  if (!installed.includes(false)) return
  // Half of it would pass for all of it.
  for (const part of [folder, fetchedBy(name)]) rmSync(part, { recursive: true, force: true })
  notTested(`${packageName}@${version} could not be installed`)
}

/** Where lies what a client would fetch by itself. */
export function fetchedBy(name: ClientName): string {
  return join(HOSTS, `${name}-fetches`)
}

/** Tried twice. */
async function npmInstall(folder: string, packages: readonly string[]): Promise<boolean> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const options = ['install', '--save-exact', '--no-audit', '--no-fund', '--loglevel=error']
  // What stands beside it is pinned: npm would search long for other versions that fit together.
  if (packages.length > 1) options.push('--legacy-peer-deps')
  for (let tries = 0; tries < 2; tries++) {
    const npm = spawn('npm', [...options, ...packages], {
      cwd: folder,
      stdio: 'inherit',
      timeout: INSTALL_MS,
      killSignal: 'SIGKILL',
    })
    const [status] = await once(npm, 'close').catch(() => [1])
    if (status === 0) return true
  }
  return false
}

/** Is exactly this version there? */
export function isInstalled(name: ClientName): boolean {
  const client = CLIENTS.find((one) => one.name === name)
  return client !== undefined && installedVersion(join(HOSTS, name), client.package) === client.version
}

function installedVersion(folder: string, packageName: string): string | undefined {
  const manifest = join(folder, 'node_modules', packageName, 'package.json')
  if (!existsSync(manifest)) return undefined
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version?: string }).version
}

/** The clients that were really started in the last run, one per line: `ran.ts` holds a list against it. */
const RAN = join(HOSTS, 'ran')

export function noteRun(client: string): void {
  const name = CLIENTS.find((one) => client.startsWith(`${join(HOSTS, one.name)}/`))?.host
  if (name !== undefined) appendFileSync(RAN, `${name}\n`)
}

/** The hosts whose real client was started in the last run. */
export function hostsRun(): ReadonlySet<string> {
  return new Set(existsSync(RAN) ? readFileSync(RAN, 'utf8').split('\n').filter(Boolean) : [])
}
