import { wordsOf } from '../analysis/mcp/verbs.ts'
import type { Tool } from '../analysis/tool.ts'
import { toolNotes } from '../analysis/tool-scribe.ts'
import { shown, text } from './input.ts'

/** Words in the name of a setting that decides what the agent may do; changing one needs a person's word. */
const GUARDING = new Set(
  'permission permissions mode hook hooks sandbox mcp allow deny ask trust trusted approve approval approvals bypass env helper plugin plugins directories'.split(
    ' ',
  ),
)

function isGuarding(setting: string): boolean {
  return wordsOf(setting).some((word) => GUARDING.has(word))
}

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
