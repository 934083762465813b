import { type Fields, optionalText, ownField, parseFields, requiredText } from '../hook-runtime/fields.ts'
import { type HostEvent, InvalidPayloadError, type ReadContext } from '../integration.ts'
import { mcpRuleName, readCopilotCall } from './calls.ts'
import { isSubmittedByProject } from './project-prompts.ts'
import { configDirOf, findSession, transcriptFileOf } from './sessions.ts'

/** Starts of a conversation that has no past. */
const FRESH_START_SOURCES: ReadonlySet<unknown> = new Set(['new', 'startup'])

type EventBase = Pick<HostEvent, 'sessionId' | 'cwd' | 'agentId' | 'transcript'>

/** What the host reported, in our words. No event has a name: each is known by the fields that it alone has. */
export function readEvent(text: string, at: ReadContext): HostEvent {
  const fields = parseFields(text)
  const agentId = optionalText(fields, 'agentId')
  const asker = {
    sessionId: requiredText(fields, 'sessionId'),
    agentId,
    parentId: optionalText(fields, 'parentAgentId'),
  }
  const sessionId = findSession(asker, configDirOf(at))
  const transcript = transcriptFileOf(sessionId, configDirOf(at))
  const told: EventBase = { sessionId, cwd: requiredText(fields, 'cwd'), agentId, transcript }
  if (ownField(fields, 'toolName') !== undefined) return callEvent(fields, told, at)
  const prompt = optionalText(fields, 'prompt')
  if (prompt !== undefined && ownField(fields, 'transformedPrompt') === undefined) return promptEvent(prompt, told, at)
  const source = optionalText(fields, 'source')
  if (source !== undefined) return { kind: 'session-start', ...told, fresh: FRESH_START_SOURCES.has(source) }
  if (prompt !== undefined || optionalText(fields, 'transcriptPath') !== undefined) return { kind: 'other', ...told }
  throw new InvalidPayloadError('an event this hook does not know')
}

/** Only what ended well did what it should: a file that could not be made is not the session's own. */
function callEvent(fields: Fields, told: EventBase, at: ReadContext): HostEvent {
  const call = readCopilotCall(ownField(fields, 'toolName'), ownField(fields, 'toolArgs'))
  if (!call) throw new InvalidPayloadError('a call without a whole input')
  if (ownField(fields, 'error') !== undefined) return { kind: 'other', ...told }
  if (ownField(fields, 'toolResult') !== undefined)
    return { kind: 'tool-ran', ...told, callId: call.callId, consent: [] }
  const where = { cwd: told.cwd, home: at.home, configDir: configDirOf(at) }
  return { kind: 'tool-use', ...told, ...call, tool: mcpRuleName(call.tool, where) }
}

/** Its own notices come as prompts too, and hold the agent's words. */
const NOTICE_TAG = '<system_notification>'

/** A sub-agent's prompt is its parent's text. */
function promptEvent(text: string, told: EventBase, { home }: ReadContext): HostEvent {
  const isOthers = told.agentId !== undefined || text.startsWith(NOTICE_TAG)
  const typed = !isOthers && !isSubmittedByProject(text, { cwd: told.cwd, home })
  return { kind: 'prompt', ...told, text, typed }
}
