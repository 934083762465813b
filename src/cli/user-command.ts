import { recordOf } from '../audit/record.ts'
import { writeRecord } from '../audit/record-writer.ts'
import { stateFolder } from '../state/state-folder.ts'

/** What a person did to the gate at a terminal: kept beside the calls of agents. */
export interface UserCommand {
  readonly home: string
  readonly cwd: string
  /** What was typed behind the name of the program, as far as it counts. */
  readonly command: string
  readonly message: string
}

/** Writes the Record of an act; the problem in words when it cannot be written. */
export function recordUserCommand({ home, cwd, command, message }: UserCommand, at = Date.now()): string | undefined {
  const parts = { headline: message, approve: false, offer: false }
  const decision = { outcome: 'allow', reason: { type: 'person', command }, message, parts, trace: [] } as const
  const payload = { tool: 'irongate', input: { command }, cwd, sessionId: 'terminal' }
  try {
    writeRecord(stateFolder(home), recordOf({ payload, decision, host: 'terminal', mode: '', at }))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
