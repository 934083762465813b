import { readTurn } from '../../judge/consent/clauses.ts'
import { voidApprovals } from '../../state/approvals.ts'
import type { Entry } from '../../transcript/entries.ts'
import { stateFolder } from './state-folder.ts'

/** Where a person ruled something out, what was approved before may be what they mean: it no longer counts. */
export function heedBoundaries(entries: readonly Entry[], home: string, sessionId: string): void {
  if (entries.some((entry) => entry.kind === 'user' && entry.trusted && statesBoundary(entry.text)))
    voidApprovals(stateFolder(home), sessionId)
}

function statesBoundary(text: string): boolean {
  return readTurn(text).clauses.some(({ kind }) => kind === 'prohibition') || /\bonly\b/i.test(text)
}
