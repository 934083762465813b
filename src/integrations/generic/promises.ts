import type { HostPromises } from '../promises.ts'

const PROGRAM_DECIDES = 'your program decides: whatever is not status 0 must be a no'

export const GENERIC_PROMISES: HostPromises = {
  asks: 'kept',
  blocksOnCrash: { broken: PROGRAM_DECIDES },
  blocksOnMissing: { broken: PROGRAM_DECIDES },
  blocksOnTimeout: { broken: PROGRAM_DECIDES },
  blocksOnGarbage: { broken: PROGRAM_DECIDES },
  showsPerson: { broken: 'the gate does not see what the program shows' },
  showsSubAgents: { broken: 'the gate does not see what the program shows' },
  promptsAttested: { broken: 'only what your program sends as a prompt is known' },
  recordsWhoTyped: { broken: 'there is no record; your program vouches for what it sends' },
  subAgentsGated: { broken: 'only the calls that your program sends are seen' },
  switchesGuarded: { broken: 'your program starts the hook, or does not' },
}
