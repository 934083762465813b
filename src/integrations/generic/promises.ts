import type { HostPromises } from '../promises.ts'

const PROGRAM_DECIDES = 'your program decides. Treat every status but 0 as a no'

export const GENERIC_PROMISES: HostPromises = {
  asks: 'kept',
  blocksOnCrash: { broken: PROGRAM_DECIDES },
  blocksOnMissing: { broken: PROGRAM_DECIDES },
  blocksOnTimeout: { broken: PROGRAM_DECIDES },
  blocksOnGarbage: { broken: PROGRAM_DECIDES },
  showsPerson: { broken: "Irongate doesn't see what your program shows" },
  showsSubAgents: { broken: "Irongate doesn't see what your program shows" },
  promptsAttested: { broken: 'Irongate knows only the prompts that your program sends' },
  recordsWhoTyped: { broken: 'there is no record. Your program vouches for what it sends' },
  subAgentsGated: { broken: 'Irongate sees only the calls that your program sends' },
  switchesGuarded: { broken: "your program starts the hook, or doesn't" },
}
