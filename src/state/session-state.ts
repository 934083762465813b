import type { SessionState } from '../session.ts'
import { keyedDigest } from './approval-secret.ts'
import { claimApproval, findSessionApproval } from './approvals.ts'
import { appendDenialEvent } from './denial-events.ts'
import { readPausedUntil } from './pause.ts'
import { privateFolder } from './private-folder.ts'

/**
 * A session's state on disk, for processes that live for one call. Every failure throws, and closes the call. `callId`: a call that may be
 * judged twice counts once.
 */
export function createFileState(folder: string, sessionId: string, now: () => number, callId?: string): SessionState {
  privateFolder(folder)
  return {
    count: (event) => appendDenialEvent(folder, sessionId, { ...event, ...(callId !== undefined && { callId }) }),
    claimApproval: (key) => claimApproval(folder, keyedDigest(folder, key), now()),
    standingApproval: (key) => findSessionApproval(folder, keyedDigest(folder, key), now()),
    offUntil: () => readPausedUntil(folder, now()),
  }
}
