import { BadPayload, type HostEvent, type ReadAt } from '../integration.ts'
import { type Fields, fieldsIn, optional, own, required } from '../seat/fields.ts'
import { callOf, ruleName } from './calls.ts'
import { configDirOf, recordOf, sessionOf } from './sessions.ts'
import { isSubmittedByProject } from './submitted.ts'

/** Starts of a conversation that has no past. */
const BEGINNINGS: ReadonlySet<unknown> = new Set(['new', 'startup'])

type Told = Pick<HostEvent, 'sessionId' | 'cwd' | 'agentId' | 'transcript'>

/** What the host told, in our words. No event has a name: each is known by the fields that it alone has. */
export function readEvent(text: string, at: ReadAt): HostEvent {
  const fields = fieldsIn(text)
  const agentId = optional(fields, 'agentId')
  const asker = { sessionId: required(fields, 'sessionId'), agentId, parentId: optional(fields, 'parentAgentId') }
  const sessionId = sessionOf(asker, configDirOf(at))
  const transcript = recordOf(sessionId, configDirOf(at))
  const told: Told = { sessionId, cwd: required(fields, 'cwd'), agentId, transcript }
  if (own(fields, 'toolName') !== undefined) return callEvent(fields, told, at)
  const prompt = optional(fields, 'prompt')
  if (prompt !== undefined && own(fields, 'transformedPrompt') === undefined) return promptEvent(prompt, told, at)
  const source = optional(fields, 'source')
  if (source !== undefined) return { kind: 'session-start', ...told, fresh: BEGINNINGS.has(source) }
  if (prompt !== undefined || optional(fields, 'transcriptPath') !== undefined) return { kind: 'other', ...told }
  throw new BadPayload('an event this hook does not know')
}

/** Only what ended well did what it should: a file that could not be made is not the session's own. */
function callEvent(fields: Fields, told: Told, at: ReadAt): HostEvent {
  const call = callOf(own(fields, 'toolName'), own(fields, 'toolArgs'))
  if (!call) throw new BadPayload('a call without a whole input')
  if (own(fields, 'error') !== undefined) return { kind: 'other', ...told }
  if (own(fields, 'toolResult') !== undefined) return { kind: 'tool-ran', ...told, callId: call.callId, consent: [] }
  const where = { cwd: told.cwd, home: at.home, configDir: configDirOf(at) }
  return { kind: 'tool-use', ...told, ...call, tool: ruleName(call.tool, where) }
}

/** Its own notices come as prompts too, and hold the agent's words. */
const NOTICE = '<system_notification>'

/** A sub-agent's prompt is its parent's text. */
function promptEvent(text: string, told: Told, { home }: ReadAt): HostEvent {
  const isOthers = told.agentId !== undefined || text.startsWith(NOTICE)
  const typed = !isOthers && !isSubmittedByProject(text, { cwd: told.cwd, home })
  return { kind: 'prompt', ...told, text, typed }
}
