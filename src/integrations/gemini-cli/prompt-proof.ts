import { dirname, join, resolve } from 'node:path'
import type { Attestation, PromptClaim } from '../../state/typed-prompt-proof.ts'
import { attestByHistory } from '../hook-runtime/input-history.ts'
import { readLogsJson } from '../hook-runtime/logs-json.ts'
import type { AttestContext } from '../integration.ts'

/** The event holds the text of attached files and of a project's commands; what was entered stands beside the conversations. */
export function attest(claim: PromptClaim, at: AttestContext): Attestation {
  const file = historyOf(at)
  return attestByHistory(claim, file === undefined ? [] : readLogsJson(file, at.sessionId), at)
}

/** INVARIANT: in the account's own folder. Who forges an event names a conversation of their own. */
function historyOf({ transcript, home }: AttestContext): string | undefined {
  const folder = transcript === undefined ? '' : dirname(dirname(resolve(transcript)))
  return dirname(folder) === join(home, '.gemini/tmp') ? join(folder, 'logs.json') : undefined
}
