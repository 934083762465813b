import type { SessionState } from '../session.ts'
import { keyed } from './approval-secret.ts'
import { claimApproval, standingApproval } from './approvals.ts'
import { countInFile } from './denial-events.ts'
import { privateFolder } from './folder.ts'
import { offUntil } from './off.ts'

/**
 * A session's state on disk, for processes that live for one call. Every failure throws, and closes the call. `callId`: a call that may be
 * judged twice counts once.
 */
export function fileState(folder: string, sessionId: string, now: () => number, callId?: string): SessionState {
  privateFolder(folder)
  return {
    count: (event) => countInFile(folder, sessionId, { ...event, ...(callId !== undefined && { callId }) }),
    claimApproval: (key) => claimApproval(folder, keyed(folder, key), now()),
    standingApproval: (key) => standingApproval(folder, keyed(folder, key), now()),
    offUntil: () => offUntil(folder, now()),
  }
}
