import { keyOf } from '../../analysis/mcp/keys.ts'
import type { Input, Tool } from '../../analysis/tool.ts'
import { hostTool } from '../../tools/hosts/deeds.ts'
import { createTools } from '../../tools/registry.ts'

/** Statements by which SQLite reaches beyond its database; the host refuses them itself. */
const BEYOND = /attach|vacuum|extension|pragma/i

/** The agent's own list of what is to be done lies in a database of the conversation. Elsewhere the name is another tool's. */
const TODOS: Tool = {
  ...hostTool('sql', 'quiet'),
  fits: (input: Input) =>
    Object.keys(input).every((key) => ['description', 'query'].includes(keyOf(key))) &&
    !BEYOND.test(String(input['query'])),
}

export const TOOLS = createTools([TODOS], ['copilot'])
