import { join } from 'node:path'
import type { Attestation, PromptClaim } from '../../state/typed-prompt-proof.ts'
import { ownField } from '../hook-runtime/fields.ts'
import { attestByHistory, type EnteredLine, parseJsonLines, readHistory } from '../hook-runtime/input-history.ts'
import type { AttestContext } from '../integration.ts'

/** The event tells what was piped in too, between marks that a file can hold as well; what was entered at its prompt stands in its history. */
export function attest(claim: PromptClaim, at: AttestContext): Attestation {
  return attestByHistory(claim, linesOf(at), at)
}

function linesOf({ home, sessionId }: AttestContext): readonly EnteredLine[] {
  return parseJsonLines(readHistory(join(home, '.codex/history.jsonl'))).flatMap((line): readonly EnteredLine[] => {
    const text = ownField(line, 'text')
    return ownField(line, 'session_id') === sessionId && typeof text === 'string' ? [{ text }] : []
  })
}
