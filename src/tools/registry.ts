import { once } from '../analysis/remembered.ts'
import type { Tool, ToolLookup } from '../analysis/tool.ts'
import { AGENT, CRON_CREATE, SCHEDULE_WAKEUP, SEND_MESSAGE } from './agent.ts'
import { BASH, MONITOR } from './bash.ts'
import { CONFIG } from './config.ts'
import { EDIT, MULTI_EDIT, NOTEBOOK_EDIT, WRITE } from './edit.ts'
import { HOSTS, type HostName, hostTools } from './hosts/tables.ts'
import { foreignTool } from './mcp.ts'
import { IRRELEVANT_TOOLS, SAFE_TOOLS } from './plain.ts'
import { POWERSHELL } from './powershell.ts'
import { GLOB, GREP, LS, NOTEBOOK_READ, READ } from './read.ts'
import { SKILL, SLASH_COMMAND } from './skill.ts'
import { WEB_FETCH, WEB_SEARCH } from './web.ts'

const BUILTIN: readonly Tool[] = [
  BASH,
  MONITOR,
  POWERSHELL,
  READ,
  GREP,
  GLOB,
  LS,
  NOTEBOOK_READ,
  EDIT,
  MULTI_EDIT,
  WRITE,
  NOTEBOOK_EDIT,
  AGENT,
  SEND_MESSAGE,
  CRON_CREATE,
  SCHEDULE_WAKEUP,
  WEB_FETCH,
  WEB_SEARCH,
  CONFIG,
  SKILL,
  SLASH_COMMAND,
  ...SAFE_TOOLS,
  ...IRRELEVANT_TOOLS,
]

/**
 * The tools of a host: ours, those that these agents have by themselves, and those that are registered. Without a list every
 * known agent's names count. A name nobody registered is judged, never skipped.
 */
export function createTools(registered: readonly Tool[] = [], hosts?: readonly HostName[]): ToolLookup {
  // Most calls are of our own tools: those of other agents are looked up when no name of ours fits.
  const others = once(() => hostTools(hosts ?? HOSTS))
  const byName = new Map<string, Tool>()
  for (const tool of [...BUILTIN, ...registered]) {
    for (const name of [tool.name, ...(tool.aliases ?? [])]) byName.set(name, tool)
  }
  return {
    find: (name, input) => {
      const tool = byName.get(name) ?? others().get(name)
      return tool === undefined || (input !== undefined && tool.fits?.(input) === false) ? foreignTool(name) : tool
    },
  }
}

/** Every name that known agents call a tool by, with the name that rules see it under. */
export const ruleNames: () => ReadonlyMap<string, string> = once(() => {
  const names = new Map([...hostTools(HOSTS)].map(([name, tool]) => [name, tool.name]))
  for (const tool of BUILTIN) for (const name of [tool.name, ...(tool.aliases ?? [])]) names.set(name, tool.name)
  return names
})

const OWN_NAMES: ReadonlySet<string> = new Set(BUILTIN.map(({ name }) => name))

export function isOwnTool(name: string): boolean {
  return OWN_NAMES.has(name)
}
