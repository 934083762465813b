import type { HookCoverageByTool, HostPromises } from '../promises.ts'

/** From this version on a hook entry can say that its own failure blocks. */
export const FAIL_CLOSED_VERSION = '2.1.295'

export const CLAUDE_CODE_PROMISES: HostPromises = {
  asks: 'kept',
  // The entry itself says no where its starter is gone or falls.
  blocksOnCrash: 'kept',
  blocksOnMissing: 'kept',
  blocksOnTimeout: { since: FAIL_CLOSED_VERSION },
  blocksOnGarbage: { broken: 'it runs the call when a hook ends well and says nothing it can read' },
  showsPerson: 'kept',
  showsSubAgents: 'kept',
  promptsAttested: 'kept',
  recordsWhoTyped: 'kept',
  subAgentsGated: 'kept',
  switchesGuarded: {
    broken: '`disableAllHooks` in a project counts from the start of a session; in a running one the change is refused',
  },
}

export const CLAUDE_CODE_HOOK_COVERAGE: HookCoverageByTool = {
  shell: 'asked',
  stdin: 'no such tool',
  edit: 'asked',
  patch: 'no such tool',
  delete: 'no such tool',
  fetch: 'asked',
  mcp: 'asked',
  subAgent: 'asked',
}
