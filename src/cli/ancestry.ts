import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { AgentMarks } from '../integrations/integration.ts'
import { agentMarks } from '../integrations/registry.ts'

export interface ProcessInfo {
  readonly parent: number
  /** The words of its command line. */
  readonly words: readonly string[]
}

/** Looks up a process; undefined when it cannot be found out. */
export type ProcessTable = (pid: number) => ProcessInfo | undefined

const MAX_ANCESTORS = 64

/** Why this process may belong to an agent; undefined when it is a person's. What cannot be found out counts as an agent's. */
export function agentAbove(
  pid: number,
  table: ProcessTable,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const marks = agentMarks()
  const variable = marks.flatMap(({ variables }) => variables).find((name) => environment[name] !== undefined)
  if (variable !== undefined) return `${variable} is set, as an agent does`
  for (let at = pid, depth = 0; at > 1; depth++) {
    const info = depth < MAX_ANCESTORS ? table(at) : undefined
    if (!info) return `its ancestor ${at} cannot be looked up`
    const agent = agentName(info.words, marks)
    if (agent !== undefined) return `${agent} started it`
    at = info.parent
  }
  return undefined
}

/** The name of the agent that a command line starts: its program, or an interpreter with its script. */
function agentName(words: readonly string[], marks: readonly AgentMarks[]): string | undefined {
  const programs = new Set(marks.flatMap((mark) => mark.programs))
  const scripts = marks.flatMap((mark) => mark.scripts)
  const program = basename(words[0] ?? '').toLowerCase()
  if (programs.has(program)) return program
  const isScript = (word: string) =>
    programs.has(basename(word).toLowerCase()) || scripts.some((part) => `/${word}/`.includes(`/${part}/`))
  const script = words.slice(1, 6).find(isScript)
  return script !== undefined && /^(?:node|bun|deno|python[\d.]*|npx|npm|uv)$/.test(program)
    ? basename(script)
    : undefined
}

/** The processes of this machine. */
export function processTable(): ProcessTable {
  return process.platform === 'linux' ? fromProc : fromPs
}

function fromProc(pid: number): ProcessInfo | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold anything; the parent is the second field after its end.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
    return Number.isInteger(parent) ? { parent, words } : undefined
  } catch {
    return undefined
  }
}

function fromPs(pid: number): ProcessInfo | undefined {
  try {
    const line = execFileSync('/bin/ps', ['-o', 'ppid=,command=', '-p', String(pid)], {
      encoding: 'utf8',
      timeout: 2000,
    })
    const match = /^\s*(\d+)\s+(.*)$/.exec(line.trim())
    return match ? { parent: Number(match[1]), words: (match[2] ?? '').split(/\s+/) } : undefined
  } catch {
    return undefined
  }
}
