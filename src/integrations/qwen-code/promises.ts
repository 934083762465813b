import type { HookCoverageByTool, HostPromises, ScreenText, TypedProof } from '../promises.ts'

export const QWEN_CODE_PROMISES: HostPromises = {
  asks: 'kept',
  // The entry itself says no where its launcher falls or is gone: the host would run the call.
  blocksOnCrash: 'kept',
  blocksOnMissing: 'kept',
  blocksOnTimeout: { broken: 'runs the call' },
  blocksOnGarbage: { broken: 'runs the call' },
  showsPerson: 'kept',
  showsSubAgents: { broken: 'only the sub-agent reads them' },
  promptsAttested: 'kept',
  recordsWhoTyped: 'kept',
  subAgentsGated: 'kept',
  switchesGuarded: {
    broken:
      '`disableAllHooks` in a project turns them off. `"disableAllHooks": false` in /etc/qwen-code/settings.json prevents it',
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
  pasted: 'Counts as typed, up to five lines',
  unproved: 'Editors that drive it (`--acp`)',
}

export const QWEN_CODE_SCREEN: ScreenText = {
  whole: 'As the reason that the agent reads; what would happen and the reply come first',
  times: 'Once. It confirms no reply',
  lasts: 'As long as the conversation',
  subAgents: 'No. Run `irongate denied`',
}
