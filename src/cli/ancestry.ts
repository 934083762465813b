import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

export interface ProcessInfo {
  readonly parent: number
  /** The words of its command line. */
  readonly words: readonly string[]
}

/** Looks up a process; undefined when it cannot be found out. */
export type ProcessTable = (pid: number) => ProcessInfo | undefined

/** Programs that are agents. */
const AGENTS: ReadonlySet<string> = new Set([
  'claude',
  'claude.exe',
  'codex',
  'gemini',
  'qwen',
  'opencode',
  'copilot',
  'cursor-agent',
  'aider',
  'goose',
  'amp',
  'droid',
  'crush',
  'openhands',
])

/** Agents that run in an interpreter, by a part of their script's path. */
const AGENT_SCRIPT =
  /(?:^|\/)(?:claude-code|claude-agent-sdk|@openai\/codex|gemini-cli|qwen-code|opencode-ai|@github\/copilot|aider|cline|roo-code)(?:\/|$)/

/** Variables that agents set for what they start. */
const AGENT_VARIABLES = [
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'GEMINI_CLI',
  'QWEN_CODE',
  'OPENCODE',
  'COPILOT_CLI',
  'CURSOR_AGENT',
]

const MAX_ANCESTORS = 64

/** Why this process may belong to an agent; undefined when it is a person's. What cannot be found out counts as an agent's. */
export function agentAbove(
  pid: number,
  table: ProcessTable,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const variable = AGENT_VARIABLES.find((name) => environment[name] !== undefined)
  if (variable !== undefined) return `${variable} is set, as an agent does`
  for (let at = pid, depth = 0; at > 1; depth++) {
    const info = depth < MAX_ANCESTORS ? table(at) : undefined
    if (!info) return `its ancestor ${at} cannot be looked up`
    const agent = agentName(info.words)
    if (agent !== undefined) return `${agent} started it`
    at = info.parent
  }
  return undefined
}

function agentName(words: readonly string[]): string | undefined {
  const program = basename(words[0] ?? '').toLowerCase()
  if (AGENTS.has(program)) return program
  const script = words.slice(1, 6).find((word) => AGENT_SCRIPT.test(word) || AGENTS.has(basename(word).toLowerCase()))
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
