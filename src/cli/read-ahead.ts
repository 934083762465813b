import type { HookRequest } from '../integrations/daemon/protocol.ts'
import type { Host, HostAnswer } from '../integrations/integration.ts'
import { readPolicy } from '../integrations/policy.ts'
import type { ReadAheadSession } from './hook-answer.ts'

/** What a hook tells the process that stays, in place of a command. */
export const READ_AHEAD = 'read-ahead'

/** That a person said something in a session. What they said stands in its log. */
export function readAheadMessage(host: string, home: string, { sessionId, cwd }: ReadAheadSession): HookRequest {
  return { turn: '', args: [READ_AHEAD, host, '--home', home], input: JSON.stringify({ sessionId, cwd }) }
}

/** Begins to read; nobody waits for it. What fails is read by the first call that needs it. */
export function beginReading(host: Host, home: string, input: string): HostAnswer {
  const { sessionId, cwd } = JSON.parse(input) as Partial<Record<string, unknown>>
  if (typeof sessionId !== 'string' || typeof cwd !== 'string') throw new Error('a message of another shape')
  readSession(host, home, { sessionId, cwd }).catch(() => undefined)
  return { stdout: '', stderr: '', status: 0 }
}

async function readSession(host: Host, home: string, session: ReadAheadSession): Promise<void> {
  const [{ readAhead }, integration] = await Promise.all([
    import('../integrations/hook-runtime/stated-limits.ts'),
    host.integration(),
  ])
  await readAhead(session, { integration, host: host.id, home, readPolicy, now: Date.now, audit: () => undefined })
}
