import { randomInt } from 'node:crypto'
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { agentAbove, processTable } from './ancestry.ts'

/** Who types: whether it may be an agent, and how a person is asked. */
export interface TypingPerson {
  readonly notAPerson: () => string | undefined
  readonly challenge: (question: string) => boolean
  /** Is there a terminal to ask in? */
  readonly hasTerminal?: () => boolean
}

/** Why nobody can vouch that a person is typing; undefined when one is. */
export function notAPerson(): string | undefined {
  return agentAbove(process.pid, processTable(), process.env)
}

/** Asks on the terminal itself, whatever stdin and stdout are: the person types the number that is shown there. */
export function challenge(question: string): boolean {
  const code = String(randomInt(1000, 10_000))
  const reply = askTerminal(`${question}\nType ${code} to confirm: `)
  return reply === code
}

export const THIS_PERSON: TypingPerson = { notAPerson, challenge, hasTerminal }

/** What is said to somebody who did not confirm, or could not be asked. */
export function unconfirmed({ hasTerminal: has }: TypingPerson, outcome = 'nothing changed'): string {
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
