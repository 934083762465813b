import type { HookCoverageByTool, HostPromises, ScreenText, TypedProof } from '../promises.ts'

export const CODEX_PROMISES: HostPromises = {
  asks: { broken: 'runs a call that a hook asks about' },
  // The entry itself says no where its launcher falls or is gone: the host would run the call.
  blocksOnCrash: 'kept',
  blocksOnMissing: 'kept',
  blocksOnTimeout: { broken: 'runs the call' },
  blocksOnGarbage: {
    broken: 'runs the call, even after a denial with an unknown field or without a reason',
  },
  showsPerson: 'kept',
  showsSubAgents: {
    broken: "shows that they ran. Irongate tells you with the agent's next step, or your next prompt",
  },
  promptsAttested: 'kept',
  recordsWhoTyped: 'kept',
  subAgentsGated: 'kept',
  switchesGuarded: {
    broken:
      '`features.hooks = false` in a project, or `--disable hooks`, turns all of them off. `[features] hooks = true` in /etc/codex/requirements.toml prevents both',
  },
}

export const CODEX_HOOK_COVERAGE: HookCoverageByTool = {
  shell: 'asked',
  stdin: {
    unasked:
      '`codex features disable unified_exec_tty` takes the terminal away. `irongate status` lists what was typed',
  },
  edit: 'no such tool',
  patch: 'asked',
  delete: 'asked',
  fetch: 'no such tool',
  mcp: 'asked',
  subAgent: 'asked',
}

export const CODEX_TYPED_PROOF: TypedProof = {
  file: '~/.codex/history.jsonl',
  pasted: 'Counts as typed, up to five lines',
  unproved:
    'Its IDE extension and other clients of `codex app-server`; `history.persistence = "none"`; another `CODEX_HOME`',
}

export const CODEX_SCREEN: ScreenText = {
  whole: 'As the reason that the agent reads; what would happen and the reply come first',
  times: 'Once',
  lasts: 'As long as the conversation',
  subAgents: 'No. Irongate tells you when the sub-agent has ended',
}
