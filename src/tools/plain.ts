import type { Tool } from '../analysis/tool.ts'
import { keyValues } from './input.ts'

/** The page's safe list, less SendMessage (delegation carries intent) and the tools that have a file of their own. */
const SAFE = [
  'LSP',
  'TodoWrite',
  'TaskCreate',
  'TaskGet',
  'TaskUpdate',
  'TaskList',
  'TaskStop',
  'AskUserQuestion',
  'EnterPlanMode',
  'TeamCreate',
  'Sleep',
  'classify_result',
]

/** Tools that hosts ship and that can do nothing outside the conversation: they declare no relevance. */
const IRRELEVANT = [
  'TodoRead',
  'TaskOutput',
  'BashOutput',
  'AgentOutputTool',
  'ExitPlanMode',
  'ToolSearch',
  'StructuredOutput',
  'CronList',
  'ListMcpResourcesTool',
  'TeamDelete',
  'SubagentHandback',
  'KillShell',
  'KillBash',
  'CronDelete',
  'EnterWorktree',
  'ExitWorktree',
]

export const SAFE_TOOLS: readonly Tool[] = SAFE.map((name) => ({
  name,
  relevance: 'safe',
  kind: 'plain',
  encode: keyValues,
}))

export const IRRELEVANT_TOOLS: readonly Tool[] = IRRELEVANT.map((name) => ({
  name,
  relevance: 'irrelevant',
  kind: 'plain',
  encode: () => '',
}))
