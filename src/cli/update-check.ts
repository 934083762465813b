import { execFile } from 'node:child_process'
import { lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { readPolicy } from '../integrations/policy.ts'
import { privateFolder } from '../state/private-folder.ts'
import { stateFolder } from '../state/state-folder.ts'
import { agentHomeDirectory } from './home.ts'

const DAY_MS = 86_400_000
const NPM_TIMEOUT_MS = 3_000

/** What the check may touch; tests hand in their own. */
export interface UpdateEdge {
  readonly home: string
  readonly now: number
  readonly version: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** How long npm may take; three seconds by default. */
  readonly patienceMs?: number
  /** Somebody reads what is printed. */
  readonly terminal: boolean
  /** Why it may be an agent that types; asked last. */
  readonly notAPerson: () => string | undefined
}

/** The edge of this process. */
export async function processUpdateEdge(): Promise<UpdateEdge> {
  const [{ version }, { notAPerson }] = await Promise.all([
    import('../facts/version.static.ts'),
    import('./typing-person.ts'),
  ])
  return {
    home: agentHomeDirectory(),
    now: Date.now(),
    version: version(),
    environment: process.env,
    terminal: process.stdout.isTTY === true && process.stderr.isTTY === true,
    notAPerson,
  }
}

/**
 * One line about a newer version, or nothing. Only where the user's settings ask for it, for a person, once a day; every failure
 * is silent. The registry is asked by the user's own npm, from home: no file of a project has a say.
 */
export async function updateLine(edge: UpdateEdge): Promise<string | undefined> {
  const { home, now, version, terminal } = edge
  try {
    if (!terminal || readPolicy({ cwd: home, home }).updateCheck !== true) return undefined
    const file = join(privateFolder(stateFolder(home)), 'update-check')
    if (now - lastCheckTime(file, now) < DAY_MS || edge.notAPerson() !== undefined) return undefined
    // Noted first: an npm that hangs is waited for once a day, not with every command.
    writeFileSync(file, `${now}\n`, { mode: 0o600 })
    const latest = await latestVersion(edge)
    if (latest === undefined || !isNewer(latest, version)) return undefined
    return `irongate ${latest} is there (this is ${version}): npm install -g irongate\n`
  } catch {
    return undefined
  }
}

/** When it was asked last; never, when that is not known or lies in the future. */
function lastCheckTime(file: string, now: number): number {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return 0
  const at = Number(readFileSync(file, 'utf8').trim())
  return Number.isFinite(at) && at <= now ? at : 0
}

function latestVersion({ home, environment, patienceMs = NPM_TIMEOUT_MS }: UpdateEdge): Promise<string | undefined> {
  const options = { cwd: home, timeout: patienceMs, env: npmEnvironment(home, environment), maxBuffer: 4096 } as const
  return new Promise((resolve) => {
    execFile('npm', ['view', 'irongate', 'version'], options, (error, out) => {
      const text = out.trim()
      resolve(!error && /^\d{1,6}\.\d{1,6}\.\d{1,6}$/.test(text) ? text : undefined)
    })
  })
}

/** Of the environment only what npm needs to be found and to get out: a directory's variables could send it elsewhere. */
function npmEnvironment(home: string, environment: UpdateEdge['environment']): NodeJS.ProcessEnv {
  const path = (environment['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  const kept = ['LANG', 'HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy'].flatMap((name) => {
    const value = environment[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(kept), HOME: home, PATH: path.join(delimiter), NO_UPDATE_NOTIFIER: '1' }
}

export function isNewer(left: string, right: string): boolean {
  const [one, other] = [left, right].map((text) => text.split(/[.-]/, 3).map(Number))
  for (let at = 0; at < 3; at++) {
    const difference = (one?.[at] ?? 0) - (other?.[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}
