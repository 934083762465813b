import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { irongate, type SdkGuard } from '../../src/integrations/agent-sdk/index.ts'
import { HOSTS } from './clients.ts'
import { type Said, startMessagesServer } from './messages-server.ts'
import { bash, createSandbox, type Sandbox } from './sandbox.ts'

interface Sdk {
  query(request: { prompt: string; options: Record<string, unknown> }): AsyncIterable<unknown>
}

const sdk = (await import(
  pathToFileURL(join(HOSTS, 'agent-sdk-0.3.325/node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs')).href
)) as Sdk

let box: Sandbox
beforeEach(() => {
  box = createSandbox({ bare: true })
  box.write(`${box.home}/precious/file`, 'x')
})
afterEach(() => box.remove())

/** Runs an agent of the real SDK with some of our guards, and gives back what its tools were told. */
async function runAgent(turns: readonly (readonly Said[])[], guards: Partial<SdkGuard>): Promise<readonly string[]> {
  const server = await startMessagesServer({ main: turns })
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: box.home,
    CLAUDE_CONFIG_DIR: join(box.home, '.claude'),
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: 'dummy',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    IS_SANDBOX: '1',
  }
  try {
    for await (const _message of sdk.query({
      prompt: 'Please go on. [[main]]',
      options: { cwd: box.project, env, settingSources: [], ...guards },
    }));
  } catch (error) {
    // An aborted run ends with an error; what was told to the tools is what counts.
    expect(error).toBeInstanceOf(Error)
  } finally {
    await server.close()
  }
  return server.results
}

const turns = () => [[bash('echo made > made.txt')], [bash(`rm -rf ${box.home}/precious`)]]
const guard = () => irongate({ cwd: box.project, home: box.home })

describe('Agent SDK 0.3.325', () => {
  it('canUseTool alone', async () => {
    const { canUseTool } = guard()
    const results = await runAgent(turns(), { canUseTool })
    expect(box.has('made.txt'), results.join('\n')).toBe(true)
    expect(box.has(`${box.home}/precious/file`)).toBe(true)
    expect(results.join()).toMatch(/irongate: Blocked/)
  })

  it('hooks alone', async () => {
    const { hooks } = guard()
    const results = await runAgent(turns(), { hooks })
    expect(box.has('made.txt'), results.join('\n')).toBe(true)
    expect(box.has(`${box.home}/precious/file`)).toBe(true)
    expect(results.join()).toMatch(/irongate: Blocked/)
  })

  it('both places: an ask of the hook reaches the person through canUseTool', async () => {
    box.write(`${box.home}/.irongate/settings.json`, '{ "permissions": { "ask": ["Bash(touch asked.txt)"] } }')
    const asked: string[] = []
    const { canUseTool, hooks } = irongate({
      cwd: box.project,
      home: box.home,
      onAsk: async ({ tool }) => asked.push(tool) > 0,
    })
    await runAgent([[bash('touch asked.txt')]], { canUseTool, hooks })
    expect(asked).toEqual(['Bash'])
    expect(box.has('asked.txt')).toBe(true)
  })

  it('without anybody to ask, an ask is a denial', async () => {
    box.write(`${box.home}/.irongate/settings.json`, '{ "permissions": { "ask": ["Bash(touch asked.txt)"] } }')
    await runAgent([[bash('touch asked.txt')]], { canUseTool: guard().canUseTool })
    expect(box.has('asked.txt')).toBe(false)
  })

  it('a fault is a denial in both places', async () => {
    box.write(`${box.home}/.irongate`, 'a file where a folder should be')
    const { canUseTool, hooks } = guard()
    await runAgent([[bash('echo made > made.txt')]], { canUseTool })
    await runAgent([[bash('echo made > made.txt')]], { hooks })
    expect(box.has('made.txt')).toBe(false)
  })
})
