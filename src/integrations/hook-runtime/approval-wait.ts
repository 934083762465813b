import { setTimeout as pause } from 'node:timers/promises'
import { oneLine } from '../../messages.ts'
import { giveApproval, hasApproval } from '../../state/approvals.ts'
import {
  type PendingCall,
  publishPendingCall,
  readPendingAnswer,
  removePendingCall,
  storePendingAnswer,
} from '../../state/pending-calls.ts'
import type { AnsweredCall } from './call-answer.ts'
import type { ApprovalWait } from './hook-context.ts'
import { installedTimeoutMs, MAX_HOOK_TIMEOUT_SECONDS } from './installed-timeout.ts'

/** Loaded only where a call waits: it has no part in how fast the others are answered. */

export interface WaitContext {
  readonly folder: string
  readonly host: string
  readonly now: () => number
  /** When the call must be answered: below the limit of the host, which may run a call whose hook is late. */
  readonly until: number
  readonly signal?: AbortSignal | undefined
  /** Judges the call once more, with a person's yes to what was shown; it holds for nothing else. */
  readonly again: (yes: { readonly key: string; readonly id: string } | undefined) => Promise<AnsweredCall>
}

/** So long before the host gives up on the hook, which may run the call, it is denied. */
const HOST_MARGIN_MS = 10_000
/** What the answer needs beside the waiting, for whoever watches over it. */
const WATCHDOG_MARGIN_MS = 5000

/** When a call of a host must be answered at the latest. */
export function answerDeadline(home: string, host: string, { since, extend, inProcess }: ApprovalWait): number {
  if (inProcess) return since + MAX_HOOK_TIMEOUT_SECONDS * 1000
  const latest = since + installedTimeoutMs(home, host) - HOST_MARGIN_MS - WATCHDOG_MARGIN_MS
  extend(latest + WATCHDOG_MARGIN_MS)
  return latest
}

const PAUSE_MS = 150
/** What judging it once more may take. */
const RECHECK_MS = 2000

/** The call after a person answered, or after nobody did: a denial then stays one. Never waits past its time. */
export async function waitForApproval(
  answered: AnsweredCall,
  call: Omit<PendingCall, 'pid' | 'until' | 'host'>,
  room: WaitContext,
): Promise<AnsweredCall> {
  const { folder, now } = room
  const until = room.until - RECHECK_MS
  if (until <= now() || room.signal?.aborted) return answered
  const waiting: PendingCall = { ...call, host: room.host, pid: process.pid, until }
  publishPendingCall(folder, waiting)
  const leave = () => removePendingCall(folder, waiting.id)
  leaveAtExit(leave)
  try {
    return await pollForAnswer(answered, waiting, room)
  } finally {
    open.delete(leave)
    if (open.size === 0) process.off('exit', leaveAll)
    leave()
  }
}

/** The questions that wait in this process. One that is ended takes them with it: a single listener, since a daemon may hold many. */
const open = new Set<() => void>()

function leaveAtExit(leave: () => void): void {
  if (open.size === 0) process.on('exit', leaveAll)
  open.add(leave)
}

function leaveAll(): void {
  for (const leave of open) leave()
}

async function pollForAnswer(answered: AnsweredCall, waiting: PendingCall, room: WaitContext): Promise<AnsweredCall> {
  const { folder, now, signal } = room
  while (now() < waiting.until && !signal?.aborted) {
    const said = readPendingAnswer(folder, waiting)
    if (said) break
    // `irongate approve` gives its yes without knowing that the call waits.
    if (isApproved(waiting, room)) return room.again(undefined)
    await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }
  // Whoever answers from here on is told that it is too late; an answer of the last moment still counts.
  storePendingAnswer(folder, waiting.id, { answer: 'none', key: waiting.key, by: '', at: now() })
  const said = readPendingAnswer(folder, waiting)
  switch (said?.answer) {
    case 'session':
    case 'yes':
      if (signal?.aborted) return { ...answered, asked: { answer: 'none' } }
      if (said.answer === 'session' && waiting.scope)
        giveApproval(folder, { key: waiting.scope.key, sessionId: waiting.sessionId, standing: true }, now())
      return room.again({ key: waiting.key, id: waiting.id })
    case 'no':
      return { ...answered, asked: { answer: 'no', ...(said.note !== undefined && { note: oneLine(said.note) }) } }
    default:
      return { ...answered, asked: { answer: 'none' } }
  }
}

function isApproved({ key, scope }: PendingCall, { folder, now }: WaitContext): boolean {
  return hasApproval(folder, key, now()) || (scope !== undefined && hasApproval(folder, scope.key, now()))
}
