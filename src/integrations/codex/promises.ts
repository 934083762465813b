import type { HookCoverageByTool, HostPromises, ScreenText, TypedProof } from '../promises.ts'

export const CODEX_PROMISES: HostPromises = {
  asks: { broken: 'it runs a call that a hook asks about' },
  // The entry itself says no where its launcher falls or is gone: the host would run the call.
  blocksOnCrash: 'kept',
  blocksOnMissing: 'kept',
  blocksOnTimeout: { broken: 'it runs the call' },
  blocksOnGarbage: {
    broken: 'it runs the call, also after a denial with a field that it does not know or without a reason',
  },
  showsPerson: 'kept',
  showsSubAgents: {
    broken: "the screen shows that they ran; the gate tells it beside the agent's next step, or your next prompt",
  },
  promptsAttested: 'kept',
  recordsWhoTyped: 'kept',
  subAgentsGated: 'kept',
  switchesGuarded: {
    broken:
      '`features.hooks = false` in a project, or `--disable hooks`, switches all off; `[features] hooks = true` in /etc/codex/requirements.toml prevents both',
  },
}

export const CODEX_HOOK_COVERAGE: HookCoverageByTool = {
  shell: 'asked',
  stdin: {
    unasked:
      '`codex features disable unified_exec_tty` takes the terminal away; `irongate status` lists what was typed',
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
  pasted: 'as if typed, up to five lines',
  unproved:
    'its IDE extension and other clients of `codex app-server`; `history.persistence = "none"`; another `CODEX_HOME`',
}

export const CODEX_SCREEN: ScreenText = {
  whole: 'yes: the reason that the agent reads, with what would happen and the reply first',
  times: 'once',
  lasts: 'as long as the conversation',
  subAgents: 'no; the gate tells it when the sub-agent has ended',
}
