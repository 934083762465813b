import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  RequestSchema,
  Server,
  StdioServerTransport,
} from './sdk.bundled.ts'
import { isToolName, TOOL_LIST } from './tool-list.ts'
import { answerTool, type ToolHandlers } from './tools.ts'

/** Any request to call a tool: the server then refuses what is not of its shape as such, and not as a fault of its own. */
const TOOL_CALL_REQUEST = RequestSchema.extend({ method: CallToolRequestSchema.shape.method })

/** Serves the gate's tools on stdio until the client goes away. */
export async function serveMcp(handlers: ToolHandlers, version: string): Promise<void> {
  const server = new Server({ name: 'irongate', version }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...TOOL_LIST] }))
  server.setRequestHandler(TOOL_CALL_REQUEST, async (request, { signal }) => {
    const { params } = CallToolRequestSchema.parse(request)
    // A wrong name is the client's mistake, and an error of the protocol; wrong arguments are a model's, which must read about them.
    if (!isToolName(params.name))
      throw new McpError(ErrorCode.InvalidParams, `there is no tool ${JSON.stringify(params.name)}`)
    const { text, structured, isError } = await answerTool(params.name, params.arguments ?? {}, { ...handlers, signal })
    return {
      content: [{ type: 'text', text }],
      ...(structured && { structuredContent: structured }),
      ...(isError && { isError }),
    }
  })
  const transport = new StdioServerTransport()
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve
    process.stdin.once('end', resolve)
  })
  await server.connect(transport)
  await closed
}
