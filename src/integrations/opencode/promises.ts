import type { HookCoverageByTool, HostPromises, ScreenText, TypedProof } from '../promises.ts'

export const OPENCODE_PROMISES: HostPromises = {
  asks: { broken: 'never calls its hook for that, `permission.ask`' },
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
      "a project's plugins run in the same process and can undo Irongate's, and `--pure` starts it without any. Nothing prevents either",
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
  pasted: 'Not where OpenCode shows `[Pasted …]`; shorter text counts as typed',
  unproved: 'Its web page, desktop app and other clients of `opencode serve`; another `XDG_STATE_HOME`',
}

export const OPENCODE_SCREEN: ScreenText = {
  whole: 'Over the conversation at once, and in it when the agent has ended',
  times: 'Once; twice while the notice is still up',
  lasts: 'As a notice, 30 seconds; in the conversation, as long as that',
  subAgents: 'Yes',
}
