import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerPendingCall } from '../../src/server/asks/answer.ts'
import { listPendingCalls } from '../../src/state/pending-calls.ts'
import { LAUNCHER, NEW, OLD } from './clients.ts'
import { bash, createSandbox, type Sandbox } from './sandbox.ts'

let box: Sandbox
beforeEach(() => {
  box = createSandbox({ bare: true })
  box.write(`${box.home}/precious/file`, 'x')
})
afterEach(() => box.remove())

const WAITS = { permissions: { ask: ['Bash(touch asked.txt)'] }, approvals: { waitSeconds: 60 } }
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
    expect(results.join()).toMatch(/irongate: Blocked/)
  })

  it.each([
    ['runs after a yes', 'yes', true, {}],
    ['does not after a no', 'no', false, {}],
    ['does not when the client waits no longer, though somebody says yes', 'late', false, { MCP_TOOL_TIMEOUT: '3000' }],
  ] as const)('a call that waits for a person %s', async (_name, word, runs, env) => {
    const config = join(box.home, 'mcp.json')
    box.write(config, JSON.stringify({ mcpServers: { irongate: server() } }))
    box.write(`${box.home}/.irongate/settings.json`, JSON.stringify(WAITS))
    const running = box.run([[bash('touch asked.txt')]], {
      client,
      env,
      mode: 'default',
      arguments: ['--mcp-config', config, '--permission-prompt-tool', 'mcp__irongate__permission_prompt'],
    })
    const state = join(box.home, '.irongate/state')
    const waiting = () => (box.has(`${state}/pending`) ? listPendingCalls(state, Date.now()) : [])
    await expect.poll(() => waiting().length, { timeout: 60_000 }).toBe(1)
    expect(box.has('asked.txt')).toBe(false)
    const answer = word === 'no' ? 'no' : 'yes'
    const [{ id } = { id: '' }] = waiting()
    if (word !== 'late') answerPendingCall(box.home, { id, answer, by: 'test' })
    const { results } = await running
    if (word === 'late') expect(answerPendingCall(box.home, { id, answer, by: 'test' })).toMatchObject({ taken: false })
    expect(box.has('asked.txt'), results.join('\n')).toBe(runs)
  })
})
