import type { Unknown } from '../analysis/action.ts'
import { hostileName } from '../analysis/hidden-signs.ts'
import { stateToolCall } from '../analysis/mcp/tool-call.ts'
import type { Tool } from '../analysis/tool.ts'
import { toolNotes } from '../analysis/tool-scribe.ts'
import { keyValues } from './input.ts'

/** An MCP tool, or one nobody registered: its name and arguments are claims of a third party. */
export function foreignTool(name: string): Tool {
  return {
    name,
    relevance: 'judged',
    kind: 'plain',
    encode: keyValues,
    read: (call, facts) => {
      const notes = toolNotes(name, facts)
      stateToolCall(name, call.input, notes.scribe)
      const reading = notes.reading()
      const why = hostileName(name)
      const unknowns = why === undefined ? reading.unknowns : [...reading.unknowns, hiding(why)]
      return { ...reading, unknowns, grade: undefined }
    },
  }
}

function hiding(why: string): Unknown {
  return { kind: 'person', why, span: { start: 0, end: 0 } }
}
