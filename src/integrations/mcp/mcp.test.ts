import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { CallToolResultSchema, ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** The real client of the SDK, against the command line as it is built. It validates structured answers by their schema itself. */
const home = mkdtempSync(join(tmpdir(), 'irongate-mcp-'))
const client = new Client({ name: 'test', version: '1.0.0' })
beforeAll(async () => {
  const args = [resolve('bin/irongate.js'), 'mcp', '--home', home]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: home }))
  await client.listTools()
})
afterAll(async () => {
  await client.close()
  rmSync(home, { recursive: true })
})

const bash = (command: string, more: object = {}) => ({ tool: 'Bash', input: { command }, ...more })
const call = (name: string, given: Record<string, unknown>) => client.callTool({ name, arguments: given })
const textOf = (result: Awaited<ReturnType<typeof call>>) => (result.content as { text: string }[])[0]?.text ?? ''

describe('the list of tools', () => {
  it('says what only reads, and what its answers look like', async () => {
    const { tools } = await client.listTools()
    expect(
      tools.map(({ name, annotations, outputSchema }) => [name, annotations?.readOnlyHint, !!outputSchema]),
    ).toEqual([
      ['permission_prompt', false, false],
      ['check', true, true],
      ['explain', true, true],
    ])
  })
})

describe('answers', () => {
  it.each([
    ['git status', 'allow'],
    ['rm -rf ~', 'deny'],
    ['irongate approve 1a2b3c4d', 'deny'],
  ])('check of %s is %s, as an object and as the same text', async (command, decision) => {
    const result = await call('check', bash(command))
    expect(result.isError).toBeUndefined()
    expect(result.structuredContent).toMatchObject({ decision, message: expect.any(String) })
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent)
  })

  it('explain has every step', async () => {
    const result = await call('explain', bash('git status'))
    const { trace, decision } = result.structuredContent as { trace: { step: string }[]; decision: string }
    expect(decision).toBe('allow')
    expect(trace.map(({ step }) => step)).toContain('deny rules')
    expect(textOf(result)).toMatch(/deny rules/)
  })

  it('check in another directory is about that one', async () => {
    const strict = join(home, 'strict')
    mkdirSync(join(strict, '.irongate'), { recursive: true })
    writeFileSync(join(strict, '.irongate/settings.json'), '{ "permissions": { "deny": ["Bash(git status)"] } }')
    for (const [cwd, decision] of [
      [home, 'allow'],
      [strict, 'deny'],
    ]) {
      const { structuredContent } = await call('check', bash('git status', { cwd }))
      expect(structuredContent, cwd).toMatchObject({ decision })
    }
  })

  it('permission_prompt answers in the shape that its client prescribes, and denies what it cannot read', async () => {
    const asked = { tool_name: 'Bash', input: { command: 'git status' }, tool_use_id: 't1' }
    expect(JSON.parse(textOf(await call('permission_prompt', asked)))).toEqual({
      behavior: 'allow',
      updatedInput: { command: 'git status' },
    })
    for (const given of [{}, { input: 'nonsense' }, { tool_name: 'Bash' }, { ...asked, tool_name: 7 }])
      expect(JSON.parse(textOf(await call('permission_prompt', given)))).toMatchObject({ behavior: 'deny' })
  })
})

describe('errors', () => {
  it.each([
    ['no tool', { input: {} }, /tool must be a text/],
    ['a tool that is no text', { tool: ['Bash'], input: {} }, /tool must be a text/],
    ['no input', { tool: 'Bash' }, /input must be an object/],
    ['an input that is a list', { tool: 'Bash', input: [] }, /input must be an object/],
    ['a cwd that is no text', bash('ls', { cwd: 7 }), /cwd must be a text/],
    ['a cwd that is not there', bash('ls', { cwd: '/nowhere/at/all' }), /there is no directory/],
  ])('%s is an error of the tool that a model can read, and no decision', async (_name, given, said) => {
    for (const name of ['check', 'explain']) {
      const result = await call(name, given)
      expect(result).toMatchObject({ isError: true })
      expect(result.structuredContent).toBeUndefined()
      expect(textOf(result)).toMatch(said)
    }
  })

  it.each([
    ['an unknown tool', { name: 'allow_everything', arguments: {} }],
    ['a name of every object', { name: 'constructor', arguments: {} }],
    ['no name', { arguments: {} }],
    ['arguments that are a text', { name: 'check', arguments: 'rm' }],
  ])('%s is an error of the protocol: invalid params', async (_name, params) => {
    const asked = client.request({ method: 'tools/call', params } as never, CallToolResultSchema)
    await expect(asked).rejects.toMatchObject({ code: ErrorCode.InvalidParams })
  })

  it('an unknown method is told as such', async () => {
    await expect(client.request({ method: 'tools/nothing' } as never, CallToolResultSchema)).rejects.toMatchObject({
      code: ErrorCode.MethodNotFound,
    })
  })
})
