import { boundingTurns, statesBoundary } from '../../judge/consent/index.ts'
import { voidApprovals } from '../../state/approvals.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { Entry } from '../../transcript/entries.ts'

/** Where a person ruled something out, what was approved before may be what they mean: it no longer counts. */
export function heedBoundaries(entries: readonly Entry[], home: string, sessionId: string): void {
  if (boundingTurns(entries).some(statesBoundary)) voidApprovals(stateFolder(home), sessionId)
}
