import type { HookCoverageByTool, HostPromises, ScreenText, TypedProof } from '../promises.ts'

export const GEMINI_CLI_PROMISES: HostPromises = {
  asks: {
    broken: 'without a person an ask ends the whole run in silence, and its hook is not told whether one is there',
  },
  // The entry itself says no where its launcher falls or is gone: the host would run the call of one that fell.
  blocksOnCrash: 'kept',
  blocksOnMissing: 'kept',
  blocksOnTimeout: { broken: 'it runs the call' },
  blocksOnGarbage: { broken: 'it runs the call' },
  showsPerson: 'kept',
  showsSubAgents: 'kept',
  promptsAttested: 'kept',
  recordsWhoTyped: 'kept',
  subAgentsGated: 'kept',
  switchesGuarded: {
    broken:
      '`hooksConfig` in a folder that the person trusts switches them off; `"hooksConfig": { "enabled": true }` in /etc/gemini-cli/settings.json prevents it',
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
  pasted: 'as if typed, up to five lines',
  unproved: 'editors that drive it (`--acp`); another `GEMINI_CLI_HOME`',
}

export const GEMINI_CLI_SCREEN: ScreenText = {
  whole: 'yes, in a line of its own',
  times: 'once',
  lasts: 'as long as the conversation',
  subAgents: 'yes',
}
