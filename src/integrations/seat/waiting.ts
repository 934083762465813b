import { setTimeout as pause } from 'node:timers/promises'
import { oneLine } from '../../messages.ts'
import { giveApproval, holdsApproval } from '../../state/approvals.ts'
import { answerTo, beginWaiting, endWaiting, takeAnswer, type Waiting } from '../../state/pending.ts'
import type { Waits } from './edge.ts'
import { installedLimitMs, MOST_LIMIT_S } from './installed-limit.ts'
import type { Answered } from './said.ts'

/** Loaded only where a call waits: it has no part in how fast the others are answered. */

export interface WaitingRoom {
  readonly folder: string
  readonly host: string
  readonly now: () => number
  /** When the call must be answered: below the limit of the host, which may run a call whose hook is late. */
  readonly until: number
  readonly signal?: AbortSignal | undefined
  /** Judges the call once more, with a person's yes to what was shown; it holds for nothing else. */
  readonly again: (yes: { readonly key: string; readonly id: string } | undefined) => Promise<Answered>
}

/** So long before the host gives up on the hook, which may run the call, it is denied. */
const MARGIN_MS = 10_000
/** What the answer needs beside the waiting, for whoever watches over it. */
const WATCHED_MS = 5000

/** When a call of a host must be answered at the latest. */
export function latestFor(home: string, host: string, { since, extend, inProcess }: Waits): number {
  if (inProcess) return since + MOST_LIMIT_S * 1000
  const latest = since + installedLimitMs(home, host) - MARGIN_MS - WATCHED_MS
  extend(latest + WATCHED_MS)
  return latest
}

const PAUSE_MS = 150
/** What judging it once more may take. */
const JUDGING_MS = 2000

/** The call after a person answered, or after nobody did: a denial then stays one. Never waits past its time. */
export async function waited(
  answered: Answered,
  call: Omit<Waiting, 'pid' | 'until' | 'host'>,
  room: WaitingRoom,
): Promise<Answered> {
  const { folder, now } = room
  const until = room.until - JUDGING_MS
  if (until <= now() || room.signal?.aborted) return answered
  const waiting: Waiting = { ...call, host: room.host, pid: process.pid, until }
  beginWaiting(folder, waiting)
  // A process that is ended takes its question with it.
  const leave = () => endWaiting(folder, waiting.id)
  process.once('exit', leave)
  try {
    return await answerOf(answered, waiting, room)
  } finally {
    process.off('exit', leave)
    leave()
  }
}

async function answerOf(answered: Answered, waiting: Waiting, room: WaitingRoom): Promise<Answered> {
  const { folder, now, signal } = room
  while (now() < waiting.until && !signal?.aborted) {
    const said = answerTo(folder, waiting)
    if (said) break
    // `irongate approve` gives its yes without knowing that the call waits.
    if (isApproved(waiting, room)) return room.again(undefined)
    await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }
  // Whoever answers from here on is told that it is too late; an answer of the last moment still counts.
  takeAnswer(folder, waiting.id, { answer: 'none', key: waiting.key, by: '', at: now() })
  const said = answerTo(folder, waiting)
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

function isApproved({ key, scope }: Waiting, { folder, now }: WaitingRoom): boolean {
  return holdsApproval(folder, key, now()) || (scope !== undefined && holdsApproval(folder, scope.key, now()))
}
