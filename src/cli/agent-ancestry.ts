import { basename } from 'node:path'
import type { AgentMarks } from '../integrations/integration.ts'
import { agentMarks } from '../integrations/registry.ts'
import type { ProcessInfo, ProcessTable } from './processes.ts'

const MAX_ANCESTORS = 64

type Environment = Readonly<Record<string, string | undefined>>

/** Why this process may belong to an agent; undefined when it is a person's. What cannot be found out counts as an agent's. */
export function findAgentAncestor(pid: number, table: ProcessTable, environment: Environment): string | undefined {
  const variable = agentVariable(Object.keys(environment).filter((name) => environment[name] !== undefined))
  if (variable !== undefined) return `${variable} is set, as an agent does`
  const found = readAncestors(pid, table)
  const agent = found.chain.map(({ words }) => agentName(words)).find((name) => name !== undefined)
  if (agent !== undefined) return `${agent} started it`
  return found.lost === undefined ? undefined : `its ancestor ${found.lost} cannot be looked up`
}

export interface Ancestor extends ProcessInfo {
  readonly pid: number
}

export interface Ancestors {
  /** The process itself first; the last is the first process of the machine or container, or one started from outside of it. */
  readonly chain: readonly Ancestor[]
  /** Where the chain breaks, if it does. */
  readonly lost?: number
}

export function readAncestors(pid: number, table: ProcessTable): Ancestors {
  const chain: Ancestor[] = []
  for (let at = pid; at > 0; ) {
    const info = chain.length < MAX_ANCESTORS ? table(at) : undefined
    // The first process may be hidden from ordinary accounts, and starts no agent.
    if (!info) return at === 1 ? { chain } : { chain, lost: at }
    chain.push({ pid: at, ...info })
    at = info.parent
  }
  return { chain }
}

/** The variable that only an agent sets for what it starts. */
export function agentVariable(names: readonly string[]): string | undefined {
  const known = new Set(agentMarks().flatMap(({ variables }) => variables))
  return names.find((name) => known.has(name))
}

const MAX_WORDS = 6
const OWN_SCRIPTS = new Set(['irongate', 'irongate.js'])

/** The name of the agent that a command line starts: its program, or an interpreter with its script. */
export function agentName(words: readonly string[], marks: readonly AgentMarks[] = agentMarks()): string | undefined {
  const programs = new Set(marks.flatMap((mark) => mark.programs))
  const scripts = marks.flatMap((mark) => mark.scripts)
  const program = basename(words[0] ?? '').toLowerCase()
  if (programs.has(program)) return program
  const isScript = (word: string) =>
    programs.has(basename(word).toLowerCase()) || scripts.some((part) => `/${word}/`.includes(`/${part}/`))
  // Words of our own commands name agents too: `npx irongate init --host …`.
  const own = words.findIndex((word) => OWN_SCRIPTS.has(basename(word)))
  const script = words.slice(1, own < 0 ? MAX_WORDS : Math.min(own, MAX_WORDS)).find(isScript)
  return script !== undefined && /^(?:node|bun|deno|python[\d.]*|npx|npm|uv)$/.test(program)
    ? basename(script)
    : undefined
}
