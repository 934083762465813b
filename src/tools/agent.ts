import { recordDelegation } from '../analysis/interpret/delegation.ts'
import { createToolRecorder } from '../analysis/interpret/tool-recorder.ts'
import type { Tool } from '../analysis/tool.ts'
import { inputAsText, textField } from './input.ts'

/** A sub-agent is given a task: the text is judged as if the agent had typed it. */
export const AGENT_TOOL: Tool = {
  name: 'Agent',
  aliases: ['Task'],
  relevance: 'judged',
  kind: 'agent',
  encode: (input) =>
    `(${textField(input, 'subagent_type') || 'general'}, mode=${textField(input, 'mode') || 'default'}): ${textField(input, 'prompt')}`,
  read: (call, facts) => {
    const notes = createToolRecorder('Agent', facts)
    const mode = textField(call.input, 'mode') || textField(call.input, 'permission_mode')
    recordDelegation(
      { agent: textField(call.input, 'subagent_type') || 'sub-agent', text: textField(call.input, 'prompt'), mode },
      notes.recorder,
    )
    return { ...notes.reading(), grade: undefined }
  },
}

export const SEND_MESSAGE_TOOL: Tool = {
  name: 'SendMessage',
  relevance: 'judged',
  kind: 'agent',
  encode: (input) => `to ${textField(input, 'to')}: ${textField(input, 'message')}`,
  read: (call, facts) => {
    const notes = createToolRecorder('SendMessage', facts)
    recordDelegation(
      { agent: textField(call.input, 'to') || 'another agent', text: textField(call.input, 'message'), mode: '' },
      notes.recorder,
    )
    return { ...notes.reading(), grade: undefined }
  },
}

/** The agent's own alarm: what it will tell itself to do then is judged now. */
export const SCHEDULE_WAKEUP_TOOL: Tool = {
  name: 'ScheduleWakeup',
  relevance: 'judged',
  kind: 'agent',
  encode: (input) =>
    `in ${inputAsText(Object.hasOwn(input, 'delaySeconds') ? input['delaySeconds'] : '')} s: ${textField(input, 'prompt')}`,
  read: (call, facts) => {
    const notes = createToolRecorder('ScheduleWakeup', facts)
    recordDelegation({ agent: 'a later turn', text: textField(call.input, 'prompt'), mode: '' }, notes.recorder)
    return { ...notes.reading(), grade: undefined }
  },
}

export const CRON_CREATE_TOOL: Tool = {
  name: 'CronCreate',
  relevance: 'judged',
  kind: 'agent',
  encode: (input) => `${textField(input, 'cron')}: ${textField(input, 'prompt')}`,
  read: (call, facts) => {
    const notes = createToolRecorder('CronCreate', facts)
    notes.recorder.effect({
      kind: 'persist',
      mechanism: 'agent',
      target: textField(call.input, 'cron'),
      certainty: 'likely',
    })
    recordDelegation({ agent: 'a scheduled run', text: textField(call.input, 'prompt'), mode: '' }, notes.recorder)
    return { ...notes.reading(), grade: undefined }
  },
}
