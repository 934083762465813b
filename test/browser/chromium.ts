import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/opt/google/chrome/chrome']

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

function found(): string | undefined {
  const told = process.env['IRONGATE_TEST_BROWSER']
  return (told === undefined ? PLACES : [told, ...PLACES]).find((path) => existsSync(path))
}

/** A browser of this machine; where there is none, that of the Debian packages. Undefined where neither can be had. */
export function findChromium(): string | undefined {
  const there = found()
  if (there !== undefined || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return there
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update'], { stdio: 'inherit', env })
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { stdio: 'inherit', env })
  return found()
}

export async function startBrowser(path: string): Promise<Browser> {
  return chromium.launch({ executablePath: path, args: FLAGS })
}

export function versionOf(path: string): string {
  return execFileSync(path, ['--version'], { encoding: 'utf8' }).trim()
}
