import { createToolRecorder } from '../analysis/interpret/tool-recorder.ts'
import type { Tool } from '../analysis/tool.ts'
import { inputAsText, textField } from './input.ts'
import { controlsPermissions } from './permission-settings.ts'

export const CONFIG_TOOL: Tool = {
  name: 'Config',
  relevance: 'judged',
  kind: 'plain',
  encode: (input) =>
    `${textField(input, 'setting')} = ${inputAsText(Object.hasOwn(input, 'value') ? input['value'] : '')}`,
  read: (call, facts) => {
    const notes = createToolRecorder('Config', facts)
    const setting = textField(call.input, 'setting')
    const changes = Object.hasOwn(call.input, 'value')
    if (changes && controlsPermissions(setting))
      notes.recorder.effect({ kind: 'weaken', area: 'gate', feature: setting })
    return { ...notes.reading(), grade: changes ? undefined : 'proven' }
  },
}
