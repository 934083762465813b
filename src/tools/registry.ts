import { lazy } from '../analysis/text/memoize.ts'
import type { Tool, ToolLookup } from '../analysis/tool.ts'
import { registerPrograms } from '../knowledge/programs/register-programs.ts'
import { AGENT_TOOL, CRON_CREATE_TOOL, SCHEDULE_WAKEUP_TOOL, SEND_MESSAGE_TOOL } from './agent.ts'
import { BASH_TOOL, MONITOR_TOOL } from './bash.ts'
import { CONFIG_TOOL } from './config.ts'
import { IRRELEVANT_TOOLS, SAFE_LIST_TOOLS } from './conversation-tools.ts'
import { EDIT_TOOL, MULTI_EDIT_TOOL, NOTEBOOK_EDIT_TOOL, WRITE_TOOL } from './edit.ts'
import { HOST_NAMES, type HostName, hostTools } from './hosts/host-tools.ts'
import { createUnknownTool } from './mcp.ts'
import { POWERSHELL_TOOL } from './powershell.ts'
import { GLOB_TOOL, GREP_TOOL, LS_TOOL, NOTEBOOK_READ_TOOL, READ_TOOL } from './read.ts'
import { SKILL_TOOL, SLASH_COMMAND_TOOL } from './skill.ts'
import { WEB_FETCH_TOOL, WEB_SEARCH_TOOL } from './web.ts'

const BUILTIN_TOOLS: readonly Tool[] = [
  BASH_TOOL,
  MONITOR_TOOL,
  POWERSHELL_TOOL,
  READ_TOOL,
  GREP_TOOL,
  GLOB_TOOL,
  LS_TOOL,
  NOTEBOOK_READ_TOOL,
  EDIT_TOOL,
  MULTI_EDIT_TOOL,
  WRITE_TOOL,
  NOTEBOOK_EDIT_TOOL,
  AGENT_TOOL,
  SEND_MESSAGE_TOOL,
  CRON_CREATE_TOOL,
  SCHEDULE_WAKEUP_TOOL,
  WEB_FETCH_TOOL,
  WEB_SEARCH_TOOL,
  CONFIG_TOOL,
  SKILL_TOOL,
  SLASH_COMMAND_TOOL,
  ...SAFE_LIST_TOOLS,
  ...IRRELEVANT_TOOLS,
]

/**
 * The tools of a host: ours, those that these agents have by themselves, and those that are registered. Without a list every
 * known agent's names count. A name nobody registered is judged, never skipped.
 */
export function createTools(registered: readonly Tool[] = [], hosts?: readonly HostName[]): ToolLookup {
  // Whoever understands a call has its tool from here.
  registerPrograms()
  // Most calls are of our own tools: those of other agents are looked up when no name of ours fits.
  const others = lazy(() => hostTools(hosts ?? HOST_NAMES))
  const byName = new Map<string, Tool>()
  for (const tool of [...BUILTIN_TOOLS, ...registered]) {
    for (const name of [tool.name, ...(tool.aliases ?? [])]) byName.set(name, tool)
  }
  return {
    find: (name, input) => {
      const tool = byName.get(name) ?? others().get(name)
      return tool === undefined || (input !== undefined && tool.fits?.(input) === false)
        ? createUnknownTool(name)
        : tool
    },
  }
}

/** Every name that known agents call a tool by, with the name that rules see it under. */
export const ruleNamesByAlias: () => ReadonlyMap<string, string> = lazy(() => {
  const names = new Map([...hostTools(HOST_NAMES)].map(([name, tool]) => [name, tool.name]))
  for (const tool of BUILTIN_TOOLS) for (const name of [tool.name, ...(tool.aliases ?? [])]) names.set(name, tool.name)
  return names
})

const OWN_NAMES: ReadonlySet<string> = new Set(BUILTIN_TOOLS.map(({ name }) => name))

export function isOwnTool(name: string): boolean {
  return OWN_NAMES.has(name)
}
