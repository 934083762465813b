import { stateDelegation } from '../analysis/delegated.ts'
import type { Tool } from '../analysis/tool.ts'
import { toolNotes } from '../analysis/tool-scribe.ts'
import { shown, text } from './input.ts'

/** A sub-agent is given a task: the text is judged as if the agent had typed it. */
export const AGENT: Tool = {
  name: 'Agent',
  aliases: ['Task'],
  relevance: 'judged',
  kind: 'agent',
  encode: (input) =>
    `(${text(input, 'subagent_type') || 'general'}, mode=${text(input, 'mode') || 'default'}): ${text(input, 'prompt')}`,
  read: (call, facts) => {
    const notes = toolNotes('Agent', facts)
    const mode = text(call.input, 'mode') || text(call.input, 'permission_mode')
    stateDelegation(
      { agent: text(call.input, 'subagent_type') || 'sub-agent', text: text(call.input, 'prompt'), mode },
      notes.scribe,
    )
    return { ...notes.reading(), grade: undefined }
  },
}

export const SEND_MESSAGE: Tool = {
  name: 'SendMessage',
  relevance: 'judged',
  kind: 'agent',
  encode: (input) => `to ${text(input, 'to')}: ${text(input, 'message')}`,
  read: (call, facts) => {
    const notes = toolNotes('SendMessage', facts)
    stateDelegation(
      { agent: text(call.input, 'to') || 'another agent', text: text(call.input, 'message'), mode: '' },
      notes.scribe,
    )
    return { ...notes.reading(), grade: undefined }
  },
}

/** The agent's own alarm: what it will tell itself to do then is judged now. */
export const SCHEDULE_WAKEUP: Tool = {
  name: 'ScheduleWakeup',
  relevance: 'judged',
  kind: 'agent',
  encode: (input) =>
    `in ${shown(Object.hasOwn(input, 'delaySeconds') ? input['delaySeconds'] : '')} s: ${text(input, 'prompt')}`,
  read: (call, facts) => {
    const notes = toolNotes('ScheduleWakeup', facts)
    stateDelegation({ agent: 'a later turn', text: text(call.input, 'prompt'), mode: '' }, notes.scribe)
    return { ...notes.reading(), grade: undefined }
  },
}

export const CRON_CREATE: Tool = {
  name: 'CronCreate',
  relevance: 'judged',
  kind: 'agent',
  encode: (input) => `${text(input, 'cron')}: ${text(input, 'prompt')}`,
  read: (call, facts) => {
    const notes = toolNotes('CronCreate', facts)
    notes.scribe.effect({ kind: 'persist', mechanism: 'agent', target: text(call.input, 'cron'), certainty: 'likely' })
    stateDelegation({ agent: 'a scheduled run', text: text(call.input, 'prompt'), mode: '' }, notes.scribe)
    return { ...notes.reading(), grade: undefined }
  },
}
