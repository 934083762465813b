import { readFileSync } from 'node:fs'
import { describeIntegration, type EventKind, type HostReaction } from '../contract.ts'
import type { HostAnswer } from '../integration.ts'
import { GEMINI_CLI } from './index.ts'

/** What the real client sent. */
const recorded = readFileSync(new URL('fixtures/events-0.61.0.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const first = (name: string) => recorded.find((line) => JSON.parse(line).hook_event_name === name) ?? ''

describeIntegration(GEMINI_CLI, {
  events: {
    'tool-use': first('BeforeTool'),
    'tool-ran': first('AfterTool'),
    prompt: first('BeforeAgent'),
    'session-start': first('SessionStart'),
    other: first('PreCompress'),
  },
  shell: ({ command, cwd }) => JSON.stringify({ ...JSON.parse(first('BeforeTool')), cwd, tool_input: { command } }),
  heard,
  modes: [],
  files: [
    '{}\n',
    '',
    '// mine\n{ "model": { "name": "gemini" } }',
    '{\n\t"hooks": {\n\t\t"AfterAgent": [{ "hooks": [{ "type": "command", "command": "say done" }] }]\n\t}\n}\n',
  ],
})

/** As the client reads it (0.61.0): the decision at the top; status 2 with a word blocks; what is no JSON says nothing. */
function heard(_kind: EventKind, { stdout, stderr, status }: HostAnswer): HostReaction {
  if (status === 2) return stderr.trim() === '' ? 'continues' : 'stops'
  const decision = decisionIn(stdout)
  if (decision === 'deny' || decision === 'block') return 'stops'
  return decision === 'allow' ? 'runs' : decision === 'ask' ? 'asks' : 'continues'
}

function decisionIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { decision?: unknown }).decision
  } catch {
    return undefined
  }
}
