// A stdio MCP server with two tools that leave a file behind when they run: what really ran can be looked at.
const { writeFileSync } = require('node:fs')
const { createInterface } = require('node:readline')

const TOOLS = ['get_weather', 'delete_account'].map((name) => ({
  name,
  description: name,
  inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
}))

function answer({ method, params }) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'demo', version: '1.0.0' },
      }
    case 'tools/list':
      return { tools: TOOLS }
    case 'tools/call':
      writeFileSync(`${params.name}.ran`, '')
      return { content: [{ type: 'text', text: 'done' }] }
    default:
      return {}
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const request = JSON.parse(line)
  if (request.id === undefined) return
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: request.id, result: answer(request) })}\n`)
})
