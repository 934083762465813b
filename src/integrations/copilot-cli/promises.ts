import type { HookCoverageByTool, HostPromises, ScreenText, TypedProof } from '../promises.ts'

export const COPILOT_CLI_PROMISES: HostPromises = {
  asks: 'kept',
  blocksOnCrash: 'kept',
  blocksOnMissing: 'kept',
  blocksOnTimeout: { broken: 'it runs the call' },
  blocksOnGarbage: { broken: 'it runs the call, also after a denial with a second line beside it' },
  showsPerson: 'kept',
  showsSubAgents: { broken: 'it cuts them to one row; the gate tells it whole when the sub-agent has ended' },
  promptsAttested: 'kept',
  recordsWhoTyped: 'kept',
  subAgentsGated: 'kept',
  switchesGuarded: {
    broken:
      '`disableAllHooks` in a folder that the person trusts switches them off; a hook in /etc/github-copilot/policy.d (`irongate init --scope managed`) stays on',
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
  pasted: 'as if typed, up to five lines',
  unproved:
    'clients that drive it (`--acp`); another `COPILOT_HOME`; what a skill is given when you call it as `/skill`',
}

export const COPILOT_CLI_SCREEN: ScreenText = {
  whole: 'yes, below the call, whose own row is cut',
  times: 'whole once',
  lasts: 'as long as the conversation',
  subAgents: 'one row of it; the gate tells it whole when the sub-agent has ended',
}
