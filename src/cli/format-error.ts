import { systemProblem } from '../state/system-error.ts'

/** An error that no command expected, in words: what a person can fix is named as such, and everything else is a fault of ours. */
export function formatError(error: unknown): string {
  const problem = systemProblem(error)
  if (problem !== undefined) return `${problem.replace(/\.$/, '')}.`
  return `internal error: ${error instanceof Error ? error.message : String(error)}`
}
