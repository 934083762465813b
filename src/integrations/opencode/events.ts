import { join } from 'node:path'
import type { ToolLookup } from '../../analysis/tool.ts'
import { hostTools } from '../../tools/hosts/tables.ts'
import { createTools } from '../../tools/registry.ts'
import { BadPayload, type HostEvent, type ReadAt } from '../integration.ts'
import { type Fields, fieldsIn, isFields, optional, own, required } from '../seat/fields.ts'
import { recordOf } from './record.ts'
import { callIdOf, unquoted } from './words.ts'

/** In a home. */
export const DATABASE = '.local/share/opencode/opencode.db'

export const TOOLS: ToolLookup = createTools([], ['opencode'])

/** What our plugin tells of the host, in our words. The plugin is ours; what it passes on is the model's and the project's. */
export function readEvent(text: string, { home }: Pick<ReadAt, 'home'>): HostEvent {
  const fields = fieldsIn(text)
  const event = own(fields, 'event')
  const sessionId = required(fields, 'session')
  const agentId = optional(fields, 'agent')
  const told = {
    sessionId,
    cwd: required(fields, 'cwd'),
    transcript: recordOf(join(home, DATABASE), sessionId),
    agentId,
    unattended: own(fields, 'attended') === false,
  }
  const call = optional(fields, 'call')
  const callId = call === undefined ? undefined : callIdOf(agentId ?? sessionId, call)
  switch (event) {
    case 'tool':
      return { kind: 'tool-use', ...told, callId, ...callIn(fields) }
    case 'ran':
      return { kind: 'tool-ran', ...told, callId, consent: [] }
    case 'refused':
      return { kind: 'refused', ...told, callId }
    case 'prompt':
      return { kind: 'prompt', ...told, text: promptIn(fields), typed: own(fields, 'typed') === true }
    case 'start':
      return { kind: 'session-start', ...told, fresh: own(fields, 'fresh') === true }
    default:
      throw new BadPayload(`an event this hook does not know: ${JSON.stringify(event)}`)
  }
}

function callIn(fields: Fields) {
  const input = own(fields, 'input')
  if (!isFields(input)) throw new BadPayload('a call without a whole input')
  return { tool: nameOf(required(fields, 'tool'), optional(fields, 'server')), input, model: optional(fields, 'model') }
}

/**
 * A server's tool has one name that joins both. INVARIANT: what the host itself has by that name comes first, or a project could
 * name a server so that a call of the host's own tool looks like a server's.
 */
function nameOf(name: string, server: string | undefined): string {
  if (server === undefined || server === '' || hostTools(['opencode']).has(name)) return name
  return name.startsWith(`${server}_`) ? `mcp__${server}__${name.slice(server.length + 1)}` : name
}

function promptIn(fields: Fields): string {
  const text = optional(fields, 'text') ?? ''
  return own(fields, 'run') === true ? unquoted(text) : text
}
