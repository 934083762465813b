import type { Promises } from '../promises.ts'

const YOURS = 'your program decides: whatever is not status 0 must be a no'

export const GENERIC_PROMISES: Promises = {
  asks: 'kept',
  blocksOnCrash: { broken: YOURS },
  blocksOnMissing: { broken: YOURS },
  blocksOnTimeout: { broken: YOURS },
  blocksOnGarbage: { broken: YOURS },
  promptsAttested: { broken: 'only what your program sends as a prompt is known' },
  recordsWhoTyped: { broken: 'there is no record; your program vouches for what it sends' },
  subAgentsGated: { broken: 'only the calls that your program sends are seen' },
  switchesGuarded: { broken: 'your program starts the hook, or does not' },
}
