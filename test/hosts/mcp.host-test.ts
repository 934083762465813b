import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LAUNCHER, NEW, OLD } from './clients.ts'
import { bash, createSandbox, type Sandbox } from './sandbox.ts'

let box: Sandbox
beforeEach(() => {
  box = createSandbox({ bare: true })
  box.write(`${box.home}/precious/file`, 'x')
})
afterEach(() => box.remove())

const server = () => ({ command: process.execPath, args: [LAUNCHER, 'mcp', '--home', box.home] })

describe.each([
  ['2.1.325', NEW],
  ['2.1.197', OLD],
] as const)('--permission-prompt-tool of Claude Code %s', (_version, client) => {
  it('the gate answers the prompts', async () => {
    const config = join(box.home, 'mcp.json')
    box.write(config, JSON.stringify({ mcpServers: { irongate: server() } }))
    const { results } = await box.run([[bash('echo made > made.txt')], [bash(`rm -rf ${box.home}/precious`)]], {
      client,
      mode: 'default',
      arguments: ['--mcp-config', config, '--permission-prompt-tool', 'mcp__irongate__permission_prompt'],
    })
    expect(box.has('made.txt'), results.join('\n')).toBe(true)
    expect(box.has(`${box.home}/precious/file`)).toBe(true)
    expect(results.join()).toMatch(/irongate: Bash denied/)
  })
})

describe('any MCP client', () => {
  it('check and explain answer without running anything', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(new StdioClientTransport({ ...server(), cwd: box.project }))
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['permission_prompt', 'check', 'explain'])
    const ask = async (name: string, command: string) => {
      const { content } = await client.callTool({ name, arguments: { tool: 'Bash', input: { command } } })
      return (content as { text: string }[])[0]?.text ?? ''
    }
    expect(JSON.parse(await ask('check', 'git status'))).toMatchObject({ decision: 'allow' })
    expect(JSON.parse(await ask('check', `rm -rf ${box.home}/precious`))).toMatchObject({ decision: 'deny' })
    expect(JSON.parse(await ask('check', 'irongate approve 1a2b3c4d'))).toMatchObject({ decision: 'deny' })
    expect(await ask('explain', 'git status')).toMatch(/deny rules/)
    const { content } = await client.callTool({ name: 'permission_prompt', arguments: { input: 'nonsense' } })
    expect((content as { text: string }[])[0]?.text).toContain('"behavior":"deny"')
    await client.close()
    expect(box.has(`${box.home}/precious/file`)).toBe(true)
  })
})
