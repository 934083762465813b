import { CLI_TOOLS } from '../../src/cli/call-case.ts'
import type { Decision } from '../../src/decision.ts'
import { fixedFacts } from '../../src/facts/fixed.ts'
import { createGate, type Gate } from '../../src/gate.ts'
import { createEmbeddedJudge } from '../../src/judge/embedded/judge.ts'
import { rememberCalls } from '../../src/memory.ts'
import { memoryState } from '../../src/session.ts'
import { policyFromObject } from '../../src/settings/load.ts'
import type { Policy } from '../../src/settings/policy.ts'
import type { Entry } from '../../src/transcript/entries.ts'
import type { Hostile } from './hostile/building.ts'

/** A gate with no host behind it: what is timed is the gate alone. */
export interface Checker {
  readonly gate: Gate
  check(command: string, transcript?: readonly Entry[], id?: string): Promise<Decision>
  call(call: Hostile): Promise<Decision>
}

const PLACE = { cwd: '/home/user/project', home: '/home/user' }

export function policyOf(settings: Readonly<Record<string, unknown>>): Policy {
  return policyFromObject(settings, PLACE)
}

export function checkerOf(
  settings: Readonly<Record<string, unknown>> = {},
  past: Hostile['past'] = undefined,
): Checker {
  const gate = createGate({ policy: policyOf(settings), tools: CLI_TOOLS, judge: createEmbeddedJudge() })
  const calls = (past ?? []).map((call) => ({ ...call, cwd: PLACE.cwd, sessionId: 'scale' }))
  const memory = rememberCalls(calls, CLI_TOOLS, (session) => fixedFacts({ ...PLACE, session }))
  const ask = (call: Pick<Hostile, 'tool' | 'input'>, transcript: readonly Entry[], id: string) =>
    gate.check(
      { ...call, cwd: PLACE.cwd, sessionId: id },
      {
        id,
        mode: 'auto',
        headless: false,
        fence: 'scalescalescales',
        transcript,
        facts: fixedFacts({ ...PLACE, session: memory.facts }),
        state: memoryState(),
      },
    )
  return {
    gate,
    check: (command, transcript = [], id = 'scale') => ask({ tool: 'Bash', input: { command } }, transcript, id),
    call: ({ tool, input, said = [] }) =>
      ask(
        { tool, input },
        said.map((text): Entry => ({ kind: 'user', text, trusted: true })),
        'scale',
      ),
  }
}

/** How long something keeps the one waiting for it: time of this thread, so that what else the machine does is left out. */
export async function cpuMs(run: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await run()
  const { user, system } = process.threadCpuUsage(before)
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
