import type { HookCoverageByTool, HostPromises, ScreenText, TypedProof } from '../promises.ts'

export const OPENCODE_PROMISES: HostPromises = {
  asks: { broken: 'its hook for that, `permission.ask`, is never called' },
  blocksOnCrash: 'kept',
  blocksOnMissing: 'kept',
  blocksOnTimeout: 'kept',
  blocksOnGarbage: 'kept',
  showsPerson: 'kept',
  showsSubAgents: 'kept',
  promptsAttested: 'kept',
  recordsWhoTyped: 'kept',
  subAgentsGated: 'kept',
  switchesGuarded: {
    broken:
      "a project's own plugins run in the same process and can undo ours, and `--pure` starts it without any; nothing prevents either",
  },
}

export const OPENCODE_HOOK_COVERAGE: HookCoverageByTool = {
  shell: 'asked',
  stdin: 'no such tool',
  edit: 'asked',
  patch: 'asked',
  delete: 'asked',
  fetch: 'asked',
  mcp: 'asked',
  subAgent: 'asked',
}

export const OPENCODE_TYPED_PROOF: TypedProof = {
  file: '~/.local/state/opencode/prompt-history.jsonl',
  pasted: 'no, where OpenCode shows `[Pasted …]` in its place; shorter texts as if typed',
  unproved: 'its web page, its desktop app and other clients of `opencode serve`; another `XDG_STATE_HOME`',
}

export const OPENCODE_SCREEN: ScreenText = {
  whole: 'yes, over the conversation at once, and in it when the agent has ended',
  times: 'once; twice while the first still lies over it',
  lasts: '30 seconds over it; in it as long as the conversation',
  subAgents: 'yes',
}
