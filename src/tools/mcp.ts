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
      return { ...notes.reading(), grade: undefined }
    },
  }
}
