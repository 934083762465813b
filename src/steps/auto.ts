import { ACCEPT_EDITS } from '../fast-paths/accept-edits.ts'
import type { FastPath } from '../fast-paths/fast-path.ts'
import { EXPECTED, PROVEN } from '../fast-paths/graded.ts'
import { NO_RELEVANCE } from '../fast-paths/no-relevance.ts'
import { POWERSHELL_FLAG } from '../fast-paths/powershell-flag.ts'
import { SAFE_TOOLS } from '../fast-paths/safe-tools.ts'
import { answer, pass, type Step } from './step.ts'
import { viewOf } from './view.ts'

function stepOf(path: FastPath): Step {
  return {
    name: path.number === undefined ? `fast path ${path.name}` : `fast path ${path.name} (page ${path.number})`,
    run: (check) => {
      const note = path.applies(viewOf(check))
      if (note === undefined) return pass('does not apply')
      return answer({
        outcome: path.answers,
        reason: { type: 'fast-path', name: path.name, ...(path.number !== undefined && { number: path.number }) },
        note,
      })
    },
  }
}

/** The fast paths of auto mode, in their order. */
export const FAST_PATHS: readonly Step[] = [
  POWERSHELL_FLAG,
  ACCEPT_EDITS,
  SAFE_TOOLS,
  NO_RELEVANCE,
  PROVEN,
  EXPECTED,
].map(stepOf)
