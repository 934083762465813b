import { join } from 'node:path'
import type { Attestation, PromptClaim } from '../../state/typed-prompt-proof.ts'
import { ownField } from '../hook-runtime/fields.ts'
import { attestByHistory, type EnteredLine, expirePending } from '../hook-runtime/input-history.ts'
import { attestByRecord } from '../hook-runtime/prompt-proof.ts'
import type { AttestContext } from '../integration.ts'
import { readJsonFile } from './calls.ts'

/** The conversation is written after the event is answered. */
const RECORD_DELAY_MS = 10_000

/**
 * Its own notices, which hold the agent's words, come as prompts too: the conversation must have the turn as a user's. Whether its window was
 * where it was entered tells the history, which has no sessions and each text once.
 */
export function attest(claim: PromptClaim, at: AttestContext): Attestation {
  const recorded = attestByRecord(claim, { ...at, script: true })
  if (recorded.kind !== 'typed') return expirePending(recorded, RECORD_DELAY_MS, at.now - claim.at)
  return attestByHistory(claim, linesOf(at.home), { ...at, proved: [] })
}

function linesOf(home: string): readonly EnteredLine[] {
  const list = ownField(readJsonFile(join(home, '.copilot/command-history-state.json')) ?? {}, 'commandHistory')
  // The newest comes first.
  return Array.isArray(list)
    ? list.flatMap((text): readonly EnteredLine[] => (typeof text === 'string' ? [{ text }] : [])).reverse()
    : []
}
