import { type Ancestor, agentName, agentVariable, readAncestors } from './agent-ancestry.ts'
import {
  displayName,
  isConsoleLogin,
  isDesktop,
  isDisplayManager,
  isEditor,
  isMultiplexer,
  isRootSshServer,
  isServiceManager,
  isSshServer,
  isSudo,
  isTerminalEmulator,
} from './login-programs.ts'
import type { ProcessTable } from './processes.ts'

/** What the rule looks at; tests hand in machines of their own. */
export interface ProofSources {
  readonly table: ProcessTable
  /** The names of the variables a process was started with, as far as this account may know. */
  readonly variablesOf: (pid: number) => readonly string[] | undefined
  readonly isRootsFile: (path: string) => boolean
  /** Where the ssh sessions to this machine come from; `here` as soon as one comes from this machine itself. */
  readonly sshFrom: () => 'elsewhere' | 'here' | 'unknown'
  /** The attached clients that show this terminal; undefined where it cannot be found out. */
  readonly viewers: (server: Ancestor, tty: string) => readonly number[] | undefined
  /** Was an agent session running at that time? */
  readonly agentsAt: (time: number) => boolean
  /** Root has declared that this machine has no logins, as containers have none. */
  readonly noLogins: () => boolean
}

/** Who typed a command: a login proves it alone, a terminal with a code that is typed there. */
export type Proof =
  | { readonly kind: 'login' }
  | { readonly kind: 'terminal' }
  /** One line why, and what to do. */
  | { readonly kind: 'unproven'; readonly why: string; readonly instead?: string }

const MAX_DEPTH = 4

/**
 * Whether a person typed this. INVARIANT: only an unbroken chain of processes proves it, from this process to root's own login or
 * ssh server, or to a terminal that no agent session can have opened; each process on the way has the terminal that the last one gave.
 */
export function proofFor(pid: number, machine: ProofSources, depth = 0): Proof {
  const { chain, lost } = readAncestors(pid, machine.table)
  const agent = agentIn(chain, machine)
  if (agent !== undefined) return unprovenResult(agent)
  if (lost !== undefined) return unprovenResult(`process ${lost} above it can't be looked up`)
  let tty = chain[0]?.tty ?? ''
  if (tty === '') return unprovenResult('it has no terminal')
  for (const [at, process] of chain.entries()) {
    if (isConsoleLogin(process, machine.isRootsFile) && isStartedByManager(chain, at)) return { kind: 'login' }
    if (isSshServer(process)) return proofBySsh(chain.slice(at), machine)
    if (process.tty === tty) continue
    if (isSudo(process, machine.isRootsFile) && process.tty !== '' && process.tty !== undefined) tty = process.tty
    else if (isServiceManager(process) || process.pid === 1) return proofWithoutLogin(process, machine)
    else return proofByTerminalOwner(chain.slice(at), tty, machine, depth)
  }
  return proofWithoutLogin(chain.at(-1), machine)
}

function unprovenResult(why: string, instead?: string): Proof {
  return { kind: 'unproven', why, ...(instead !== undefined && { instead }) }
}

function agentIn(chain: readonly Ancestor[], { variablesOf }: ProofSources): string | undefined {
  for (const { pid, words } of chain) {
    const agent = agentName(words)
    if (agent !== undefined) return `${agent} started it`
    const variable = agentVariable(variablesOf(pid) ?? [])
    if (variable !== undefined) return `${variable} is set, as agents do`
  }
  return undefined
}

/** Console logins have nothing else above them: a `login` below a program is that program's doing. */
function isStartedByManager(chain: readonly Ancestor[], at: number): boolean {
  const above = chain[at + 1]
  return above === undefined || above.pid === 1 || isServiceManager(above)
}

function proofBySsh(chain: readonly Ancestor[], { isRootsFile, sshFrom }: ProofSources): Proof {
  const end = chain.findIndex((process) => !isSshServer(process))
  const servers = end < 0 ? chain : chain.slice(0, end)
  if (!servers.some((process) => isRootSshServer(process, isRootsFile)))
    return unprovenResult("the ssh server above it isn't root's")
  switch (sshFrom()) {
    case 'elsewhere':
      return { kind: 'login' }
    case 'here':
      return unprovenResult('an ssh session on this machine comes from this machine itself', OTHER_MACHINE_HINT)
    case 'unknown':
      return unprovenResult("it isn't known where the ssh session comes from", OTHER_MACHINE_HINT)
  }
}

