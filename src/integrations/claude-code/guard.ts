import { randomUUID } from 'node:crypto'
import type { AuditRecord } from '../../audit/record.ts'
import { writeRecord } from '../../audit/store.ts'
import { homeDirectory } from '../../facts/host.ts'
import { sessionLog } from '../../state/session-log.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { Answered } from './answer.ts'
import type { HookEdge } from './edge.ts'
import { recorded } from './hook.ts'
import type { HookPayload } from './payload.ts'

export interface GuardOptions {
  readonly host: HookEdge['host']
  /** The project the agent works in. */
  readonly cwd?: string | undefined
  readonly home?: string | undefined
  /** Nobody can be asked: every ask is a denial. */
  readonly headless: boolean
  readonly sessionId?: string | undefined
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
  readonly edge: HookEdge
  check(call: GuardedCall): Promise<Answered>
  /** Notes what the person asked the agent for: consent and boundaries are taken from it. */
  prompt(text: string): void
}

export function createGuard(options: GuardOptions): Guard {
  const home = options.home ?? homeDirectory()
  const sessionId = options.sessionId ?? randomUUID()
  const folder = stateFolder(home)
  const edge: HookEdge = {
    host: options.host,
    home,
    now: Date.now,
    signs: { attended: options.headless ? '0' : '1' },
    audit: (record) => audited(folder, record),
  }
  const log = () => sessionLog(folder, sessionId)
  return {
    edge,
    check: ({ tool, input, callId, agentId, signal }) => {
      const payload: HookPayload = {
        event: 'PreToolUse',
        sessionId,
        cwd: options.cwd ?? process.cwd(),
        permissionMode: 'default',
        toolName: tool,
        toolInput: input,
        toolUseId: callId,
        agentId,
        agentType: undefined,
        transcriptPath: undefined,
        toolResponse: undefined,
        prompt: '',
        source: '',
        filePath: undefined,
        model: undefined,
      }
      return recorded(payload, { ...edge, ...(signal && { signal }) }, log())
    },
    prompt: (text) => log().append({ type: 'entry', entry: { kind: 'user', text, trusted: true }, origin: 'host' }),
  }
}

function audited(folder: string, record: AuditRecord): void {
  try {
    writeRecord(folder, record)
  } catch (error) {
    process.stderr.write(`irongate: the audit record could not be written: ${String(error)}\n`)
  }
}
