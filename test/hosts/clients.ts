import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The exact clients that the suite drives. They are test-time peers: installed into an ignored folder, never shipped. */
export const CLIENTS = [
  { name: 'claude-2.1.325', package: '@anthropic-ai/claude-code', version: '2.1.325' },
  { name: 'claude-2.1.197', package: '@anthropic-ai/claude-code', version: '2.1.197' },
  { name: 'agent-sdk-0.3.325', package: '@anthropic-ai/claude-agent-sdk', version: '0.3.325' },
] as const

export const HOSTS = resolve('.hosts')

/** The command line that the suite installs: one per run, as two runs may overlap. */
export const BUILT = join(HOSTS, `build-${process.pid}`)
export const LAUNCHER = join(BUILT, 'bin/irongate.js')

/** The newest client of the suite, which blocks when a hook fails, and an older one, which cannot. */
export const NEW = join(HOSTS, 'claude-2.1.325/node_modules/.bin/claude')
export const OLD = join(HOSTS, 'claude-2.1.197/node_modules/.bin/claude')

/** Installs each client unless its folder already holds exactly that version. */
export function installClients(): void {
  for (const { name, package: packageName, version } of CLIENTS) {
    const folder = join(HOSTS, name)
    if (installedVersion(folder, packageName) === version) continue
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    process.stdout.write(`installing ${packageName}@${version}\n`)
    const options = ['install', '--save-exact', '--no-audit', '--no-fund', '--loglevel=error']
    execFileSync('npm', [...options, `${packageName}@${version}`], { cwd: folder, stdio: 'inherit' })
  }
}

function installedVersion(folder: string, packageName: string): string | undefined {
  const manifest = join(folder, 'node_modules', packageName, 'package.json')
  if (!existsSync(manifest)) return undefined
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version?: string }).version
}
