import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Attestation, PromptClaim } from '../../state/typed-prompt-proof.ts'
import { attestByHistory } from '../hook-runtime/input-history.ts'
import { readLogsJson } from '../hook-runtime/logs-json.ts'
import type { AttestContext } from '../integration.ts'

/** What was entered stands in a folder that is named after the sum of the project's path. */
export function attest(claim: PromptClaim, at: AttestContext): Attestation {
  const sum = createHash('sha256').update(at.cwd).digest('hex')
  return attestByHistory(claim, readLogsJson(join(at.home, '.qwen/tmp', sum, 'logs.json'), at.sessionId), at)
}
