import type { HookCoverageByTool, HostPromises, ScreenText, TypedProof } from '../promises.ts'

export const COPILOT_CLI_PROMISES: HostPromises = {
  asks: 'kept',
  blocksOnCrash: 'kept',
  blocksOnMissing: 'kept',
  blocksOnTimeout: { broken: 'runs the call' },
  blocksOnGarbage: { broken: 'runs the call, even after a denial followed by a second line' },
  showsPerson: 'kept',
  showsSubAgents: { broken: 'cuts them to one row. Irongate shows them in full when the sub-agent has ended' },
  promptsAttested: 'kept',
  recordsWhoTyped: 'kept',
  subAgentsGated: 'kept',
  switchesGuarded: {
    broken:
      '`disableAllHooks` in a folder that you trust turns them off. A hook in /etc/github-copilot/policy.d (`irongate init --scope managed`) stays on',
  },
}

export const COPILOT_CLI_HOOK_COVERAGE: HookCoverageByTool = {
  shell: 'asked',
  stdin: 'no such tool',
  edit: 'asked',
  patch: 'asked',
  delete: 'asked',
  fetch: 'asked',
  mcp: 'asked',
  subAgent: 'asked',
}

export const COPILOT_CLI_TYPED_PROOF: TypedProof = {
  file: '~/.copilot/session-state/*/events.jsonl` and `~/.copilot/command-history-state.json',
  pasted: 'Counts as typed, up to five lines',
  unproved: 'Clients that drive it (`--acp`); another `COPILOT_HOME`; what you pass to a skill as `/skill`',
}

export const COPILOT_CLI_SCREEN: ScreenText = {
  whole: 'Below the call, whose own row is cut',
  times: 'In full once',
  lasts: 'As long as the conversation',
  subAgents: 'One row. Irongate shows it in full when the sub-agent has ended',
}
