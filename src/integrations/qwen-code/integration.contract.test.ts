import { readFileSync } from 'node:fs'
import { describeIntegration, type EventKind, type HostReaction } from '../contract.ts'
import type { HostAnswer } from '../integration.ts'
import { QWEN_CODE } from './index.ts'

/** What the real client sent. */
const recorded = readFileSync(new URL('fixtures/events-0.24.4.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const first = (name: string) => recorded.find((line) => JSON.parse(line).hook_event_name === name) ?? ''

describeIntegration(QWEN_CODE, {
  events: {
    'tool-use': first('PreToolUse'),
    'tool-ran': first('PostToolUse'),
    prompt: first('UserPromptSubmit'),
    'session-start': first('SessionStart'),
    other: first('SubagentStart'),
  },
  shell: ({ command, cwd }) => JSON.stringify({ ...JSON.parse(first('PreToolUse')), cwd, tool_input: { command } }),
  heard,
  modes: ['default', 'auto', 'auto-edit', 'plan', 'yolo'],
  files: [
    '{}\n',
    '',
    '// mine\n{ "model": { "name": "qwen" } }',
    '{\n\t"hooks": {\n\t\t"Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]\n\t}\n}\n',
  ],
})

/** As the client reads it (0.24.4): status 2 with a word blocks; what is no JSON says nothing. */
function heard(_kind: EventKind, { stdout, stderr, status }: HostAnswer): HostReaction {
  if (status === 2) return stderr.trim() === '' ? 'continues' : 'stops'
  const { decision, hookSpecificOutput: said } = json(stdout)
  if (decision === 'block' || decision === 'deny' || said?.permissionDecision === 'deny') return 'stops'
  return said?.permissionDecision === 'allow' ? 'runs' : said?.permissionDecision === 'ask' ? 'asks' : 'continues'
}

interface Shown {
  readonly decision?: string
  readonly hookSpecificOutput?: { readonly permissionDecision?: string }
}

function json(text: string): Shown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
