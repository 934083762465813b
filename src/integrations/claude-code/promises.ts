import type { HookCoverageByTool, HostPromises, ScreenText } from '../promises.ts'

/** From this version on a hook entry can say that its own failure blocks. */
export const FAIL_CLOSED_VERSION = '2.1.295'

export const CLAUDE_CODE_PROMISES: HostPromises = {
  asks: 'kept',
  // The entry itself says no where its launcher is gone or falls.
  blocksOnCrash: 'kept',
  blocksOnMissing: 'kept',
  blocksOnTimeout: { since: FAIL_CLOSED_VERSION },
  blocksOnGarbage: { broken: 'it runs the call when a hook ends well and says nothing it can read' },
  showsPerson: 'kept',
  showsSubAgents: {
    broken: "it shows that they ran; the gate tells it beside the agent's next step, or your next prompt",
  },
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

export const CLAUDE_CODE_SCREEN: ScreenText = {
  whole: 'yes, below the call; above it stands the first line of what the agent reads',
  times: 'whole once',
  lasts: 'as long as the conversation',
  subAgents: "no; the gate tells it beside the agent's next step, or your next prompt",
}