const OTHER_MACHINE_HINT = 'Close ssh sessions from this machine to itself, or use its console or desktop'

/** The one that made the terminal, and what stands above it. */
function proofByTerminalOwner(chain: readonly Ancestor[], tty: string, machine: ProofSources, depth: number): Proof {
  const [holder] = chain
  if (!holder) return proofWithoutLogin(undefined, machine)
  if (isMultiplexer(holder)) return proofByMultiplexer(holder, tty, machine, depth)
  if (isEditor(holder))
    return unprovenResult("it's an editor's terminal, and extensions type there too", OUTSIDE_EDITOR_HINT)
  if (isTerminalEmulator(holder)) return proofByWindow(chain, machine)
  if (isEditorAbove(chain))
    return unprovenResult("it's an editor's terminal, and extensions type there too", OUTSIDE_EDITOR_HINT)
  return unprovenResult(`${displayName(holder)} made its terminal`)
}

const OUTSIDE_EDITOR_HINT = 'Use a terminal outside the editor, or the paired browser'

function isEditorAbove(chain: readonly Ancestor[]): boolean {
  return chain.some((process) => isEditor(process))
}

/** A window's own chain leads to a login on this screen, or it is older than every agent session that could have opened it. */
function proofByWindow(chain: readonly Ancestor[], { isRootsFile, agentsAt }: ProofSources): Proof {
  const isLogin = (process: Ancestor, at: number) =>
    isDisplayManager(process, isRootsFile) ||
    (isConsoleLogin(process, isRootsFile) && isStartedByManager(chain, at)) ||
    isRootSshServer(process, isRootsFile)
  if (isEditorAbove(chain))
    return unprovenResult("it's an editor's terminal, and extensions type there too", OUTSIDE_EDITOR_HINT)
  if (chain.some(isLogin)) return { kind: 'terminal' }
  const isOlder = ({ started }: Ancestor) => started !== undefined && !agentsAt(started)
  if (chain.some((process) => (isTerminalEmulator(process) || isDesktop(process)) && isOlder(process)))
    return { kind: 'terminal' }
  return unprovenResult('this terminal was opened while an agent session was running', OLDER_WINDOW_HINT)
}

const OLDER_WINDOW_HINT =
  'Use a tab of a terminal that was open before, a console or ssh login, or the paired browser; or open one when no agent runs'

/** The server of a multiplexer proves nothing; who looks at this very pane does. */
function proofByMultiplexer(server: Ancestor, tty: string, machine: ProofSources, depth: number): Proof {
  const name = displayName(server).replace(/:.*$/, '').toLowerCase()
  const instead = `Attach to this ${name} session in your own terminal and show this pane, or run it outside ${name}`
  const viewers = depth < MAX_DEPTH ? machine.viewers(server, tty) : undefined
  if (viewers === undefined)
    return unprovenResult(`it isn't known who is attached to ${name}`, `Run it outside ${name}`)
  if (viewers.length === 0) return unprovenResult(`no attached ${name} client shows this pane`, instead)
  const proofs = viewers.map((pid) => proofFor(pid, machine, depth + 1))
  const [first] = proofs
  // Who else looks at the pane can type there as well.
  const other = proofs.find((proof) => proof.kind === 'unproven')
  if (other?.kind === 'unproven')
    return unprovenResult(`the attached ${name} client proves nothing: ${other.why}`, instead)
  return first === undefined
    ? unprovenResult(`no attached ${name} client shows this pane`, instead)
    : { kind: 'terminal' }
}

function proofWithoutLogin(last: Ancestor | undefined, { noLogins }: ProofSources): Proof {
  if (noLogins()) return { kind: 'terminal' }
  const end = last === undefined || last.pid === 1 ? 'pid 1' : last.parent === 0 ? 'its container' : displayName(last)
  return unprovenResult(
    `the process chain ends at ${end}`,
    last?.parent === 0 && last.pid !== 1 ? CONTAINER_HINT : undefined,
  )
}

const CONTAINER_HINT = 'Where nobody can log in, root may create /etc/irongate/no-logins'
