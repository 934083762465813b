import { setPriority } from 'node:os'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { preferPlatform } from '../../analysis/sha256.ts'
import { systemProblem } from '../../state/system-error.ts'
import type { CheckRequest, WhatIfRequest } from '../api/shapes.ts'
import { whatIf } from '../replay/what-if.ts'
import { answerCalls, type Methods } from './calls.ts'
import { localDecider, localStore } from './local.ts'
import type { RecordCount, Role, Told } from './roles.ts'
import { storeMethods } from './store-methods.ts'

/** What runs inside a thread, until it is ended from outside. */
export async function runThread(): Promise<number> {
  const port = parentPort
  if (port === null) throw new Error('this is no thread')
  const tell = (told: Told) => port.postMessage(told)
  preferPlatform()
  try {
    await begin(workerData as Role, port, tell)
    tell({ ready: true })
  } catch (error) {
    const problem = systemProblem(error)
    if (problem === undefined) tell({ failed: error instanceof Error ? error.message : String(error) })
    else tell({ failed: problem, mendable: true })
  }
  return new Promise(() => undefined)
}

async function begin(role: Role, port: MessagePort, tell: (told: Told) => void): Promise<void> {
  switch (role.role) {
    case 'decide': {
      // Nothing that takes long here keeps a request from being read.
      const counts = countsTo((count) => tell({ count }))
      const { check, explain, close } = localDecider(role, counts.add)
      // As texts: of an object each part costs to hand over.
      const given = (text: string) => JSON.parse(text) as CheckRequest
      const decide: Methods = {
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
      lessUrgent()
      const say = (line: string) => tell({ say: line })
      const store = await localStore(role, { say, onTaken: (taken, records) => tell({ taken, records }) })
      return answerCalls(port, { ...storeMethods(store), close: store.close })
    }
    case 'replay': {
      const { home, machine } = role
      return answerCalls(port, { whatIf: (request: WhatIfRequest) => whatIf({ ...request, home, machine }) })
    }
  }
}

/** How often is told what only counts: a message for each batch would cost its reader as much as the answers. */
const COUNTED_MS = 100

function countsTo(tell: (count: RecordCount) => void) {
  let written = 0
  const flush = () => {
    if (written > 0) tell({ written })
    written = 0
  }
  const add = (count: RecordCount) => {
    if ('lost' in count) return tell(count)
    if (written === 0) setTimeout(flush, COUNTED_MS).unref()
    written += count.written
  }
  return { add, flush }
}

/** Decisions come first where there is less time than work. */
const LESS_URGENT = 15

function lessUrgent(): void {
  try {
    // Of the thread that calls it, on Linux; elsewhere it would be all of them.
    if (process.platform === 'linux') setPriority(0, LESS_URGENT)
  } catch {
    // It is only a wish.
    return
  }
}
