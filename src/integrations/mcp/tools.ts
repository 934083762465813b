import type { Decision, TraceEntry } from '../../decision.ts'
import type { Guard } from '../seat/guard.ts'
import { reasonOf } from '../seat/said.ts'

/** Who answers: `session` is the agent's own, with memory and Record; `once` answers a question and remembers nothing. */
export interface ToolSeats {
  readonly session: Guard
  readonly once: (call: { tool: string; input: Input }, cwd: string | undefined) => Promise<Decision>
  readonly signal?: AbortSignal
}

/** Longer texts are cut by the host. */
const MAX_MESSAGE = 4000

type Input = Readonly<Record<string, unknown>>

const CALL_SCHEMA = {
  type: 'object' as const,
  properties: {
    tool: { type: 'string', description: 'The name of the tool, such as Bash or Write' },
    input: { type: 'object', description: 'The input of the call' },
    cwd: { type: 'string', description: 'The directory it would run in' },
  },
  required: ['tool', 'input'],
}

export const TOOL_LIST = [
  {
    name: 'permission_prompt',
    description: 'Answers a permission prompt of Claude Code, for --permission-prompt-tool.',
    inputSchema: {
      type: 'object' as const,
      properties: { tool_name: { type: 'string' }, input: { type: 'object' }, tool_use_id: { type: 'string' } },
      required: ['tool_name', 'input'],
    },
  },
  {
    name: 'check',
    description: 'Says whether a tool call would be allowed, asked about or denied, and why. Nothing is run.',
    inputSchema: CALL_SCHEMA,
  },
  {
    name: 'explain',
    description: 'Shows every step that leads to the answer for a tool call. Nothing is run.',
    inputSchema: CALL_SCHEMA,
  },
] as const

/** Answers one call of a tool of ours. A fault is a denial, in the shape the caller expects. */
export async function answerTool(name: string, input: Input, seats: ToolSeats): Promise<string> {
  switch (name) {
    case 'permission_prompt':
      return JSON.stringify(await permissionPrompt(input, seats))
    case 'check':
    case 'explain':
      return asked(name, input, seats)
    default:
      throw new Error(`there is no tool ${JSON.stringify(name)}`)
  }
}

async function permissionPrompt(input: Input, { session, signal }: ToolSeats): Promise<Record<string, unknown>> {
  try {
    const call = callOf(input, 'tool_name')
    const id = input['tool_use_id']
    const answered = await session.check({ ...call, signal, callId: typeof id === 'string' ? id : undefined })
    if (answered.decision.outcome === 'allow') return { behavior: 'allow', updatedInput: call.input }
    return { behavior: 'deny', message: reasonOf(answered).slice(0, MAX_MESSAGE) }
  } catch (error) {
    return { behavior: 'deny', message: `irongate: ${error instanceof Error ? error.message : String(error)}` }
  }
}

async function asked(name: 'check' | 'explain', input: Input, { once }: ToolSeats): Promise<string> {
  const cwd = input['cwd']
  const decision = await once(callOf(input, 'tool'), typeof cwd === 'string' ? cwd : undefined)
  const { outcome, message, reason, category, grade, trace } = decision
  const answer = JSON.stringify({ decision: outcome, message, reason, category, grade })
  return name === 'check' ? answer : `${trace.map(stepLine).join('\n')}\n\n${answer}`
}

function stepLine({ step, says, note }: TraceEntry): string {
  return `${says.padEnd(5)}  ${step}: ${note}`
}

function callOf(input: Input, key: 'tool' | 'tool_name'): { tool: string; input: Input } {
  const tool = input[key]
  const given = input['input']
  if (typeof tool !== 'string') throw new Error(`${key} must be a text`)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new Error('input must be an object')
  return { tool, input: given as Input }
}
