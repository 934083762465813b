import { TOOLS } from '../../src/cli/case.ts'
import type { Decision } from '../../src/decision.ts'
import { fixedFacts } from '../../src/facts/fixed.ts'
import { createGate, type Gate } from '../../src/gate.ts'
import { createEmbeddedJudge } from '../../src/judge/embedded/judge.ts'
import { memoryState } from '../../src/session.ts'
import { policyFromObject } from '../../src/settings/load.ts'
import type { Policy } from '../../src/settings/policy.ts'
import type { Entry } from '../../src/transcript/entries.ts'

/** A gate with no host behind it: what is timed is the gate alone. */
export interface Checker {
  readonly gate: Gate
  check(command: string, transcript?: readonly Entry[], id?: string): Promise<Decision>
}

const PLACE = { cwd: '/home/user/project', home: '/home/user' }

export function policyOf(settings: Readonly<Record<string, unknown>>): Policy {
  return policyFromObject(settings, PLACE)
}

export function checkerOf(settings: Readonly<Record<string, unknown>> = {}): Checker {
  const gate = createGate({ policy: policyOf(settings), tools: TOOLS, judge: createEmbeddedJudge() })
  return {
    gate,
    check: (command, transcript = [], id = 'scale') =>
      gate.check(
        { tool: 'Bash', input: { command }, cwd: PLACE.cwd, sessionId: id },
        {
          id,
          mode: 'auto',
          headless: false,
          fence: 'scalescalescales',
          transcript,
          facts: fixedFacts(PLACE),
          state: memoryState(),
        },
      ),
  }
}

/** How long something keeps a processor busy: what else the machine does is left out. */
export async function cpuMs(run: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** The clock of the processor is coarse: what is short is run several times in a row. */
const SHORT_MS = 20

/** The least of some runs after one to warm up: what the work itself takes. */
export async function leastMs(rounds: number, run: () => unknown): Promise<number> {
  const first = await cpuMs(run)
  const times = Math.max(1, Math.min(200, Math.ceil(SHORT_MS / Math.max(first, 0.1))))
  const several = async () => {
    for (let time = 0; time < times; time++) await run()
  }
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) least = Math.min(least, (await cpuMs(several)) / times)
  return least
}
