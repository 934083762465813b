import { limitingTurns, statesLimit } from '../../intent/consent/index.ts'
import { voidApprovals } from '../../state/approvals.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { Entry } from '../../transcript/entries.ts'

/** Where a person ruled something out, what was approved before may be what they mean: it no longer counts. */
export function revokeApprovalsOnLimits(entries: readonly Entry[], home: string, sessionId: string): void {
  if (limitingTurns(entries).some(statesLimit)) voidApprovals(stateFolder(home), sessionId)
}
