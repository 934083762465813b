import type { Tool } from '../analysis/tool.ts'
import { toolNotes } from '../analysis/tool-scribe.ts'
import { isGuarding } from './guarding.ts'
import { shown, text } from './input.ts'

export const CONFIG: Tool = {
  name: 'Config',
  relevance: 'judged',
  kind: 'plain',
  encode: (input) => `${text(input, 'setting')} = ${shown(Object.hasOwn(input, 'value') ? input['value'] : '')}`,
  read: (call, facts) => {
    const notes = toolNotes('Config', facts)
    const setting = text(call.input, 'setting')
    const changes = Object.hasOwn(call.input, 'value')
    if (changes && isGuarding(setting)) notes.scribe.effect({ kind: 'weaken', area: 'gate', feature: setting })
    return { ...notes.reading(), grade: changes ? undefined : 'proven' }
  },
}
