import type { Tool } from '../analysis/tool.ts'

/** The page's safe list, less SendMessage (delegation carries intent) and the tools that have a file of their own. */
const SAFE_TOOL_NAMES = [
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
const IRRELEVANT_TOOL_NAMES = [
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

/** Of these, the ones that put a question or a plan to the person and wait for the answer. */
const QUESTION_TOOL_NAMES: ReadonlySet<string> = new Set(['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode'])

/**
 * A tool that only talks, plans or waits. All it is given is the agent's prose, ids included: they are whatever the agent
 * makes of them. So no judge is shown any of it, neither as the action nor as an entry.
 */
export function createTalkTool(name: string, relevance: 'safe' | 'irrelevant'): Tool {
  return { name, relevance, kind: 'plain', encode: () => '' }
}

/** A tool that is a question to the person; what they answer is an entry of its own. */
export function createQuestionTool(name: string, relevance: 'safe' | 'irrelevant'): Tool {
  return { ...createTalkTool(name, relevance), asksPerson: true }
}

const createConversationTool = (name: string, relevance: 'safe' | 'irrelevant'): Tool =>
  QUESTION_TOOL_NAMES.has(name) ? createQuestionTool(name, relevance) : createTalkTool(name, relevance)

export const SAFE_LIST_TOOLS: readonly Tool[] = SAFE_TOOL_NAMES.map((name) => createConversationTool(name, 'safe'))

export const IRRELEVANT_TOOLS: readonly Tool[] = IRRELEVANT_TOOL_NAMES.map((name) =>
  createConversationTool(name, 'irrelevant'),
)
