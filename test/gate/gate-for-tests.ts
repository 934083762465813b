import type { SessionFacts } from '../../src/analysis/facts.ts'
import type { Decision, Mode } from '../../src/decision.ts'
import { type FixedFacts, fixedFacts } from '../../src/facts/fixed.ts'
import { createGate } from '../../src/gate.ts'
import { createEmbeddedJudge } from '../../src/judge/embedded/judge.ts'
import type { Judge } from '../../src/judge/judge.ts'
import { memoryState, type Noes, type SessionIntegrity, type SessionState } from '../../src/session.ts'
import { policyFromObject } from '../../src/settings/load.ts'
import { createTools } from '../../src/tools/registry.ts'
import type { Transcript } from '../../src/transcript/entries.ts'
import type { World } from '../reference/evaluator.ts'
import { scriptedJudge } from '../reference/run.ts'

export const CWD = '/home/dev/project'

export interface Circumstances {
  readonly mode?: Mode
  readonly headless?: boolean
  readonly settings?: Record<string, unknown>
  readonly trusted?: boolean
  /** A scripted answer, or the embedded judge. */
  readonly verdict?: World['verdict'] | 'embedded'
  readonly judge?: Judge
  readonly state?: SessionState
  readonly transcript?: Transcript
  readonly facts?: FixedFacts
  readonly session?: Partial<SessionFacts>
  readonly agentId?: string
  readonly own?: SessionIntegrity
  readonly noes?: Noes
  /** The agent's own model. */
  readonly model?: string
  readonly claudeMd?: string
  readonly signal?: AbortSignal
}

/** One call through the real gate under named circumstances. */
export async function check(tool: string, input: Record<string, unknown>, how: Circumstances = {}): Promise<Decision> {
  const policy = policyFromObject(how.settings ?? {}, { cwd: CWD, home: '/home/dev', trusted: how.trusted ?? false })
  const verdict = how.verdict ?? 'allow'
  const judge = how.judge ?? (verdict === 'embedded' ? createEmbeddedJudge() : scriptedJudge(verdict))
  return createGate({ policy, judge, tools: createTools() }).check(
    { tool, input, cwd: CWD, sessionId: 's' },
    {
      id: 's',
      mode: how.mode ?? 'auto',
      headless: how.headless ?? false,
      transcript: how.transcript ?? [],
      facts: fixedFacts({ cwd: CWD, ...how.facts, ...(how.session && { session: how.session }) }),
      fence: 'f',
      state: how.state ?? memoryState(),
      ...(how.own && { own: how.own }),
      ...(how.noes && { noes: how.noes }),
      ...(how.model !== undefined && { model: how.model }),
      ...(how.claudeMd !== undefined && { claudeMd: how.claudeMd }),
      ...(how.signal && { signal: how.signal }),
      ...(how.agentId !== undefined && { agentId: how.agentId }),
    },
  )
}

export const bash = (command: string, how: Circumstances = {}) => check('Bash', { command }, how)
