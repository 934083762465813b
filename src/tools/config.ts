import type { Tool } from '../analysis/tool.ts'
import { toolNotes } from '../analysis/tool-scribe.ts'
import { shown, text } from './input.ts'

/** Settings of the agent that decide what it may do; changing one needs a person's word. */
const GUARDING = /permission|mode|hook|sandbox|mcp|allow|deny|trust|approv|bypass|env|helper|plugin/i

export const CONFIG: Tool = {
  name: 'Config',
  relevance: 'judged',
  kind: 'plain',
  encode: (input) => `${text(input, 'setting')} = ${shown(Object.hasOwn(input, 'value') ? input['value'] : '')}`,
  read: (call, facts) => {
    const notes = toolNotes('Config', facts)
    const setting = text(call.input, 'setting')
    const changes = Object.hasOwn(call.input, 'value')
    if (changes && GUARDING.test(setting)) notes.scribe.effect({ kind: 'weaken', area: 'gate', feature: setting })
    return { ...notes.reading(), grade: changes ? undefined : 'proven' }
  },
}
