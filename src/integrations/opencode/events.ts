import { join } from 'node:path'
import type { ToolLookup } from '../../analysis/tool.ts'
import { hostTools } from '../../tools/hosts/host-tools.ts'
import { createTools } from '../../tools/registry.ts'
import { type Fields, isFields, optionalText, ownField, parseFields, requiredText } from '../hook-runtime/fields.ts'
import { type HostEvent, InvalidPayloadError, type ReadContext } from '../integration.ts'
import { callIdOf, unquoteArgument } from './argument-quoting.ts'
import { conversationPath } from './transcript.ts'

/** In a home. */
export const DATABASE_FILE = '.local/share/opencode/opencode.db'

export const OPENCODE_TOOLS: ToolLookup = createTools([], ['opencode'])

/** What our plugin tells of the host, in our words. The plugin is ours; what it passes on is the model's and the project's. */
export function readEvent(text: string, { home }: Pick<ReadContext, 'home'>): HostEvent {
  const fields = parseFields(text)
  const event = ownField(fields, 'event')
  const sessionId = requiredText(fields, 'session')
  const agentId = optionalText(fields, 'agent')
  const told = {
    sessionId,
    cwd: requiredText(fields, 'cwd'),
    transcript: conversationPath(join(home, DATABASE_FILE), sessionId),
    agentId,
    unattended: ownField(fields, 'attended') === false,
  }
  const call = optionalText(fields, 'call')
  const callId = call === undefined ? undefined : callIdOf(agentId ?? sessionId, call)
  switch (event) {
    case 'tool':
      return { kind: 'tool-use', ...told, callId, ...readCall(fields) }
    case 'ran':
      return { kind: 'tool-ran', ...told, callId, consent: [] }
    case 'refused':
      return { kind: 'refused', ...told, callId }
    case 'prompt':
      return { kind: 'prompt', ...told, text: promptText(fields), typed: ownField(fields, 'typed') === true }
    case 'start':
      return { kind: 'session-start', ...told, fresh: ownField(fields, 'fresh') === true }
    default:
      throw new InvalidPayloadError(`an event this hook does not know: ${JSON.stringify(event)}`)
  }
}

function readCall(fields: Fields) {
  const input = ownField(fields, 'input')
  if (!isFields(input)) throw new InvalidPayloadError('a call without a whole input')
  return {
    tool: nameOf(requiredText(fields, 'tool'), optionalText(fields, 'server')),
    input,
    model: optionalText(fields, 'model'),
  }
}

/**
 * A server's tool has one name that joins both. INVARIANT: what the host itself has by that name comes first, or a project could
 * name a server so that a call of the host's own tool looks like a server's.
 */
function nameOf(name: string, server: string | undefined): string {
  if (server === undefined || server === '' || hostTools(['opencode']).has(name)) return name
  return name.startsWith(`${server}_`) ? `mcp__${server}__${name.slice(server.length + 1)}` : name
}

function promptText(fields: Fields): string {
  const text = optionalText(fields, 'text') ?? ''
  return ownField(fields, 'run') === true ? unquoteArgument(text) : text
}
