import type { AgentMarks } from './integration.ts'

/** Agents that have no host folder yet. What they start is no person either. */
export const OTHER_AGENTS: AgentMarks = {
  programs: ['cursor-agent', 'aider', 'goose', 'amp', 'droid', 'crush', 'openhands'],
  scripts: ['aider', 'cline', 'roo-code'],
  variables: ['CURSOR_AGENT'],
}
