import { readFileSync } from 'node:fs'

/** One process of this machine, as the system tells it. */
export interface Process {
  readonly parent: number
  /** The words of its command line. */
  readonly words: readonly string[]
  /** It has a controlling terminal. */
  readonly terminal: boolean
  /** The names of the variables it was started with; undefined where the system does not tell. */
  readonly variables: () => ReadonlySet<string> | undefined
}

/** Looks up a process; undefined when it cannot be found out. */
export type Processes = (pid: number) => Process | undefined

/** The processes of this machine; one look-up costs a few reads, on macOS a process. */
export const PROCESSES: Processes = (pid) => (process.platform === 'linux' ? fromProc(pid) : fromPs(pid))

function fromProc(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold anything; what follows its end is state, parent, group, session, terminal.
    const [, parent, , , terminal] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    if (words.at(-1) === '') words.pop()
    return Number.isInteger(Number(parent))
      ? { parent: Number(parent), words, terminal: Number(terminal) !== 0, variables: () => variablesOf(pid) }
      : undefined
  } catch {
    return undefined
  }
}

function variablesOf(pid: number): ReadonlySet<string> | undefined {
  try {
    const pairs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    return new Set(pairs.map((pair) => pair.slice(0, Math.max(0, pair.indexOf('=')))))
  } catch {
    return undefined
  }
}

/** `ps` joins words by spaces: an argument that holds one comes in pieces. */
function fromPs(pid: number): Process | undefined {
  try {
    // Loaded here alone: a hook that needs it not starts sooner.
    const { execFileSync } = process.getBuiltinModule('node:child_process')
    const line = execFileSync('/bin/ps', ['-o', 'ppid=,tty=,command=', '-p', String(pid)], {
      encoding: 'utf8',
      timeout: 2000,
    })
    const match = /^\s*(\d+)\s+(\S+)\s+(.*)$/s.exec(line.trimEnd())
    if (!match) return undefined
    const [, parent, terminal, command = ''] = match
    return {
      parent: Number(parent),
      words: command.split(/\s+/).filter(Boolean),
      terminal: !/^\?+$|^-$/.test(terminal ?? '?'),
      variables: () => undefined,
    }
  } catch {
    return undefined
  }
}
