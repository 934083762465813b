import { BadPayload } from '../integration.ts'
import { fieldsIn, isFields, optional, own, required } from '../seat/fields.ts'

/** What Claude Code hands to a hook on stdin, checked. Everything in it is hostile but for the channel itself. */
export interface HookPayload {
  readonly event: HookEvent
  readonly sessionId: string
  readonly cwd: string
  readonly transcriptPath: string | undefined
  readonly permissionMode: string | undefined
  readonly agentId: string | undefined
  readonly agentType: string | undefined
  readonly toolName: string
  readonly toolInput: Readonly<Record<string, unknown>>
  readonly toolUseId: string | undefined
  readonly toolResponse: unknown
  readonly prompt: string
  readonly promptId: string | undefined
  readonly source: string
  readonly filePath: string | undefined
  readonly model: string | undefined
}

export const HOOK_EVENTS = [
  'PreToolUse',
  'PermissionRequest',
  'PermissionDenied',
  'UserPromptSubmit',
  'PostToolUse',
  'SessionStart',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'ConfigChange',
] as const

export type HookEvent = (typeof HOOK_EVENTS)[number]

export function parsePayload(text: string): HookPayload {
  const value = fieldsIn(text)
  const event = own(value, 'hook_event_name')
  if (typeof event !== 'string' || !(HOOK_EVENTS as readonly string[]).includes(event))
    throw new BadPayload(`an event this hook does not know: ${JSON.stringify(event)}`)
  const input = own(value, 'tool_input')
  const needsTool = event === 'PreToolUse' || event === 'PermissionRequest'
  if (needsTool && (!isFields(input) || typeof own(value, 'tool_name') !== 'string'))
    throw new BadPayload(`${event} without a tool's name and input`)
  return {
    event: event as HookEvent,
    sessionId: required(value, 'session_id'),
    cwd: required(value, 'cwd'),
    transcriptPath: optional(value, 'transcript_path'),
    permissionMode: optional(value, 'permission_mode'),
    agentId: optional(value, 'agent_id'),
    agentType: optional(value, 'agent_type'),
    toolName: optional(value, 'tool_name') ?? '',
    toolInput: isFields(input) ? input : {},
    toolUseId: optional(value, 'tool_use_id'),
    toolResponse: own(value, 'tool_response'),
    prompt: optional(value, 'prompt') ?? '',
    promptId: optional(value, 'prompt_id'),
    source: optional(value, 'source') ?? '',
    filePath: optional(value, 'file_path'),
    model: optional(value, 'model'),
  }
}
