import { basename } from 'node:path'
import type { Process, Processes } from '../../facts/processes.ts'
import { withoutFallback } from '../entry-command.ts'
import type { AgentMarks } from '../integration.ts'

/** Who stands above a hook that was handed a person's word: necessary for the proof that a person typed it, never enough. */
export type Ancestry =
  /** The host itself started the hook, and no agent started the host. */
  | { readonly kind: 'fits'; readonly host: HostProcess }
  /** The program that runs the agent told it, in its own process, or one that no agent runs: it vouches for its person. */
  | { readonly kind: 'vouched' }
  /** A tool, a project's own program or another agent did. */
  | { readonly kind: 'wrong'; readonly why: string }
  /** The system does not tell. */
  | { readonly kind: 'unknown'; readonly why: string }

/** The host's process. */
export interface HostProcess {
  /** The words of its command line. */
  readonly words: readonly string[]
  /** It has a terminal that a person may sit at. */
  readonly terminal: boolean
}

export interface ExpectedHost {
  /** The host that the event is said to come from. */
  readonly id: string
  readonly marks: AgentMarks
  /** Every agent there is, this one too. */
  readonly agents: readonly AgentMarks[]
}

/** More generations than any host needs to start a hook. */
const MAX_GENERATIONS = 8
const MAX_ABOVE = 64
const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'fish'])
const INTERPRETERS = /^(?:node|bun|deno|python[\d.]*|npx|npm|uv)$/

/** The chain of processes from this hook to its host, and above. Looks at the parents of `pid`, which is the hook's own process. */
export function ancestryOf(pid: number, host: ExpectedHost, processes: Processes): Ancestry {
  const below = processes(pid)
  if (below === undefined) return unknownProcess(pid)
  let at = below.parent
  let between: string | undefined
  for (let steps = 0; steps < MAX_GENERATIONS && at > 0; steps++) {
    const found = processes(at)
    if (found === undefined) return unknownProcess(at)
    if (isAgent(found.words, [host.marks])) {
      return between === undefined
        ? ancestryAboveHost(found, host, processes)
        : wrongAncestry(`${between} stands between the agent and the hook`)
    }
    if (!isGateProcess(found.words, host.id)) between ??= programOf(found.words)
    at = found.parent
  }
  return wrongAncestry('no agent started the hook')
}

/** A program of the person's own has no marks: it must only not be run by an agent. */
export function ancestryOfProgram(pid: number, agents: readonly AgentMarks[], processes: Processes): Ancestry {
  const self = processes(pid)
  if (self === undefined) return unknownProcess(pid)
  return findAgentAbove(self, agents, processes) ?? { kind: 'vouched' }
}

function ancestryAboveHost(host: Process, { marks, agents }: ExpectedHost, processes: Processes): Ancestry {
  const nested = variableOfAgent(host, agents)
  if (nested !== undefined) return wrongAncestry(`an agent started the agent (${nested} was set)`)
  const fits: Ancestry = { kind: 'fits', host: { words: host.words, terminal: host.terminal } }
  // Who started it first says nothing of the window that the words were typed in.
  if (marks.daemons?.includes(argumentsOf(host.words, marks)[0] ?? '')) return fits
  return findAgentAbove(hostRoot(host, marks, processes), agents, processes) ?? fits
}

/** Launchers run the program itself, or the same script with other options of the interpreter, with the same arguments. */
function hostRoot(host: Process, marks: AgentMarks, processes: Processes): Process {
  let start = host
  for (let steps = 0; steps < MAX_GENERATIONS; steps++) {
    const parent = processes(start.parent)
    if (parent === undefined || !isWrapperOf(parent.words, host.words, marks)) return start
    start = parent
  }
  return start
}

function findAgentAbove(start: Process, agents: readonly AgentMarks[], processes: Processes): Ancestry | undefined {
  for (let at = start.parent, depth = 0; at > 0; depth++) {
    const found = depth < MAX_ABOVE ? processes(at) : undefined
    if (found === undefined) return unknownProcess(at)
    if (isAgent(found.words, agents)) return wrongAncestry(`${programOf(found.words)} started the agent`)
    at = found.parent
  }
  return undefined
}

/** A variable that agents set for what they start. */
function variableOfAgent({ variables }: Process, agents: readonly AgentMarks[]): string | undefined {
  const set = variables()
  return set && agents.flatMap(({ nested = [] }) => nested).find((name) => set.has(name))
}

/** A launcher of the gate's own, or the shell that the host runs the gate's entry with. */
function isGateProcess(words: readonly string[], id: string): boolean {
  if (!SHELLS.has(basename(words[0] ?? ''))) return false
  const hook = words.findIndex((word, at) => word === 'hook' && words[at + 1] === id)
  if (hook > 0 && hook < 8 && basename(words[hook - 1] ?? '') === 'irongate') return true
  const text = words.find((_, at) => /^-[a-z]*c$/.test(words[at - 1] ?? ''))
  return text !== undefined && isEntryCommand(text, id)
}

const ENTRY_COMMAND =
  /^(?:\/usr\/bin\/env -i (?:\w+="\$\{\w+-\}" )*)?(?:'((?:[^']|'\\'')*)'|"([^"]*)") hook ([\w-]+)(?: \w+)?$/

/** Is a shell's text one command of ours and nothing else? */
function isEntryCommand(text: string, id: string): boolean {
  const [, single, double, named] = ENTRY_COMMAND.exec(withoutFallback(text.trim())) ?? []
  return named === id && basename(single ?? double ?? '') === 'irongate'
}

/** Is it an agent, by its program or by the script that an interpreter runs? */
function isAgent(words: readonly string[], agents: readonly AgentMarks[]): boolean {
  const program = basename(words[0] ?? '').toLowerCase()
  if (agents.some(({ programs }) => programs.includes(program))) return true
  return INTERPRETERS.test(program) && words.slice(1, 6).some((word) => agents.some((marks) => isNamed(word, marks)))
}

/** Was the host started by its own launcher, with the very arguments it has? */
function isWrapperOf(launcher: readonly string[], host: readonly string[], marks: AgentMarks): boolean {
  if (!INTERPRETERS.test(basename(launcher[0] ?? '')) || !isAgent(launcher, [marks])) return false
  return argumentsOf(launcher, marks).join('\0') === argumentsOf(host, marks).join('\0')
}

/** What follows the agent's program or script. */
function argumentsOf(words: readonly string[], marks: AgentMarks): readonly string[] {
  const script = words.slice(0, 6).findIndex((word) => isNamed(word, marks))
  return words.slice(script + 1)
}

function isNamed(word: string, { programs, scripts }: AgentMarks): boolean {
  return programs.includes(basename(word).toLowerCase()) || scripts.some((part) => `/${word}/`.includes(`/${part}/`))
}

function programOf(words: readonly string[]): string {
  return basename(words[0] ?? '') || 'a process without a name'
}

function wrongAncestry(why: string): Ancestry {
  return { kind: 'wrong', why }
}

function unknownProcess(pid: number): Ancestry {
  return { kind: 'unknown', why: `process ${pid} cannot be looked up` }
}
