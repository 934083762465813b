import type { Host } from '../integration.ts'

export const COPILOT_CLI: Host = {
  id: 'copilot-cli',
  title: 'Copilot CLI',
  marks: { programs: ['copilot'], scripts: ['@github/copilot'], variables: ['COPILOT_CLI'] },
  // Where it keeps its records: no event about a call tells that.
  signs: { 'copilot-home': 'COPILOT_HOME' },
  deadlineMs: 75_000,
  integration: async () => (await import('./integration.ts')).COPILOT_CLI_INTEGRATION,
  installer: async () => (await import('./install/installer.ts')).COPILOT_CLI_INSTALLER,
}
