import { RequestRefusedError } from '../api/problem.ts'
import type { WhatIfRequest, WhatIfResponse } from '../api/shapes.ts'
import { createThreadClient } from '../threads/calls.ts'
import { waitUntilReady } from '../threads/deciders.ts'
import { startThread } from '../threads/start-thread.ts'

const MOST_MS = 3 * 60_000

/**
 * Decides the Records of the last days again, as another text of the user's settings would. In a thread for itself: thousands of
 * decisions are made at once, and it can be ended.
 */
export function createWhatIf(home: string, machine: string): (request: WhatIfRequest) => Promise<WhatIfResponse> {
  let isBusy = false
  return async (request) => {
    if (isBusy) throw new RequestRefusedError(429, 'another policy is being tried; wait until that is done')
    isBusy = true
    const thread = startThread({ role: 'replay', home, machine })
    const calls = createThreadClient(thread)
    thread.once('exit', () => calls.fail('it took too long, or failed; try fewer days'))
    const limit = setTimeout(() => void thread.terminate(), MOST_MS)
    try {
      await waitUntilReady(thread)
      return (await calls.call('whatIf', request)) as WhatIfResponse
    } finally {
      clearTimeout(limit)
      await thread.terminate()
      isBusy = false
    }
  }
}
