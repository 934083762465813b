import { randomUUID } from 'node:crypto'
import type { AuditRecord } from '../../audit/record.ts'
import { writeRecord } from '../../audit/record-writer.ts'
import { accountHomeDirectory } from '../../facts/host.ts'
import { recordPersonApproval } from '../../state/denial-events.ts'
import { openSessionLog } from '../../state/session-log.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { HostAnswer, Integration } from '../integration.ts'
import type { AnsweredCall } from './call-answer.ts'
import type { HookContext } from './hook-context.ts'
import { answerEvent, checkWithApproval } from './hook-events.ts'

export interface GuardOptions {
  /** Who asks, for the Record. */
  readonly host: string
  /** The host whose tools, modes and settings count; loaded with the first call. */
  readonly integration: () => Promise<Integration>
  readonly readPolicy: HookContext['readPolicy']
  /** The project the agent works in. */
  readonly cwd?: string | undefined
  readonly home?: string | undefined
  /** The mode of every call, in the host's word. */
  readonly mode?: string | undefined
  /** Nobody can be asked: every ask is a denial. */
  readonly headless: boolean
  /** What the gate asks is put to nobody else: it may wait for a person, where the settings say so. */
  readonly waits: boolean
  readonly sessionId?: string | undefined
  /** The agent's own model: the judge's too, when settings name none. */
  readonly model?: string | undefined
}

export interface GuardedCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly callId?: string | undefined
  readonly agentId?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** The gate for an agent in this process, with the same state on disk as the hook: denials are listed and approved alike. */
export interface Guard {
  /** Throws where an allow would come too late. */
  check(call: GuardedCall): Promise<AnsweredCall>
  /** Answers an event in the host's own shape. */
  event(text: string): Promise<HostAnswer>
  /** Notes what the person asked the agent for: consent and limits are taken from it. */
  prompt(text: string): void
  /** Notes that a person said yes where the gate asked: blocks before it no longer count as a row. */
  agreed(agentId?: string): void
}

export function createGuard(options: GuardOptions): Guard {
  const home = options.home ?? accountHomeDirectory()
  const sessionId = options.sessionId ?? randomUUID()
  const folder = stateFolder(home)
  const edge = async (): Promise<HookContext> => ({
    integration: await options.integration(),
    host: options.host,
    model: options.model,
    home,
    now: Date.now,
    readPolicy: options.readPolicy,
    audit: (record) => writeAuditRecord(folder, record),
    ancestry: async () => ({ kind: 'vouched' }),
  })
  const log = () => openSessionLog(folder, sessionId)
  return {
    check: async ({ signal, ...call }) => {
      const { cwd = process.cwd(), mode, headless: unattended } = options
      const waits = { since: Date.now(), extend: () => undefined, inProcess: true } as const
      const at = {
        ...(await edge()),
        final: true as const,
        ...(options.waits && { waits }),
        ...(signal && { signal }),
      }
      const answered = await checkWithApproval(
        { kind: 'tool-use', sessionId, cwd, mode, unattended, ...call },
        at,
        log(),
      )
      if (signal?.aborted && answered.decision.outcome === 'allow') throw new Error('the check was interrupted')
      return answered
    },
    event: async (text) => {
      const at = await edge()
      return answerEvent(at.integration.readEvent(text, { home, signs: {} }), at)
    },
    prompt: (text) => log().append({ type: 'entry', entry: { kind: 'user', text, trusted: true }, origin: 'host' }),
    agreed: (agentId) => recordPersonApproval(folder, sessionId, agentId),
  }
}

function writeAuditRecord(folder: string, record: AuditRecord): void {
  try {
    writeRecord(folder, record)
  } catch (error) {
    process.stderr.write(`irongate: the audit record could not be written: ${String(error)}\n`)
  }
}
