import { readFileSync } from 'node:fs'
import { describeIntegration, type EventKind, type HostReaction } from '../contract.ts'
import type { HostAnswer } from '../integration.ts'
import { COPILOT_CLI } from './index.ts'

/** What the real client sent; no event has a name. */
const recorded = readFileSync(new URL('fixtures/events-1.0.102.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const first = (has: string, lacks?: string) =>
  recorded.find((line) => has in JSON.parse(line) && !(lacks !== undefined && lacks in JSON.parse(line))) ?? ''

describeIntegration(COPILOT_CLI, {
  events: {
    'tool-use': first('toolName', 'toolResult'),
    'tool-ran': first('toolResult'),
    prompt: first('prompt', 'transformedPrompt'),
    'session-start': first('source'),
    other: first('transcriptPath'),
  },
  shell: ({ command, cwd }) =>
    JSON.stringify({ ...JSON.parse(first('toolName', 'toolResult')), cwd, toolArgs: { command } }),
  heard,
  modes: [],
  files: [
    '{}\n',
    '',
    '{ "version": 1, "hooks": {} }',
    '{\n\t"hooks": {\n\t\t"agentStop": [{ "type": "command", "bash": "say done" }]\n\t}\n}\n',
    '{ "hooks": { "preToolUse": [{ "hooks": [{ "type": "command", "command": "look" }] }] } }',
  ],
})

/** As the client reads it (1.0.102): a call is denied by any status but 0, a prompt by what is printed alone. One JSON, or nothing. */
function heard(kind: EventKind, { stdout, status }: HostAnswer): HostReaction {
  const { permissionDecision, decision } = json(stdout)
  if (kind === 'prompt' || kind === 'config-change') return decision === 'block' ? 'stops' : 'continues'
  if (status !== 0 || permissionDecision === 'deny') return 'stops'
  return permissionDecision === 'allow' ? 'runs' : permissionDecision === 'ask' ? 'asks' : 'continues'
}

function json(text: string): { readonly permissionDecision?: string; readonly decision?: string } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
