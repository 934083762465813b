/**
 * The gate before the tools of a LangGraph agent: an ask is an `interrupt`, which a person's answer resumes; a denial never runs and tells
 * the model why. `npm run test:hosts` runs it with the real library.
 */
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { interrupt, type MessagesAnnotation } from '@langchain/langgraph'
import { check, type Message, transcriptOf } from 'irongate'

/** Messages of people, calls and how they ended, in the form of the Messages API. Human messages must be a person's. */
function plain(message: BaseMessage): Message {
  if (message instanceof AIMessage) {
    const calls = message.tool_calls ?? []
    return {
      role: 'assistant',
      content: calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args })),
    }
  }
  if (message instanceof ToolMessage) {
    const { tool_call_id: id, status } = message
    return { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, is_error: status === 'error' }] }
  }
  return { role: message instanceof HumanMessage ? 'user' : 'system', content: message.content }
}

/** A tool, as far as it matters here. */
interface Runs {
  readonly name: string
  invoke(input: unknown): Promise<unknown>
}

/**
 * The node that runs tools. `names` says what the gate calls them: `{ shell: 'Bash' }`. Resume an interrupt with
 * `new Command({ resume: 'yes' })`; every other text is a no. (A plain `false` is no answer to the library, and resumes nothing.)
 */
export function gatedTools(tools: readonly Runs[], names: Readonly<Record<string, string>>) {
  return async ({ messages }: typeof MessagesAnnotation.State) => {
    const last = messages.at(-1)
    const calls = last instanceof AIMessage ? (last.tool_calls ?? []) : []
    // All are decided before the first one runs: a node that is resumed starts anew, and must not run a call twice.
    const refused = new Map<string, string>()
    for (const { id = '', name, args } of calls) {
      const transcript = transcriptOf(messages.map(plain), { names, before: id })
      const tool = Object.hasOwn(names, name) ? (names[name] ?? name) : name
      const { outcome, message } = await check(tool, args, { transcript })
      const runs = outcome === 'allow' || (outcome === 'ask' && interrupt({ tool: name, args, why: message }) === 'yes')
      if (!runs) refused.set(id, message)
    }
    const results: BaseMessage[] = []
    for (const { id = '', name, args } of calls) {
      const why = refused.get(id)
      const content = why ?? String(await tools.find((tool) => tool.name === name)?.invoke(args))
      results.push(new ToolMessage({ tool_call_id: id, content, ...(why !== undefined && { status: 'error' }) }))
    }
    return { messages: results }
  }
}
