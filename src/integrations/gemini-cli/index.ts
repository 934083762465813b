import type { Host } from '../integration.ts'

export const GEMINI_CLI: Host = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  marks: {
    programs: ['gemini'],
    scripts: ['gemini-cli'],
    variables: ['GEMINI_CLI', 'GEMINI_SESSION_ID'],
  },
  signs: {},
  deadlineMs: 75_000,
  integration: async () => (await import('./integration.ts')).GEMINI_CLI_INTEGRATION,
  installer: async () => (await import('./install/installer.ts')).GEMINI_CLI_INSTALLER,
}
