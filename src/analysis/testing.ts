import { type FixedFacts, fixedFacts } from '../facts/fixed.ts'
import type { ShellReading } from './action.ts'
import type { Effect } from './effects.ts'
import { readShell } from './shell/read-shell.ts'

/** For tests: reads a command in a project at /home/dev/project of the user `dev`. */
export function readCommand(command: string, facts: FixedFacts = {}): ShellReading {
  return readShell(command, fixedFacts(facts))
}

export function effectsOf(command: string, facts: FixedFacts = {}): Effect[] {
  return [...readCommand(command, facts).effects]
}

/** Milliseconds of this thread's processor time that work takes: how busy the machine is does not count. */
export function measureCpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
