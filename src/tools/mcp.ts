import type { Unknown } from '../analysis/action.ts'
import { createToolRecorder } from '../analysis/interpret/tool-recorder.ts'
import { recordToolCall } from '../analysis/mcp/tool-call.ts'
import { describeHostileName } from '../analysis/text/hidden-characters.ts'
import type { Tool } from '../analysis/tool.ts'
import { keyValues } from './input.ts'

/** An MCP tool, or one nobody registered: its name and arguments are claims of a third party. */
export function createUnknownTool(name: string): Tool {
  return {
    name,
    relevance: 'judged',
    kind: 'plain',
    encode: keyValues,
    read: (call, facts) => {
      const notes = createToolRecorder(name, facts)
      recordToolCall(name, call.input, notes.recorder)
      const reading = notes.reading()
      const why = describeHostileName(name)
      const unknowns = why === undefined ? reading.unknowns : [...reading.unknowns, hiddenArguments(why)]
      return { ...reading, unknowns, grade: undefined }
    },
  }
}

function hiddenArguments(why: string): Unknown {
  return { kind: 'person', why, span: { start: 0, end: 0 } }
}
