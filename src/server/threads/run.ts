import { setPriority } from 'node:os'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { usePlatformHash } from '../../analysis/text/sha256.ts'
import { systemProblem } from '../../state/system-error.ts'
import type { CheckRequest, WhatIfRequest } from '../api/shapes.ts'
import { comparePolicies } from '../replay/what-if.ts'
import { answerCalls, type ThreadMethods } from './calls.ts'
import { localDecider, localStore } from './in-thread-services.ts'
import type { RecordCount, ThreadMessage, ThreadRole } from './roles.ts'
import { storeMethods } from './store-methods.ts'

/** What runs inside a thread, until it is ended from outside. */
export async function runThread(): Promise<number> {
  const port = parentPort
  if (port === null) throw new Error('this is no thread')
  const tell = (told: ThreadMessage) => port.postMessage(told)
  usePlatformHash()
  try {
    await startRole(workerData as ThreadRole, port, tell)
    tell({ ready: true })
  } catch (error) {
    const problem = systemProblem(error)
    if (problem === undefined) tell({ failed: error instanceof Error ? error.message : String(error) })
    else tell({ failed: problem, mendable: true })
  }
  return new Promise(() => undefined)
}

async function startRole(role: ThreadRole, port: MessagePort, tell: (told: ThreadMessage) => void): Promise<void> {
  switch (role.role) {
    case 'decide': {
      // Nothing that takes long here keeps a request from being read.
      const counts = batchCounts((count) => tell({ count }))
      const { check, explain, close } = localDecider(role, counts.add)
      // As texts: of an object each part costs to hand over.
      const given = (text: string) => JSON.parse(text) as CheckRequest
      const decide: ThreadMethods = {
        check: (text: string) => check(given(text)),
        explain: (text: string) => explain(given(text)),
      }
      const end = async () => {
        await close()
        counts.flush()
      }
      return answerCalls(port, { ...decide, close: end, alive: () => true })
    }
    case 'store': {
      // A long question holds up nobody but those who ask the store.
      lowerPriority()
      const say = (line: string) => tell({ say: line })
      const store = await localStore(role, { say, onTaken: (taken, records) => tell({ taken, records }) })
      return answerCalls(port, { ...storeMethods(store), close: store.close })
    }
    case 'replay': {
      const { home, machine } = role
      return answerCalls(port, { whatIf: (request: WhatIfRequest) => comparePolicies({ ...request, home, machine }) })
    }
  }
}

/** How often is told what only counts: a message for each batch would cost its reader as much as the answers. */
const COUNT_INTERVAL_MS = 100

function batchCounts(tell: (count: RecordCount) => void) {
  let written = 0
  const flush = () => {
    if (written > 0) tell({ written })
    written = 0
  }
  const add = (count: RecordCount) => {
    if ('lost' in count) return tell(count)
    if (written === 0) setTimeout(flush, COUNT_INTERVAL_MS).unref()
    written += count.written
  }
  return { add, flush }
}

/** Decisions come first where there is less time than work. */
const LOW_PRIORITY = 15

function lowerPriority(): void {
  try {
    // Of the thread that calls it, on Linux; elsewhere it would be all of them.
    if (process.platform === 'linux') setPriority(0, LOW_PRIORITY)
  } catch {
    // It is only a wish.
    return
  }
}
