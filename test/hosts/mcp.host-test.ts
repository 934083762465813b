import { join } from 'node:path'
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
