import type { Host } from '../integration.ts'
import { CLAUDE_CODE_VARIABLES } from './host-variables.ts'
import { settingsFiles } from './settings-files.ts'

export const CLAUDE_CODE: Host = {
  id: 'claude-code',
  title: 'Claude Code',
  marks: {
    programs: ['claude', 'claude.exe'],
    scripts: ['claude-code', 'claude-agent-sdk'],
    variables: ['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT'],
    nested: ['CLAUDECODE'],
  },
  signs: CLAUDE_CODE_VARIABLES,
  deadlineMs: 75_000,
  settingsFiles,
  integration: async () => (await import('./integration.ts')).CLAUDE_CODE_INTEGRATION,
  installer: async () => (await import('./install/installer.ts')).CLAUDE_CODE_INSTALLER,
}
