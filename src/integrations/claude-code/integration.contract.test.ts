import { readFileSync } from 'node:fs'
import { describeIntegration, type EventKind, type HostReaction } from '../contract.ts'
import type { HostAnswer } from '../integration.ts'
import { CLAUDE_CODE } from './index.ts'

/** What the real client sent. */
const recorded = readFileSync(new URL('fixtures/events-2.1.325.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const first = (name: string, otherwise: object = {}) =>
  recorded.find((line) => JSON.parse(line).hook_event_name === name) ??
  JSON.stringify({ session_id: 's', cwd: '/p', hook_event_name: name, permission_mode: 'default', ...otherwise })
const bash = { tool_name: 'Bash', tool_input: { command: 'ls' } }

describeIntegration(CLAUDE_CODE, {
  events: {
    'tool-use': first('PreToolUse', { ...bash, tool_use_id: 't' }),
    'permission-prompt': first('PermissionRequest', bash),
    'tool-ran': first('PostToolUse', { ...bash, tool_response: {} }),
    refused: first('PermissionDenied', bash),
    prompt: first('UserPromptSubmit', { prompt: 'hello' }),
    'session-start': first('SessionStart', { source: 'startup' }),
    'config-change': first('ConfigChange', { source: 'user_settings', file_path: '/p/settings.json' }),
    other: first('PreCompact'),
  },
  shell: ({ command, cwd }) =>
    JSON.stringify({
      session_id: 's',
      cwd,
      hook_event_name: 'PreToolUse',
      permission_mode: 'default',
      tool_name: 'Bash',
      tool_input: { command },
    }),
  heard,
  modes: ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions'],
  files: [
    '{}\n',
    '',
    '{ "model": "opus" }',
    '{\n\t"hooks": {\n\t\t"Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]\n\t}\n}\n',
  ],
})

/** As the client reads it (2.1.325): the status first, then JSON; a permission prompt goes by its JSON alone. */
function heard(kind: EventKind, { stdout, status }: HostAnswer): HostReaction {
  if (status === 2 && kind !== 'permission-prompt') return 'stops'
  const answer = json(stdout)
  if (kind === 'permission-prompt') {
    const behavior = answer?.hookSpecificOutput?.decision?.behavior
    return behavior === 'allow' ? 'runs' : behavior === 'deny' ? 'stops' : 'asks'
  }
  if (answer?.decision === 'block') return 'stops'
  const decision = answer?.hookSpecificOutput?.permissionDecision
  return decision === 'allow' ? 'runs' : decision === 'deny' ? 'stops' : decision === 'ask' ? 'asks' : 'continues'
}

interface Shown {
  readonly decision?: string
  readonly hookSpecificOutput?: { readonly permissionDecision?: string; readonly decision?: { behavior?: string } }
}

function json(text: string): Shown | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
