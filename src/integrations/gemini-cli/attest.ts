import { dirname, join, resolve } from 'node:path'
import type { Attestation, Claim } from '../../state/person-proof.ts'
import type { AttestAt } from '../integration.ts'
import { loggedLines } from '../seat/logged-lines.ts'
import { attestByLines } from '../seat/typed-lines.ts'

/** The event holds the text of attached files and of a project's commands; what was entered stands beside the conversations. */
export function attest(claim: Claim, at: AttestAt): Attestation {
  const file = historyOf(at)
  return attestByLines(claim, file === undefined ? [] : loggedLines(file, at.sessionId), at)
}

/** INVARIANT: in the account's own folder. Who forges an event names a conversation of their own. */
function historyOf({ transcript, home }: AttestAt): string | undefined {
  const folder = transcript === undefined ? '' : dirname(dirname(resolve(transcript)))
  return dirname(folder) === join(home, '.gemini/tmp') ? join(folder, 'logs.json') : undefined
}
