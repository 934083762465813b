import { join } from 'node:path'
import type { Attestation, Claim } from '../../state/person-proof.ts'
import type { AttestAt } from '../integration.ts'
import { attestByRecord } from '../seat/attest.ts'
import { own } from '../seat/fields.ts'
import { attestByLines, type EnteredLine, unlessLate } from '../seat/typed-lines.ts'
import { jsonOf } from './calls.ts'

/** The conversation is written after the event is answered. */
const LATE_MS = 10_000

/**
 * Its own notices, which hold the agent's words, come as prompts too: the conversation must have the turn as a user's. Whether its window was
 * where it was entered tells the history, which has no sessions and each text once.
 */
export function attest(claim: Claim, at: AttestAt): Attestation {
  const recorded = attestByRecord(claim, { ...at, script: true })
  if (recorded.kind !== 'typed') return unlessLate(recorded, LATE_MS, at.now - claim.at)
  return attestByLines(claim, linesOf(at.home), { ...at, proved: [] })
}

function linesOf(home: string): readonly EnteredLine[] {
  const list = own(jsonOf(join(home, '.copilot/command-history-state.json')) ?? {}, 'commandHistory')
  // The newest comes first.
  return Array.isArray(list)
    ? list.flatMap((text): readonly EnteredLine[] => (typeof text === 'string' ? [{ text }] : [])).reverse()
    : []
}
