import { normalizeKey } from '../../analysis/mcp/argument-keys.ts'
import type { Tool, ToolInput } from '../../analysis/tool.ts'
import { hostTool } from '../../tools/hosts/tool-kinds.ts'
import { createTools } from '../../tools/registry.ts'

/** Statements by which SQLite reaches beyond its database; the host refuses them itself. */
const ESCAPES_DATABASE = /attach|vacuum|extension|pragma/i

/** The agent's own list of what is to be done lies in a database of the conversation. Elsewhere the name is another tool's. */
const TODO_DATABASE: Tool = {
  ...hostTool('sql', 'quiet'),
  fits: (input: ToolInput) =>
    Object.keys(input).every((key) => ['description', 'query'].includes(normalizeKey(key))) &&
    !ESCAPES_DATABASE.test(String(input['query'])),
}

export const COPILOT_TOOLS = createTools([TODO_DATABASE], ['copilot'])
