import { checkCommand } from 'cc-safety-net/api'
import { understand } from '../../src/analysis/understand.ts'
import { CLI_TOOLS } from '../../src/cli/call-case.ts'
import type { Outcome } from '../../src/decision.ts'
import { hostFacts } from '../../src/facts/host.ts'
import { createGate } from '../../src/gate.ts'
import { createEmbeddedJudge } from '../../src/judge/embedded/judge.ts'
import { createMemory } from '../../src/memory.ts'
import { memoryState } from '../../src/session.ts'
import { policyFromObject } from '../../src/settings/load.ts'
import type { Entry } from '../../src/transcript/entries.ts'
import type { Place } from './acts.ts'
import type { Step } from './attempt.ts'

/** What is attacked, seen from outside: it answers, and says nothing else. */
export interface Defender {
  readonly name: string
  /** Groups of rewrites that are outside what it claims to guard. */
  readonly leavesOut: readonly string[]
  /** A fresh conversation. */
  meet(place: Place, transcript: readonly Entry[]): { check(step: Step): Promise<Outcome> }
}

/** This gate with its embedded judge, no settings, someone at the keyboard. */
export function irongate(): Defender {
  const gates = new Map<string, ReturnType<typeof gateAt>>()
  const gateAt = (place: Place) => {
    const policy = policyFromObject({}, place)
    return createGate({ policy, tools: CLI_TOOLS, judge: createEmbeddedJudge() })
  }
  return {
    name: 'irongate',
    leavesOut: [],
    meet: (place, forged) => {
      const gate = gates.get(place.cwd) ?? gateAt(place)
      gates.set(place.cwd, gate)
      const memory = createMemory()
      const transcript = [...forged]
      const state = memoryState()
      return {
        check: async ({ tool, input }) => {
          const facts = hostFacts({ ...place, platform: 'linux', session: memory.facts })
          const call = { tool, input, cwd: place.cwd, sessionId: 'attack', callId: 'attack' }
          const session = {
            id: 'attack',
            mode: 'auto',
            headless: false,
            fence: 'attackattackatta',
            transcript,
            facts,
            state,
          } as const
          const { outcome } = await gate.check(call, session)
          transcript.push({ kind: 'call', tool, input })
          if (outcome === 'allow')
            memory.remember(understand(call, CLI_TOOLS.find(tool, call.input), facts, { wrappers: [] }), facts)
          return outcome
        },
      }
    },
  }
}

/** The peer, through its library: it knows commands alone, so attempts by other tools are left out. */
export function safetyNet(preset: 'standard' | 'strict' | 'paranoid'): Defender {
  return {
    name: `cc-safety-net ${preset}`,
    leavesOut: ['other tools', 'sub-agents', 'forging'],
    meet: ({ home, cwd }) => ({
      check: async (step) => {
        if (step.tool !== 'Bash' || 'does' in step) return 'allow'
        process.env['HOME'] = home
        process.env['CC_SAFETY_NET_LEVEL'] = preset
        return checkCommand({ command: step.input.command, cwd }).kind
      },
    }),
  }
}
