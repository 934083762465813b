import type { Host } from '../integration.ts'

export const OPENCODE: Host = {
  id: 'opencode',
  title: 'OpenCode',
  marks: {
    programs: ['opencode'],
    scripts: ['opencode-ai'],
    variables: ['OPENCODE', 'OPENCODE_PID'],
  },
  signs: {},
  deadlineMs: 75_000,
  integration: async () => (await import('./integration.ts')).OPENCODE_INTEGRATION,
  installer: async () => (await import('./install/installer.ts')).OPENCODE_INSTALLER,
}
