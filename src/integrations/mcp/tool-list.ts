/** The tools as a client is told of them. */

const CALL_SCHEMA = {
  type: 'object' as const,
  properties: {
    tool: { type: 'string', description: 'The name of the tool, such as Bash or Write' },
    input: { type: 'object', description: 'The input of the call' },
    cwd: { type: 'string', description: 'The directory it would run in, which must be there' },
  },
  required: ['tool', 'input'],
}

const DECISION_SCHEMA = {
  decision: { type: 'string', enum: ['allow', 'ask', 'deny', 'abort'] },
  message: { type: 'string', description: 'What, why, and what would clear it' },
  reason: { type: 'object', properties: { type: { type: 'string' } }, required: ['type'] },
  category: { type: 'string' },
  grade: { type: 'string', enum: ['proven', 'expected'] },
}

const STEP_SCHEMA = {
  type: 'object',
  properties: { step: { type: 'string' }, says: { type: 'string' }, note: { type: 'string' } },
  required: ['step', 'says', 'note'],
}

export const TOOL_LIST = [
  {
    name: 'permission_prompt',
    title: 'Answer a permission prompt',
    description: 'Answers a permission prompt of Claude Code, for --permission-prompt-tool.',
    inputSchema: {
      type: 'object' as const,
      properties: { tool_name: { type: 'string' }, input: { type: 'object' }, tool_use_id: { type: 'string' } },
      required: ['tool_name', 'input'],
    },
    // It keeps a Record, and counts towards the session. Its answer is a text of a shape that the client prescribes.
    annotations: { readOnlyHint: false, destructiveHint: false },
  },
  {
    name: 'check',
    title: 'Check a tool call',
    description: 'Says whether a tool call would be allowed, asked about or denied, and why. Nothing is run.',
    inputSchema: CALL_SCHEMA,
    outputSchema: { type: 'object' as const, properties: DECISION_SCHEMA, required: ['decision', 'message', 'reason'] },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'explain',
    title: 'Explain a decision',
    description: 'Shows every step that leads to the answer for a tool call. Nothing is run.',
    inputSchema: CALL_SCHEMA,
    outputSchema: {
      type: 'object' as const,
      properties: { ...DECISION_SCHEMA, trace: { type: 'array', items: STEP_SCHEMA } },
      required: ['decision', 'message', 'reason', 'trace'],
    },
    annotations: { readOnlyHint: true },
  },
] as const

export type ToolName = (typeof TOOL_LIST)[number]['name']

export function isToolName(name: string): name is ToolName {
  return TOOL_LIST.some((tool) => tool.name === name)
}
