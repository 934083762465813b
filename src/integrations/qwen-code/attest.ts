import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Attestation, Claim } from '../../state/person-proof.ts'
import type { AttestAt } from '../integration.ts'
import { loggedLines } from '../seat/logged-lines.ts'
import { attestByLines } from '../seat/typed-lines.ts'

/** What was entered stands in a folder that is named after the sum of the project's path. */
export function attest(claim: Claim, at: AttestAt): Attestation {
  const sum = createHash('sha256').update(at.cwd).digest('hex')
  return attestByLines(claim, loggedLines(join(at.home, '.qwen/tmp', sum, 'logs.json'), at.sessionId), at)
}
