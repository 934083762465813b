import { type Fields, isFields, optionalText, ownField, parseFields, requiredText } from '../hook-runtime/fields.ts'
import { type HostEvent, InvalidPayloadError } from '../integration.ts'

/** One event of a program that speaks our own form. */
export function readEvent(text: string): HostEvent {
  const fields = parseFields(text)
  const event = ownField(fields, 'event')
  const told = {
    sessionId: requiredText(fields, 'session'),
    cwd: requiredText(fields, 'cwd'),
    agentId: optionalText(fields, 'agent'),
    unattended: ownField(fields, 'attended') === false,
  }
  switch (event) {
    case 'tool':
      return { kind: 'tool-use', ...told, ...readCall(fields) }
    case 'ran':
      return { kind: 'tool-ran', ...told, callId: optionalText(fields, 'call'), consent: [] }
    case 'refused':
      return { kind: 'refused', ...told, callId: optionalText(fields, 'call') }
    case 'prompt':
      return { kind: 'prompt', ...told, text: requiredText(fields, 'text'), typed: true }
    case 'start':
      return { kind: 'session-start', ...told, fresh: true, model: optionalText(fields, 'model') }
    default:
      throw new InvalidPayloadError(`an event this hook does not know: ${JSON.stringify(event)}`)
  }
}

function readCall(fields: Fields) {
  const input = ownField(fields, 'input')
  if (!isFields(input)) throw new InvalidPayloadError('input is not an object')
  return {
    tool: requiredText(fields, 'tool'),
    input,
    callId: optionalText(fields, 'call'),
    model: optionalText(fields, 'model'),
  }
}
