import { phraseLedger } from '../../intent/statements/phrases/phrase-ledger.ts'
import { voidApprovals } from '../../state/approvals.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { Entry } from '../../transcript/entries.ts'

/** Where a person ruled something out, what was approved before may be what they mean: it no longer counts. */
export function revokeApprovalsOnLimits(entries: readonly Entry[], home: string, sessionId: string): void {
  if (phraseLedger(entries).statements.length > 0) voidApprovals(stateFolder(home), sessionId)
}
