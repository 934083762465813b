import type { HookCoverageByTool, HostPromises, TypedProof } from '../promises.ts'

export const QWEN_CODE_PROMISES: HostPromises = {
  asks: { broken: 'without a person it takes an ask for a denial; that it asks one has not been shown' },
  // The entry itself says no where its starter falls or is gone: the host would run the call.
  blocksOnCrash: 'kept',
  blocksOnMissing: 'kept',
  blocksOnTimeout: { broken: 'it runs the call' },
  blocksOnGarbage: { broken: 'it runs the call' },
  showsPerson: { broken: "it shows what its model says of a stopped call, not the gate's words" },
  promptsAttested: 'kept',
  recordsWhoTyped: 'kept',
  subAgentsGated: 'kept',
  switchesGuarded: {
    broken:
      '`disableAllHooks` in a project switches them off; `"disableAllHooks": false` in /etc/qwen-code/settings.json prevents it',
  },
}

export const QWEN_CODE_HOOK_COVERAGE: HookCoverageByTool = {
  shell: 'asked',
  stdin: 'no such tool',
  edit: 'asked',
  patch: 'no such tool',
  delete: 'no such tool',
  fetch: 'asked',
  mcp: 'asked',
  subAgent: 'asked',
}

export const QWEN_CODE_TYPED_PROOF: TypedProof = {
  file: '~/.qwen/tmp/*/logs.json',
  pasted: 'as if typed, up to five lines',
  unproved: 'editors that drive it (`--acp`)',
}
