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

/** A payload that is not of the host's shape. The hook turns it into the blocking answer. */
export class BadPayload extends Error {}

type Record_ = Readonly<Record<string, unknown>>

export function parsePayload(text: string): HookPayload {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new BadPayload(
      text.trim() === ''
        ? 'nothing on stdin'
        : `stdin is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  if (!isRecord(value)) throw new BadPayload('stdin is not a JSON object')
  const event = own(value, 'hook_event_name')
  if (typeof event !== 'string' || !(HOOK_EVENTS as readonly string[]).includes(event))
    throw new BadPayload(`an event this hook does not know: ${JSON.stringify(event)}`)
  const input = own(value, 'tool_input')
  const needsTool = event === 'PreToolUse' || event === 'PermissionRequest'
  if (needsTool && (!isRecord(input) || typeof own(value, 'tool_name') !== 'string'))
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
    toolInput: isRecord(input) ? input : {},
    toolUseId: optional(value, 'tool_use_id'),
    toolResponse: own(value, 'tool_response'),
    prompt: optional(value, 'prompt') ?? '',
    source: optional(value, 'source') ?? '',
    filePath: optional(value, 'file_path'),
    model: optional(value, 'model'),
  }
}

function required(value: Record_, key: string): string {
  const found = optional(value, key)
  if (found === undefined || found === '') throw new BadPayload(`${key} is missing`)
  return found
}

function optional(value: Record_, key: string): string | undefined {
  const found = own(value, key)
  return typeof found === 'string' ? found : undefined
}

function own(value: Record_, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

function isRecord(value: unknown): value is Record_ {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
