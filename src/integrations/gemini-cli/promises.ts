import type { HookCoverageByTool, HostPromises, ScreenText, TypedProof } from '../promises.ts'

export const GEMINI_CLI_PROMISES: HostPromises = {
  asks: {
    broken: "in headless runs an ask ends the whole run silently, and the hook isn't told whether you're there",
  },
  // The entry itself says no where its launcher falls or is gone: the host would run the call of one that fell.
  blocksOnCrash: 'kept',
  blocksOnMissing: 'kept',
  blocksOnTimeout: { broken: 'runs the call' },
  blocksOnGarbage: { broken: 'runs the call' },
  showsPerson: 'kept',
  showsSubAgents: 'kept',
  promptsAttested: 'kept',
  recordsWhoTyped: 'kept',
  subAgentsGated: 'kept',
  switchesGuarded: {
    broken:
      '`hooksConfig` in a folder that you trust turns them off. `"hooksConfig": { "enabled": true }` in /etc/gemini-cli/settings.json prevents it',
  },
}

export const GEMINI_CLI_HOOK_COVERAGE: HookCoverageByTool = {
  shell: 'asked',
  stdin: 'no such tool',
  edit: 'asked',
  patch: 'no such tool',
  delete: 'no such tool',
  fetch: 'asked',
  mcp: 'asked',
  subAgent: 'asked',
}

export const GEMINI_CLI_TYPED_PROOF: TypedProof = {
  file: '~/.gemini/tmp/*/logs.json',
  pasted: 'Counts as typed, up to five lines',
  unproved: 'Editors that drive it (`--acp`); another `GEMINI_CLI_HOME`',
}

export const GEMINI_CLI_SCREEN: ScreenText = {
  whole: 'In a line of its own',
  times: 'Once',
  lasts: 'As long as the conversation',
  subAgents: 'Yes',
}
