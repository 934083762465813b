import type { AskedAbout, Promises } from '../promises.ts'

export const OPENCODE_PROMISES: Promises = {
  asks: { broken: 'its hook for that, `permission.ask`, is never called' },
  blocksOnCrash: 'kept',
  blocksOnMissing: 'kept',
  blocksOnTimeout: 'kept',
  blocksOnGarbage: 'kept',
  promptsAttested: 'kept',
  subAgentsGated: 'kept',
  switchesGuarded: {
    broken:
      "a project's own plugins run in the same process and can undo ours, and `--pure` starts it without any; nothing prevents either",
  },
}

export const OPENCODE_ASKED: AskedAbout = {
  shell: 'asked',
  stdin: 'no such tool',
  edit: 'asked',
  patch: 'asked',
  delete: 'asked',
  fetch: 'asked',
  mcp: 'asked',
  subAgent: 'asked',
}
