import { join } from 'node:path'
import type { Attestation, Claim } from '../../state/person-proof.ts'
import type { AttestAt } from '../integration.ts'
import { own } from '../seat/fields.ts'
import { attestByLines, type EnteredLine, historyIn, objectsIn } from '../seat/typed-lines.ts'

/** The event tells what was piped in too, between marks that a file can hold as well; what was entered at its prompt stands in its history. */
export function attest(claim: Claim, at: AttestAt): Attestation {
  return attestByLines(claim, linesOf(at), at)
}

function linesOf({ home, sessionId }: AttestAt): readonly EnteredLine[] {
  return objectsIn(historyIn(join(home, '.codex/history.jsonl'))).flatMap((line): readonly EnteredLine[] => {
    const text = own(line, 'text')
    return own(line, 'session_id') === sessionId && typeof text === 'string' ? [{ text }] : []
  })
}
