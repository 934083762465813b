import { isAbsolute } from 'node:path'
import { realPathOf } from '../../state/folder-names.ts'
import { type Fields, isFields, optionalText, ownField, parseFields, requiredText } from '../hook-runtime/fields.ts'
import { FRESH_START_SOURCES } from '../hook-runtime/fresh-start.ts'
import { type HostEvent, InvalidPayloadError, type ReadContext } from '../integration.ts'

/** What the host reported, in our words. */
export function readEvent(text: string, { signs }: ReadContext): HostEvent {
  const fields = parseFields(text)
  const event = ownField(fields, 'hook_event_name')
  const cwd = requiredText(fields, 'cwd')
  const folder = sessionFolder(signs['folder'], cwd)
  const agentId = optionalText(fields, 'agent_id')
  const told = {
    sessionId: requiredText(fields, 'session_id'),
    cwd: folder,
    // A sub-agent's events name its own file, whose prompt is its parent's text; its calls all come by event.
    transcript: agentId === undefined ? optionalText(fields, 'transcript_path') : undefined,
    agentId,
    mode: optionalText(fields, 'permission_mode'),
  }
  const callId = optionalText(fields, 'tool_use_id')
  switch (event) {
    case 'PreToolUse':
      return { kind: 'tool-use', ...told, callId, ...readCall(fields, { cwd, folder }) }
    case 'PermissionRequest':
      return { kind: 'permission-prompt', ...told, callId, ...readCall(fields, { cwd, folder }) }
    case 'PostToolUse':
      return { kind: 'tool-ran', ...told, callId, consent: [] }
    case 'UserPromptSubmit':
      return { kind: 'prompt', ...told, text: optionalText(fields, 'prompt') ?? '', typed: true }
    case 'SessionStart': {
      const fresh = FRESH_START_SOURCES.has(ownField(fields, 'source'))
      return { kind: 'session-start', ...told, fresh, model: optionalText(fields, 'model') }
    }
    case 'SubagentStart':
    case 'SubagentStop':
    case 'PreCompact':
    case 'PostCompact':
      return { kind: 'other', ...told }
    default:
      throw new InvalidPayloadError(`an event this hook does not know: ${JSON.stringify(event)}`)
  }
}

const SHELL_TOOL = 'Bash'

interface Folders {
  /** Where the call runs. */
  readonly cwd: string
  /** Where the session is. */
  readonly folder: string
}

/** A call's own folder is in its event's `cwd`, and not in its input. */
function readCall(fields: Fields, { cwd, folder }: Folders) {
  const input = ownField(fields, 'tool_input')
  if (!isFields(input)) throw new InvalidPayloadError('a call without a whole input')
  const called = { ...normalizeCall(requiredText(fields, 'tool_name'), input), model: optionalText(fields, 'model') }
  return cwd === folder || called.tool !== SHELL_TOOL
    ? called
    : { ...called, tool: 'exec_command', input: { cmd: ownField(input, 'command'), workdir: cwd } }
}

/** A patch comes as the command of its tool; before a prompt, a command has the agent's reason beside it, which is not part of it. */
function normalizeCall(tool: string, input: Fields): { readonly tool: string; readonly input: Fields } {
  const command = ownField(input, 'command')
  if (typeof command !== 'string') return { tool, input }
  if (tool === 'apply_patch') return { tool, input: { patch: command } }
  return { tool, input: tool === SHELL_TOOL ? { command } : input }
}

/**
 * Where the session is. A call can run elsewhere, and its agent says where: what is the project's own is not for it to say.
 * INVARIANT: where the two are one place, the event's word for it counts.
 */
function sessionFolder(started: string | undefined, cwd: string): string {
  return started === undefined || !isAbsolute(started) || started === cwd || realPathOf(started) === realPathOf(cwd)
    ? cwd
    : started
}
