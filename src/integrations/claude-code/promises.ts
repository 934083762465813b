import type { HookCoverageByTool, HostPromises, ScreenText } from '../promises.ts'

/** From this version on a hook entry can say that its own failure blocks. */
export const FAIL_CLOSED_VERSION = '2.1.295'

export const CLAUDE_CODE_PROMISES: HostPromises = {
  asks: 'kept',
  // The entry itself says no where its launcher is gone or falls.
  blocksOnCrash: 'kept',
  blocksOnMissing: 'kept',
  blocksOnTimeout: { since: FAIL_CLOSED_VERSION },
  blocksOnGarbage: { broken: 'runs the call if a hook exits with 0 and prints nothing readable' },
  showsPerson: 'kept',
  showsSubAgents: {
    broken: "shows that they ran. Irongate tells you with the agent's next step, or your next prompt",
  },
  promptsAttested: 'kept',
  recordsWhoTyped: 'kept',
  subAgentsGated: 'kept',
  switchesGuarded: {
    broken:
      '`disableAllHooks` in a project counts from the start of a session. In a running session, Irongate refuses the change',
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

export const CLAUDE_CODE_SCREEN: ScreenText = {
  whole: 'Below the call. Above it is the first line of what the agent reads',
  times: 'In full once',
  lasts: 'As long as the conversation',
  subAgents: "No. Irongate tells you with the agent's next step, or your next prompt",
}
