/** An agent of LangGraph with a shell: `node run-langgraph.ts "the task"`. Needs the packages that it imports beside it. */
import { execSync } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import { ChatAnthropic } from '@langchain/anthropic'
import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import {
  Command,
  END,
  INTERRUPT,
  isInterrupted,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from '@langchain/langgraph'
import { gatedTools } from './langgraph.ts'

const [task = ''] = process.argv.slice(2)
const person = createInterface({ input: process.stdin, output: process.stderr })
const shell = tool(async ({ command }: { command: string }) => execSync(command, { encoding: 'utf8' }), {
  name: 'shell',
  description: 'Runs a command',
  schema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
})
const model = new ChatAnthropic({
  model: 'claude-sonnet-4-6',
  anthropicApiUrl: process.env['ANTHROPIC_BASE_URL'] ?? 'https://api.anthropic.com',
}).bindTools([shell])

const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
  .addNode('tools', gatedTools([shell], { shell: 'Bash' }))
  .addEdge(START, 'model')
  .addConditionalEdges('model', ({ messages }) => {
    const last = messages.at(-1)
    return last instanceof AIMessage && last.tool_calls?.length ? 'tools' : END
  })
  .addEdge('tools', 'model')
  .compile({ checkpointer: new MemorySaver() })

const thread = { configurable: { thread_id: 'example' } }
let state: unknown = await graph.invoke({ messages: [new HumanMessage(task)] }, thread)
while (isInterrupted<{ why: string }>(state)) {
  const [asked] = state[INTERRUPT]
  const answer = await person.question(`${asked?.value?.why} Run it? (y/N) `)
  state = await graph.invoke(new Command({ resume: answer === 'y' ? 'yes' : 'no' }), thread)
}
person.close()
const { messages } = (await graph.getState(thread)).values as typeof MessagesAnnotation.State
process.stdout.write(`${messages.at(-1)?.text}\n`)
