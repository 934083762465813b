import { setPriority } from 'node:os'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { stateFolder } from '../../state/state-folder.ts'
import { createDecider } from '../api/decide.ts'
import { createRecorder } from '../api/recorder.ts'
import type { WhatIfRequest } from '../api/shapes.ts'
import { followFiles } from '../ingest/follow.ts'
import { whatIf } from '../replay/what-if.ts'
import { openStore } from '../serve/open-store.ts'
import { answerCalls } from './calls.ts'
import type { DecideRole, ReplayRole, Role, StoreRole, Told } from './roles.ts'
import { storeMethods } from './store-methods.ts'

/** What runs inside a thread, until it is ended from outside. */
export async function runThread(): Promise<number> {
  const port = parentPort
  if (port === null) throw new Error('this is no thread')
  const tell = (told: Told) => port.postMessage(told)
  const role = workerData as Role
  try {
    switch (role.role) {
      case 'decide':
        decideThread(role, port, tell)
        break
      case 'store':
        await storeThread(role, port, tell)
        break
      case 'replay':
        answerCalls(port, { whatIf: (request: WhatIfRequest) => whatIf({ ...request, ...placeOf(role) }) })
        break
    }
    tell({ ready: true })
  } catch (error) {
    tell({ failed: error instanceof Error ? error.message : String(error) })
  }
  return new Promise(() => undefined)
}

function placeOf({ home, machine }: ReplayRole) {
  return { home, machine }
}

/** Decides calls: nothing that takes long here keeps a request from being read. */
function decideThread({ home, run, record }: DecideRole, port: MessagePort, tell: (told: Told) => void): void {
  const recorder = createRecorder({
    folder: stateFolder(home),
    now: Date.now,
    onWritten: (written) => tell({ count: { written } }),
    onLost: (lost, why) => tell({ count: { lost, why } }),
  })
  const decider = createDecider({ home, run, record, recorder, now: Date.now })
  answerCalls(port, {
    check: decider.check,
    explain: decider.explain,
    alive: () => decider.sessions,
    close: () => recorder.close(),
  })
}

/** Decisions come first where there is less time than work. */
const LESS_URGENT = 5

const NOW_MS = 60_000

/** Keeps the store, and takes in the Records of this machine: a long question holds up nobody but those who ask the store. */
async function storeThread({ home, machine, database }: StoreRole, port: MessagePort, tell: (told: Told) => void) {
  lessUrgent()
  const store = await openStore({ home, database })
  const stopped = new AbortController()
  const began = Date.now() - NOW_MS
  const told = new Set<string>()
  const following = followFiles({
    folder: stateFolder(home),
    machine,
    store,
    signal: stopped.signal,
    // Whoever looks wants what happens now, not what was left from before.
    onTaken: (records) => tell({ taken: records.length, records: records.filter(({ at }) => at > began) }),
    onFailure: (error) => tell({ say: `records could not be taken in: ${String(error)}; it is tried again` }),
    onDamage: (file) => {
      if (!told.has(file))
        tell({ say: `a line of ${file} is not as it was written; \`irongate audit verify\` tells more` })
      told.add(file)
    },
  })
  answerCalls(port, {
    ...storeMethods(store),
    close: async () => {
      stopped.abort()
      await following
      await store.close()
    },
  })
}

function lessUrgent(): void {
  try {
    // Of the thread that calls it, on Linux; elsewhere it would be all of them.
    if (process.platform === 'linux') setPriority(0, LESS_URGENT)
  } catch {
    // It is only a wish.
    return
  }
}
