import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'

/** A PostgreSQL of its own in a temporary folder, on a free port of this machine. */
export interface Cluster {
  readonly url: string
  /** The main process: killing it is a crash of the database. */
  readonly pid: number
  readonly version: string
  /** Starts it again on the same data and port. */
  readonly restart: () => Promise<Cluster>
  readonly stop: () => Promise<void>
}

/** Where `postgres` and `initdb` are; undefined when they cannot be had here. */
export function programs(): string | undefined {
  const found = search()
  if (found !== undefined || process.getuid?.() !== 0) return found
  process.stderr.write('PostgreSQL is not there; it is installed with apt-get.\n')
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'postgresql'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return search()
}

function search(): string | undefined {
  const installed = '/usr/lib/postgresql'
  const versions = existsSync(installed)
    ? readdirSync(installed).sort((left, right) => Number(right) - Number(left))
    : []
  const places = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((name) => join(installed, name, 'bin')),
  ]
  return places.find((place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres')))
}

/** PostgreSQL refuses to run as root: then it runs as somebody who owns nothing else. */
function runner(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => /^(?:postgres|nobody):/.test(entry))
  const [, , uid, gid] = line?.split(':') ?? []
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) }
}

export async function startCluster(bin: string): Promise<Cluster> {
  const as = runner()
  const folder = mkdtempSync(join(tmpdir(), 'irongate-postgres-'))
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid)
  const options = ['--auth=trust', '--username=irongate', '--encoding=UTF8', '--locale=C', '--no-sync']
  execFileSync(join(bin, 'initdb'), ['--pgdata', join(folder, 'data'), ...options], {
    ...as,
    stdio: 'ignore',
    cwd: folder,
  })
  return run({ bin, folder, as, port: await freePort() })
}

interface Place {
  readonly bin: string
  readonly folder: string
  readonly as: { readonly uid?: number; readonly gid?: number }
  readonly port: number
}

async function run(place: Place): Promise<Cluster> {
  const { bin, folder, as, port } = place
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=60',
  ]
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', join(folder, 'data'), ...settings.flatMap((each) => ['-c', each])],
    {
      ...as,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let said = ''
  child.stderr.on('data', (text) => (said = `${said}${text}`.slice(-4000)))
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const url = `postgres://irongate@127.0.0.1:${port}/postgres`
  const started = Date.now()
  while (!(await answers(url))) {
    if (child.exitCode === null && Date.now() - started < 30_000) await wait(50)
    else {
      child.kill('SIGKILL')
      throw new Error(`PostgreSQL does not start: ${said}`)
    }
  }
  return {
    url,
    pid: child.pid ?? 0,
    version: execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).trim(),
    restart: async () => {
      await ended
      return run(place)
    },
    stop: async () => {
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}
