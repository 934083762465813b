import { readFileSync } from 'node:fs'
import { describeIntegration, type EventKind, type HostReaction } from '../contract.ts'
import type { HostAnswer } from '../integration.ts'
import { CODEX } from './index.ts'

/** What the real client sent. */
const recorded = readFileSync(new URL('fixtures/events-0.166.0.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const first = (name: string) => recorded.find((line) => JSON.parse(line).hook_event_name === name) ?? ''

describeIntegration(CODEX, {
  events: {
    'tool-use': first('PreToolUse'),
    'permission-prompt': first('PermissionRequest'),
    'tool-ran': first('PostToolUse'),
    prompt: first('UserPromptSubmit'),
    'session-start': first('SessionStart'),
    other: first('SubagentStart'),
  },
  shell: ({ command, cwd }) => JSON.stringify({ ...JSON.parse(first('PreToolUse')), cwd, tool_input: { command } }),
  heard,
  modes: ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'],
  files: [
    '{}\n',
    '',
    '{ "hooks": {} }',
    '{\n\t"hooks": {\n\t\t"Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]\n\t}\n}\n',
  ],
})

const FIELDS = ['continue', 'decision', 'hookSpecificOutput', 'reason', 'stopReason', 'suppressOutput', 'systemMessage']

/** As the client reads it (0.166.0): whatever it finds invalid is as if nothing had been said, and the call goes on. */
function heard(kind: EventKind, { stdout, stderr, status }: HostAnswer): HostReaction {
  const silent = kind === 'permission-prompt' ? 'asks' : 'continues'
  if (status === 2) return stderr.trim() === '' ? silent : 'stops'
  const answer = strict(stdout)
  if (!answer || Object.keys(answer).some((key) => !FIELDS.includes(key))) return silent
  const { hookSpecificOutput: said, ...rest } = answer
  if (kind === 'prompt') return rest.decision === 'block' && isText(rest.reason) ? 'stops' : silent
  if (rest.continue === false || rest.stopReason !== undefined || rest.suppressOutput === true) return silent
  if (kind === 'permission-prompt') {
    const { behavior } = said?.decision ?? {}
    return behavior === 'allow' ? 'runs' : behavior === 'deny' ? 'stops' : silent
  }
  return said?.permissionDecision === 'deny' && isText(said.permissionDecisionReason) ? 'stops' : silent
}

interface Answer {
  readonly continue?: boolean
  readonly decision?: string
  readonly reason?: string
  readonly stopReason?: string
  readonly suppressOutput?: boolean
  readonly hookSpecificOutput?: {
    readonly permissionDecision?: string
    readonly permissionDecisionReason?: string
    readonly decision?: { readonly behavior?: string }
  }
}

const isText = (text: string | undefined) => text !== undefined && text.trim() !== ''

/** Its reader takes no half of a character. */
function strict(text: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value).isWellFormed() && !/\\ud[89a-f]/i.test(text) ? (value as Answer) : undefined
  } catch {
    return undefined
  }
}
