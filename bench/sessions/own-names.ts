import type { ToolInput, ToolLookup } from '../../src/analysis/tool.ts'
import { findHostById } from '../../src/integrations/registry.ts'
import type { HostName } from '../../src/tools/hosts/host-tools.ts'
import { createTools } from '../../src/tools/registry.ts'
import type { CallEvent } from './replay.ts'

/** How the calls of a session are sent: by which names, and who looks them up. */
export interface Names {
  readonly tools: ToolLookup
  callOf(event: CallEvent): Called
}

export interface Called {
  readonly tool: string
  readonly input: ToolInput
}

/** Agents that are no hosts, whose tools it knows. */
const UNSEATED: Readonly<Record<string, HostName>> = { cursor: 'cursor', pi: 'pi' }

/** What agents call the fields of their calls; the data has them all under the names of one agent. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'copilot-cli': { file_path: 'path', old_string: 'old_str', new_string: 'new_str', content: 'file_text' },
  opencode: { file_path: 'filePath', old_string: 'oldString', new_string: 'newString', glob: 'include' },
  cursor: { file_path: 'targetFile' },
  pi: { file_path: 'path', old_string: 'oldText', new_string: 'newText' },
}

/** The names of a session's own agent, looked up as its host does. */
export async function namesOf(agent: string): Promise<Names> {
  const host = findHostById(agent)
  const unseated = UNSEATED[agent]
  if (!host && unseated === undefined) throw new Error(`nobody knows the tools of ${agent}`)
  const tools = host ? (await host.integration()).tools : createTools([], unseated === undefined ? [] : [unseated])
  return { tools, callOf: (event) => ownCall(event, FIELDS[agent] ?? {}) }
}

/** The call as the agent itself made it, as far as the data tells. */
function ownCall({ tool, ownTool = tool, input }: CallEvent, fields: Readonly<Record<string, string>>): Called {
  if (ownTool === 'apply_patch') return { tool: ownTool, input: patchOf(input) }
  return {
    tool: ownTool,
    input: Object.fromEntries(Object.entries(input).map(([name, value]) => [fields[name] ?? name, value])),
  }
}

function patchOf(input: ToolInput): ToolInput {
  const { file_path: path, old_string: old, new_string: added, content, delete_file: deleted } = input
  if (deleted === undefined && path === undefined) return input
  const lines = (mark: string, text: unknown) =>
    typeof text === 'string' ? text.split('\n').map((line) => `${mark}${line}`) : []
  const section =
    deleted !== undefined
      ? [`*** Delete File: ${deleted}`]
      : content !== undefined
        ? [`*** Add File: ${path}`, ...lines('+', content)]
        : [`*** Update File: ${path}`, '@@', ...lines('-', old), ...lines('+', added)]
  return { patch: ['*** Begin Patch', ...section, '*** End Patch', ''].join('\n') }
}

/** Does the lookup take the name for a tool of somebody else? Tools of MCP servers are that everywhere. */
export function isUnknown({ tools }: Names, { tool, input }: Called): boolean {
  const { name, kind, relevance } = tools.find(tool, input)
  return name === tool && kind === 'plain' && relevance === 'judged' && !/^mcp_/.test(tool)
}
