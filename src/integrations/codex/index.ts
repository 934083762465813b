import type { Host } from '../integration.ts'

export const CODEX: Host = {
  id: 'codex',
  title: 'Codex',
  marks: {
    programs: ['codex', 'codex.exe'],
    scripts: ['@openai/codex'],
    daemons: ['app-server'],
    variables: ['CODEX_SANDBOX', 'CODEX_THREAD_ID', 'CODEX_MANAGED_BY_NPM'],
  },
  // The hook is started where the session is. The event names the folder of the call, which the agent chooses.
  signs: { folder: 'PWD' },
  deadlineMs: 75_000,
  integration: async () => (await import('./integration.ts')).CODEX_INTEGRATION,
  installer: async () => (await import('./install/installer.ts')).CODEX_INSTALLER,
}
