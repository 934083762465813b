import type { Store } from '../store/store.ts'
import { createThreadClient } from './calls.ts'
import { waitUntilReady } from './deciders.ts'
import type { StoreEdge } from './in-thread-services.ts'
import type { StoreRole, ThreadMessage } from './roles.ts'
import { startThread } from './start-thread.ts'
import { storeOver } from './store-methods.ts'

/** The store in a thread of its own, which takes in the Records of this machine. When it ends, the store fails, and nothing else. */
export async function startStoreThread(role: StoreRole, { say, onTaken }: StoreEdge): Promise<Store> {
  const worker = startThread(role)
  const calls = createThreadClient(worker)
  let isClosing = false
  let isReady = false
  worker.on('message', (told: ThreadMessage) => {
    if ('say' in told) say(told.say)
    if ('taken' in told) onTaken(told.taken, told.records)
  })
  worker.on('error', (error) => say(`the store failed: ${error.message}`))
  worker.once('exit', () => {
    calls.fail('the store is gone')
    if (isReady && !isClosing) say('the store is gone; restart the server')
  })
  await waitUntilReady(worker)
  isReady = true
  return storeOver(calls, async () => {
    isClosing = true
    await calls.call('close').catch((error: unknown) => say(`the store did not end well: ${String(error)}`))
    await worker.terminate()
  })
}
