import { randomInt } from 'node:crypto'
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { userInfo } from 'node:os'
import { findAgentAncestor } from './agent-ancestry.ts'
import { processTable } from './processes.ts'
import { machineProofSources } from './proof-sources.ts'
import { type Proof, proofFor } from './typed-proof.ts'

/** Who types: whether it may be an agent, and how a person is asked. */
export interface TypingPerson {
  readonly notAPerson: () => string | undefined
  /** What proves that a person types; where it is left out, nothing but an agent speaks against it. */
  readonly proof?: () => Proof
  readonly challenge: (question: string) => boolean
  /** Is there a terminal to ask in? */
  readonly hasTerminal?: () => boolean
  /** One line that they type; absent where nobody can be asked. */
  readonly reply?: (question: string) => string | undefined
}

/** Why nobody can vouch that a person is typing; undefined when one is. */
export function notAPerson(): string | undefined {
  return findAgentAncestor(process.pid, processTable(), process.env)
}

/** What proves that a person typed this command; looked at once. */
function proof(): Proof {
  cachedProof ??= proofFor(process.pid, machineProofSources(agentHomes))
  return cachedProof
}

let cachedProof: Proof | undefined

/** Where sessions of this account's agents may be noted. One more only tightens. */
function agentHomes(): readonly string[] {
  const homes = [process.env['HOME']]
  try {
    homes.push(userInfo().homedir)
  } catch {
    // An account without an entry has no other home.
  }
  return homes.flatMap((home) => (home?.startsWith('/') ? [home] : []))
}

/** Why a command that changes something isn't run, in one sentence or two; undefined where a person typed it. */
export function unprovenReason(person: TypingPerson): string | undefined {
  const agent = person.notAPerson()
  if (agent !== undefined) return `Run this in your own terminal (${agent}).`
  const found = person.proof?.() ?? { kind: 'login' }
  if (found.kind !== 'unproven') return undefined
  const { why, instead = 'Run this in your own terminal: a console or ssh login, or a window you opened' } = found
  return `Can't prove that you typed this: ${why}. ${instead}.`
}

/** Asks on the terminal itself, whatever stdin and stdout are: the person types the number that is shown there. */
export function challenge(question: string): boolean {
  const code = String(randomInt(1000, 10_000))
  const reply = askTerminal(`${question}\nType ${code} to confirm: `)
  return reply === code
}

export const THIS_PERSON: TypingPerson = { notAPerson, proof, challenge, hasTerminal, reply: askTerminal }

/** What is said to somebody who did not confirm, or could not be asked. */
export function unconfirmedText({ hasTerminal: has }: TypingPerson, outcome = 'nothing changed'): string {
  return has?.() === false
    ? `there is no terminal to ask you in; ${outcome}. Run this in a terminal of your own.`
    : `not confirmed; ${outcome}.`
}

/** Is there a terminal that somebody could be asked on? A service has none. */
export function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r+'))
    return true
  } catch {
    return false
  }
}

/** One line from the controlling terminal; undefined when there is none. */
export function askTerminal(question: string): string | undefined {
  let terminal: number | undefined
  try {
    terminal = openSync('/dev/tty', 'r+')
    writeSync(terminal, question)
    return readLine(terminal)
  } catch {
    return undefined
  } finally {
    if (terminal !== undefined) closeSync(terminal)
  }
}

const MAX_LINE = 1000

function readLine(terminal: number): string {
  const byte = Buffer.alloc(1)
  let line = ''
  while (line.length < MAX_LINE && readSync(terminal, byte, 0, 1, null) === 1) {
    const character = byte.toString('latin1')
    if (character === '\n' || character === '\r') break
    line += character
  }
  return line.trim()
}
