import { CallToolRequestSchema, ListToolsRequestSchema, Server, StdioServerTransport } from './sdk.bundled.ts'
import { answerTool, TOOL_LIST, type ToolSeats } from './tools.ts'

/** Serves the gate's tools on stdio until the client goes away. */
export async function serve(seats: ToolSeats, version: string): Promise<void> {
  const server = new Server({ name: 'irongate', version }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...TOOL_LIST] }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const text = await answerTool(params.name, params.arguments ?? {}, { ...seats, signal })
    return { content: [{ type: 'text', text }] }
  })
  const transport = new StdioServerTransport()
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve
    process.stdin.once('end', resolve)
  })
  await server.connect(transport)
  await closed
}
