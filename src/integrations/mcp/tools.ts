import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Decision, TraceEntry } from '../../decision.ts'
import { callReasonText } from '../hook-runtime/call-answer.ts'
import type { Guard } from '../hook-runtime/guard.ts'
import type { ToolName } from './tool-list.ts'

/** Who answers: `session` is the agent's own, with memory and Record; `once` answers a question and remembers nothing. */
export interface ToolHandlers {
  readonly session: Guard
  readonly once: (call: { tool: string; input: Input }, cwd: string | undefined) => Promise<Decision>
  readonly signal?: AbortSignal
}

/** What a client gets: a text, and for tools with a schema of their answer the same as an object. */
export interface ToolAnswer {
  readonly text: string
  readonly structured?: Readonly<Record<string, unknown>>
  readonly isError?: true
}

/** Longer texts are cut by the host. */
const MAX_MESSAGE = 4000

type Input = Readonly<Record<string, unknown>>

/** Answers one call of a tool of ours. A fault is never an allow: it is a denial, or an error of the tool that a model can read. */
export async function answerTool(name: ToolName, input: Input, handlers: ToolHandlers): Promise<ToolAnswer> {
  if (name === 'permission_prompt') return { text: JSON.stringify(await permissionPrompt(input, handlers)) }
  try {
    return await answerQuestion(name, input, handlers)
  } catch (error) {
    return { text: `irongate: ${messageOf(error)}`, isError: true }
  }
}

async function permissionPrompt(input: Input, { session, signal }: ToolHandlers): Promise<Record<string, unknown>> {
  try {
    const call = callOf(input, 'tool_name')
    const id = input['tool_use_id']
    const answered = await session.check({ ...call, signal, callId: typeof id === 'string' ? id : undefined })
    if (answered.decision.outcome === 'allow') return { behavior: 'allow', updatedInput: call.input }
    return { behavior: 'deny', message: callReasonText(answered).slice(0, MAX_MESSAGE) }
  } catch (error) {
    return { behavior: 'deny', message: `irongate: ${messageOf(error)}` }
  }
}

async function answerQuestion(name: 'check' | 'explain', input: Input, { once }: ToolHandlers): Promise<ToolAnswer> {
  const { outcome, message, reason, category, grade, trace } = await once(callOf(input, 'tool'), cwdOf(input))
  const decision = {
    decision: outcome,
    message,
    reason,
    ...(category !== undefined && { category }),
    ...(grade !== undefined && { grade }),
  }
  const text = JSON.stringify(decision)
  if (name === 'check') return { text, structured: decision }
  return { text: `${trace.map(stepLine).join('\n')}\n\n${text}`, structured: { ...decision, trace } }
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

/** A directory that is wrong must not be read as none: the answer would be about another place. */
function cwdOf({ cwd }: Input): string | undefined {
  if (cwd === undefined) return undefined
  if (typeof cwd !== 'string') throw new Error('cwd must be a text')
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`there is no directory ${cwd}`)
  return resolve(cwd)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
