import type { ToolCall } from '../../src/analysis/action.ts'
import type { Decision } from '../../src/decision.ts'
import { fixedFacts } from '../../src/facts/fixed.ts'
import { createGate } from '../../src/gate.ts'
import type { Judge, Verdict } from '../../src/judge/judge.ts'
import type { Session, SessionState } from '../../src/session.ts'
import { policyFromObject } from '../../src/settings/load.ts'
import { createTools } from '../../src/tools/registry.ts'
import type { World } from './evaluator.ts'
import { CWD } from './vocabulary.ts'

const TOOLS = createTools()

export function verdictOf(name: World['verdict']): Verdict {
  switch (name) {
    case 'allow':
      return { type: 'allow', stage: 'fast' }
    case 'block':
    case 'hard-block':
      return { type: 'block', stage: 'thinking', category: 'test', hard: name === 'hard-block', reason: 'scripted' }
    case 'unclear':
    case 'unparseable':
    case 'too-long':
      return { type: name, reason: 'scripted' }
    case 'unavailable':
      return { type: 'unavailable', cause: 'server-error', reason: 'scripted' }
    case 'interrupted':
      return { type: 'interrupted' }
    case 'throws':
      throw new Error('scripted')
  }
}

/** A judge that says what it is told, and counts how often it is asked. */
export function scriptedJudge(verdict: World['verdict']): Judge & { asked: number } {
  const judge = {
    name: 'scripted',
    asked: 0,
    judge: async () => {
      judge.asked++
      return { verdict: verdictOf(verdict), judge: 'scripted' }
    },
  }
  return judge
}

/** The settings a world stands for, as a person would write them. */
export function settingsOf(world: World): Record<string, unknown> {
  const texts = (rules: World['deny']) => rules.map(({ text }) => text)
  return {
    permissions: { deny: texts(world.deny), ask: texts(world.ask), allow: texts(world.allow) },
    autoMode: { askRules: world.askRules, powershell: world.powershellFlag },
    judge: { kind: world.grades ? 'chain' : 'claude', ironGate: world.ironGate },
  }
}

/** State as it is after earlier blocks, with or without an approval waiting. */
function stateOf({ earlierBlocks, approved }: World): SessionState {
  let { consecutive, total } = earlierBlocks
  return {
    count: ({ effect }) => {
      if (effect === 'block') {
        consecutive++
        total++
      }
      if (effect === 'allow') consecutive = 0
      return { consecutive, total }
    },
    claimApproval: () => (approved ? 'once' : undefined),
    standingApproval: () => undefined,
  }
}

export function callOf(world: World): ToolCall {
  return { tool: world.call.tool, input: world.call.input, cwd: CWD, sessionId: 's' }
}

export function sessionOf(world: World): Session {
  return {
    id: 's',
    mode: world.mode,
    headless: world.headless,
    transcript: [],
    facts: fixedFacts({ cwd: CWD }),
    fence: 'f',
    state: stateOf(world),
  }
}

/** The gate's own answer for a world. */
export async function runGate(world: World, settings = settingsOf(world)): Promise<Decision> {
  const read = policyFromObject(settings, { trusted: false, cwd: CWD, home: '/home/dev' })
  const policy = world.brokenSettings
    ? {
        ...read,
        broken: [{ level: 'error' as const, text: 'not JSON', source: { scope: 'user' as const, file: 'x' } }],
      }
    : read
  return createGate({ policy, judge: scriptedJudge(world.verdict), tools: TOOLS }).check(
    callOf(world),
    sessionOf(world),
  )
}
