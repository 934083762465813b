import { BadPayload, type HostEvent } from '../integration.ts'
import { type Fields, fieldsIn, isFields, optional, own, required } from '../seat/fields.ts'

/** One event of a program that speaks our own form. */
export function readEvent(text: string): HostEvent {
  const fields = fieldsIn(text)
  const event = own(fields, 'event')
  const told = {
    sessionId: required(fields, 'session'),
    cwd: required(fields, 'cwd'),
    agentId: optional(fields, 'agent'),
    unattended: own(fields, 'attended') === false,
  }
  switch (event) {
    case 'tool':
      return { kind: 'tool-use', ...told, ...callIn(fields) }
    case 'ran':
      return { kind: 'tool-ran', ...told, callId: optional(fields, 'call'), consent: [] }
    case 'refused':
      return { kind: 'refused', ...told, callId: optional(fields, 'call') }
    case 'prompt':
      return { kind: 'prompt', ...told, text: required(fields, 'text'), typed: true }
    case 'start':
      return { kind: 'session-start', ...told, fresh: true, model: optional(fields, 'model') }
    default:
      throw new BadPayload(`an event this hook does not know: ${JSON.stringify(event)}`)
  }
}

function callIn(fields: Fields) {
  const input = own(fields, 'input')
  if (!isFields(input)) throw new BadPayload('input is not an object')
  return {
    tool: required(fields, 'tool'),
    input,
    callId: optional(fields, 'call'),
    model: optional(fields, 'model'),
  }
}
