import { randomUUID } from 'node:crypto'
import { gateFor } from '../../assemble.ts'
import type { Decision } from '../../decision.ts'
import { hostFacts } from '../../facts/host.ts'
import { memoryState } from '../../session.ts'
import { createTools } from '../../tools/registry.ts'
import { readPolicy } from '../policy.ts'
import { sessionlessJudgeEdge } from '../sessionless-judge-edge.ts'

const TOOLS = createTools()

export interface McpQuestion {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly cwd: string
  readonly home: string
  /** The agent's own model. */
  readonly model?: string | undefined
}

/** What the gate would say to one call, by this machine's settings; nothing is remembered. */
export async function judgeSingleCall({ tool, input, cwd, home, model }: McpQuestion): Promise<Decision> {
  const facts = hostFacts({ cwd, home })
  const policy = readPolicy({ cwd: facts.projectRoot, home })
  return gateFor(policy, TOOLS, sessionlessJudgeEdge(home)).check(
    { tool, input, cwd, sessionId: 'question' },
    {
      id: 'question',
      mode: 'auto',
      headless: false,
      transcript: [],
      facts,
      fence: randomUUID(),
      state: memoryState(),
      ...(model !== undefined && { model }),
    },
  )
}
