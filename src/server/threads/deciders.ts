import type { Worker } from 'node:worker_threads'
import { FixableError } from '../../state/system-error.ts'
import { RequestRefusedError } from '../api/problem.ts'
import type { CheckRequest } from '../api/shapes.ts'
import { createThreadClient, type ThreadClient } from './calls.ts'
import type { ClosingDecider } from './in-thread-services.ts'
import type { DecideRole, RecordCount, ThreadMessage } from './roles.ts'
import { startThread } from './start-thread.ts'

export interface DecidersEdge {
  readonly count: number
  readonly role: DecideRole
  readonly say: (line: string) => void
  readonly onCount: (count: RecordCount) => void
  /** For tests. */
  readonly start?: typeof startThread
}

interface DeciderThread {
  readonly worker: Worker
  readonly calls: ThreadClient
  /** Sessions whose memory is in this thread. */
  readonly sessions: Set<string>
}

const HEALTH_CHECK_MS = 5000
/** A thread that says nothing for so long hangs. */
const HANG_TIMEOUT_MS = 30_000
const MAX_LOST_SESSIONS = 10_000

/**
 * Threads that decide. A session stays with one of them, which has its memory. INVARIANT: a thread that ends takes no decision with it but
 * those that were asked for, which fail; sessions whose memory it had are refused from then on.
 */
export async function startDeciders(edge: DecidersEdge): Promise<ClosingDecider> {
  const lost = new Set<string>()
  let isClosing = false
  const slots: DeciderThread[] = await Promise.all(Array.from({ length: edge.count }, (_, index) => begun(index)))
  const pulse = setInterval(() => slots.forEach(watch), HEALTH_CHECK_MS)
  pulse.unref()

  async function begun(index: number): Promise<DeciderThread> {
    const worker = (edge.start ?? startThread)(edge.role)
    const slot: DeciderThread = { worker, calls: createThreadClient(worker), sessions: new Set() }
    worker.on('message', (told: ThreadMessage) => {
      if ('say' in told) edge.say(told.say)
      if ('count' in told) edge.onCount(told.count)
    })
    worker.once('error', (error) => edge.say(`a thread that decides failed: ${error.message}`))
    worker.once('exit', () => {
      slot.calls.fail('the thread that decided this ended; the call was not decided')
      if (isClosing) return
      for (const session of slot.sessions) if (lost.size < MAX_LOST_SESSIONS) lost.add(session)
      setTimeout(() => restart(index), 1000).unref()
    })
    await waitUntilReady(worker)
    return slot
  }

  async function restart(index: number): Promise<void> {
    if (isClosing) return
    try {
      slots[index] = await begun(index)
      edge.say('a thread that decides was restarted')
    } catch (error) {
      edge.say(`a thread that decides cannot be started: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  function watch({ worker, calls }: DeciderThread): void {
    const hangs = setTimeout(() => void worker.terminate(), HANG_TIMEOUT_MS)
    const over = () => clearTimeout(hangs)
    calls.call('alive').then(over, over)
  }

  /** By its session, or the one that has least to do. */
  function slotFor({ session }: CheckRequest): DeciderThread {
    if (session === undefined) {
      const [least] = slots.toSorted((left, right) => left.calls.waiting - right.calls.waiting)
      return least ?? throwNoThread()
    }
    if (lost.has(session) || lost.size >= MAX_LOST_SESSIONS)
      throw new RequestRefusedError(409, 'what this session did is no longer known; begin another one')
    const slot = slots[hashOf(session) % slots.length] ?? throwNoThread()
    slot.sessions.add(session)
    return slot
  }

  return {
    check: async (request) => (await slotFor(request).calls.call('check', JSON.stringify(request))) as never,
    explain: async (request) =>
      (await slotFor({ ...request, session: undefined }).calls.call('explain', JSON.stringify(request))) as never,
    get sessions() {
      return slots.reduce((sum, { sessions }) => sum + sessions.size, 0)
    },
    close: async () => {
      isClosing = true
      clearInterval(pulse)
      await Promise.all(
        slots.map(async ({ worker, calls }) => {
          await calls.call('close').catch(() => undefined)
          await worker.terminate()
        }),
      )
    },
  }
}

function throwNoThread(): never {
  throw new RequestRefusedError(503, 'no thread decides')
}

function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0
  return hash
}

/** Waits until a thread says that it works; throws what keeps it from that. */
export function waitUntilReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', (told: ThreadMessage) => {
      if ('ready' in told) resolve()
      if ('failed' in told) reject(told.mendable ? new FixableError(told.failed) : new Error(told.failed))
    })
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the thread ended with ${code}`)))
  })
}
