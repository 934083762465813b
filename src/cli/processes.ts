import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'

export interface ProcessInfo {
  readonly parent: number
  /** The words of its command line. */
  readonly words: readonly string[]
  /** The kernel's name for it, at most 15 characters on Linux. */
  readonly name?: string | undefined
  /** The file it runs, as far as this account may know. */
  readonly program?: string | undefined
  /** Its account, if real, effective and saved id agree. */
  readonly uid?: number | undefined
  /** Its controlling terminal; empty without one. */
  readonly tty?: string | undefined
  /** Milliseconds since 1970. */
  readonly started?: number | undefined
}

/** Looks up a process; undefined when it cannot be found out. */
export type ProcessTable = (pid: number) => ProcessInfo | undefined

/** The processes of this machine. macOS is written from its manual pages and not tested. */
export function processTable(): ProcessTable {
  return process.platform === 'linux' ? fromProc : fromPs
}

/** Every process that can be seen. */
export function allProcesses(): readonly number[] {
  if (process.platform === 'linux')
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  return runPs(['-axo', 'pid=']).split('\n').map(Number).filter(Boolean)
}

/** The names of the variables a process was started with; undefined where this account may not know them. */
export function variableNamesOf(pid: number): readonly string[] | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
      .split('\0')
      .flatMap((entry) => (entry.includes('=') ? [entry.slice(0, entry.indexOf('='))] : []))
  } catch {
    return undefined
  }
}

// The fields behind the name, counted from zero.
const PARENT_FIELD = 1
const TTY_FIELD = 4
const START_TIME_FIELD = 19
/** What the kernel counts process times in, on every platform Node runs on. */
const TICKS_PER_SECOND = 100

function fromProc(pid: number): ProcessInfo | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold anything; the fields come after its end.
    const end = stat.lastIndexOf(')')
    const fields = stat.slice(end + 2).split(' ')
    const parent = Number(fields[PARENT_FIELD])
    const tty = fields[TTY_FIELD] ?? '0'
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
    if (!Number.isInteger(parent)) return undefined
    return {
      parent,
      words,
      name: stat.slice(stat.indexOf('(') + 1, end),
      program: programOf(pid),
      uid: uidOf(pid),
      tty: tty === '0' ? '' : tty,
      started: bootTime() + (Number(fields[START_TIME_FIELD]) * 1000) / TICKS_PER_SECOND,
    }
  } catch {
    return undefined
  }
}

function programOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`)
  } catch {
    return undefined
  }
}

function uidOf(pid: number): number | undefined {
  const line = /^Uid:\s+(\d+)\s+(\d+)\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  const ids = new Set(line?.slice(1))
  return ids.size === 1 ? Number(line?.[1]) : undefined
}

let cachedBootTime: number | undefined

function bootTime(): number {
  cachedBootTime ??= Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]) * 1000
  return cachedBootTime
}

function runPs(args: readonly string[]): string {
  return execFileSync('/bin/ps', args, { encoding: 'utf8', timeout: 2000, env: { LC_ALL: 'C' } })
}

function fromPs(pid: number): ProcessInfo | undefined {
  try {
    const line = runPs(['-ww', '-o', 'ppid=,ruid=,uid=,tty=,lstart=,command=', '-p', String(pid)]).trim()
    const match = /^(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]+\s+\d{4})\s+(.*)$/.exec(line)
    if (!match) return undefined
    const [, parent, real, uid, tty = '', started = '', command = ''] = match
    return {
      parent: Number(parent),
      words: command.split(/\s+/),
      uid: real === uid ? Number(uid) : undefined,
      tty: /^\?+$/.test(tty) ? '' : tty,
      started: Date.parse(started),
    }
  } catch {
    return undefined
  }
}

/** Belongs the file to root, so that no ordinary account could have put it there? */
export function isRootsFile(path: string): boolean {
  try {
    const { uid, mode } = statSync(path)
    return uid === 0 && (mode & 0o022) === 0
  } catch {
    return false
  }
}
