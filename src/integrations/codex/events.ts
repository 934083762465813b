import { realpathSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { BadPayload, type HostEvent, type ReadAt } from '../integration.ts'
import { type Fields, fieldsIn, isFields, optional, own, required } from '../seat/fields.ts'

/** Starts of a conversation that has no past. */
const BEGINNINGS: ReadonlySet<unknown> = new Set(['startup', 'clear'])

/** What the host told, in our words. */
export function readEvent(text: string, { signs }: ReadAt): HostEvent {
  const fields = fieldsIn(text)
  const event = own(fields, 'hook_event_name')
  const cwd = required(fields, 'cwd')
  const folder = sessionFolder(signs['folder'], cwd)
  const agentId = optional(fields, 'agent_id')
  const told = {
    sessionId: required(fields, 'session_id'),
    cwd: folder,
    // A sub-agent's events name its own file, whose prompt is its parent's text; its calls all come by event.
    transcript: agentId === undefined ? optional(fields, 'transcript_path') : undefined,
    agentId,
    mode: optional(fields, 'permission_mode'),
  }
  const callId = optional(fields, 'tool_use_id')
  switch (event) {
    case 'PreToolUse':
      return { kind: 'tool-use', ...told, callId, ...callIn(fields, { cwd, folder }) }
    case 'PermissionRequest':
      return { kind: 'permission-prompt', ...told, callId, ...callIn(fields, { cwd, folder }) }
    case 'PostToolUse':
      return { kind: 'tool-ran', ...told, callId, consent: [] }
    case 'UserPromptSubmit':
      return { kind: 'prompt', ...told, text: optional(fields, 'prompt') ?? '', typed: true }
    case 'SessionStart': {
      const fresh = BEGINNINGS.has(own(fields, 'source'))
      return { kind: 'session-start', ...told, fresh, model: optional(fields, 'model') }
    }
    case 'SubagentStart':
    case 'SubagentStop':
    case 'PreCompact':
    case 'PostCompact':
      return { kind: 'other', ...told }
    default:
      throw new BadPayload(`an event this hook does not know: ${JSON.stringify(event)}`)
  }
}

const SHELL = 'Bash'

interface Folders {
  /** Where the call runs. */
  readonly cwd: string
  /** Where the session is. */
  readonly folder: string
}

/** A call's own folder is in its event's `cwd`, and not in its input. */
function callIn(fields: Fields, { cwd, folder }: Folders) {
  const input = own(fields, 'tool_input')
  if (!isFields(input)) throw new BadPayload('a call without a whole input')
  const called = { ...named(required(fields, 'tool_name'), input), model: optional(fields, 'model') }
  return cwd === folder || called.tool !== SHELL
    ? called
    : { ...called, tool: 'exec_command', input: { cmd: own(input, 'command'), workdir: cwd } }
}

/** A patch is told as the command of its tool; before a prompt, a command has the agent's reason beside it, which is not part of it. */
function named(tool: string, input: Fields): { readonly tool: string; readonly input: Fields } {
  const command = own(input, 'command')
  if (typeof command !== 'string') return { tool, input }
  if (tool === 'apply_patch') return { tool, input: { patch: command } }
  return { tool, input: tool === SHELL ? { command } : input }
}

/**
 * Where the session is. A call can run elsewhere, and its agent says where: what is the project's own is not for it to say.
 * INVARIANT: where the two are one place, the event's word for it counts.
 */
function sessionFolder(started: string | undefined, cwd: string): string {
  return started === undefined || !isAbsolute(started) || started === cwd || real(started) === real(cwd) ? cwd : started
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
