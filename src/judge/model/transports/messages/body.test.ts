import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Policy } from '../../../../settings/policy.ts'
import { createTools } from '../../../../tools/registry.ts'
import { createModelJudgeFor, createTokenCounter } from '../../assemble.ts'
import { diagnosticFiles } from '../../diagnostic-files.ts'
import { capabilitiesOf } from '../../models.ts'
import { type ModelSettings, readModelSettings } from '../../settings.ts'
import { judgeRequest, policy } from '../../testing.ts'
import type { ModelRequest } from '../../transport.ts'
import { customId, recordedClient } from './batch.ts'
import { messagesBody } from './body.ts'

const REQUEST: ModelRequest = {
  model: 'm',
  system: '',
  blocks: () => [],
  limit: 1,
  stop: undefined,
  capabilities: capabilitiesOf('m'),
  cacheLife: undefined,
}

function settingsOf(given: Policy): ModelSettings {
  const read = readModelSettings(given.judge)
  if ('problem' in read) throw new Error(read.problem)
  return read.settings
}

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irongate-judge-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('counting by the endpoint', () => {
  let server: Server
  let keys: (string | undefined)[] = []
  let answer = '{"input_tokens":17}'
  let status = 200
  beforeEach(async () => {
    keys = []
    answer = '{"input_tokens":17}'
    status = 200
    server = createServer((request, response) => {
      keys.push(request.headers['x-api-key'] as string | undefined)
      response.writeHead(status, { 'content-type': 'application/json' }).end(answer)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  const count = (judge: object = {}) => {
    const given = policy({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...judge } as never)
    const settings = settingsOf(given)
    return createTokenCounter(given, {})(REQUEST, settings)
  }

  it('gives the server’s number and who said it', async () => {
    expect(await count()).toEqual({ count: 17, by: expect.stringContaining('127.0.0.1') })
    expect(keys).toEqual([undefined])
    expect(await count({ apiKey: 'k-0123456789' })).toMatchObject({ count: 17 })
    expect(keys).toEqual([undefined, 'k-0123456789'])
  })

  it('an answer without a number is none', async () => {
    answer = '{}'
    expect(await count()).toEqual({ none: expect.stringContaining('no number') })
  })

  it('an error is told without the key', async () => {
    status = 401
    answer = '{"type":"error","error":{"type":"x","message":"bad key k-0123456789"}}'
    const told = await count({ apiKey: 'k-0123456789' })
    expect(told).toEqual({ none: expect.stringContaining('did not count') })
    expect(JSON.stringify(told)).not.toContain('k-0123456789')
    expect(await count()).toEqual({ none: expect.stringContaining('did not count') })
  })

  it('without a key for the default endpoint nothing is sent', async () => {
    const given = policy()
    const settings = settingsOf(given)
    const told = await createTokenCounter(given, {})(REQUEST, settings)
    expect(told).toEqual({ none: expect.stringContaining('no key') })
  })
})

const SPENT = { dollars: 9, tokens: 9, checks: 9 }

describe('what a judge is made of', () => {
  it('works without a ledger, a latch or counts, and leaves errors where it is told to', async () => {
    const client = { send: async () => ({ failure: { kind: 'server-error' as const, detail: 'x' } }) }
    const judged = await createModelJudgeFor(policy(), createTools(), { client, stateFolder: folder }).judge(
      judgeRequest('ls'),
    )
    expect(judged.verdict).toMatchObject({ type: 'unavailable', cause: 'server-error' })
    expect(readdirSync(join(folder, 'judge-errors'))).toHaveLength(1)
    expect(existsSync(join(folder, 'judge-dumps'))).toBe(false)
  })

  it('a ledger that says the budget is spent is believed', async () => {
    const client = { send: async () => ({ failure: { kind: 'crashed' as const, detail: 'asked' } }) }
    const ledger = { spent: () => ({ session: SPENT, day: SPENT }), add: () => undefined }
    const given = policy({ extra: { budget: { session: 1 } } })
    const { verdict } = await createModelJudgeFor(given, createTools(), { client, ledger: ledger as never }).judge(
      judgeRequest('ls', { policy: given }),
    )
    expect(verdict).toMatchObject({ type: 'unavailable', cause: 'budget' })
  })
})

describe('diagnostics on disk', () => {
  it('are private, one file each, also below folders that do not exist yet', () => {
    const state = join(folder, 'not', 'yet')
    const writer = diagnosticFiles(state)
    writer.write('errors', 'a', '{"a":1}')
    writer.write('errors', 'a', '{"a":2}')
    const files = readdirSync(join(state, 'judge-errors')).sort()
    expect(files).toHaveLength(2)
    expect(files.map((name) => readFileSync(join(state, 'judge-errors', name), 'utf8'))).toEqual(['{"a":1}', '{"a":2}'])
    expect(statSync(join(state, 'judge-errors')).mode & 0o777).toBe(0o700)
    expect(statSync(join(state, 'judge-errors', files[0] ?? '')).mode & 0o777).toBe(0o600)
  })

  it('the oldest go first', () => {
    const writer = diagnosticFiles(folder)
    writer.write('dumps', 'first', '{}')
    const old = join(folder, 'judge-dumps', '2000-01-01T00-00-00-000Z-1-1-old.json')
    writeFileSync(old, '{}')
    for (let at = 0; at < 48; at++) writer.write('dumps', `n${at}`, '{}')
    expect(existsSync(old)).toBe(true)
    writer.write('dumps', 'last', '{}')
    expect(existsSync(old)).toBe(false)
    expect(readdirSync(join(folder, 'judge-dumps'))).toHaveLength(50)
  })
})

describe('recorded results', () => {
  const call = { label: 'c', stage: 'fast', request: REQUEST, deadlineMs: 1 } as const
  const answers = (...lines: unknown[]) =>
    recordedClient(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  const id = customId(call)
  const failing = (error: unknown) => answers({ custom_id: id, result: { type: 'errored', error } }).send(call)

  it.each([
    ['rate_limit_error', 'rate-limit'],
    ['overloaded_error', 'server-error'],
    ['api_error', 'server-error'],
    ['timeout_error', 'server-error'],
    ['authentication_error', 'refused-key'],
    ['permission_error', 'refused-key'],
    ['request_too_large', 'too-long'],
    ['invalid_request_error', 'misconfigured'],
    [undefined, 'misconfigured'],
  ])('%s: %s', async (type, kind) => {
    expect(await failing({ error: { type, message: 'x' } })).toEqual({ failure: { kind, detail: 'x' } })
    expect(await failing({ type, message: 'x' })).toEqual({ failure: { kind, detail: 'x' } })
  })

  it('what an error says', async () => {
    expect(await failing({ error: { type: 'x', message: 'Prompt is too long' } })).toMatchObject({
      failure: { kind: 'too-long' },
    })
    expect(await failing({ error: { type: 'x', message: 7 } })).toEqual({
      failure: { kind: 'misconfigured', detail: '' },
    })
    expect(await failing(undefined)).toEqual({ failure: { kind: 'misconfigured', detail: '' } })
    expect(await failing([])).toEqual({ failure: { kind: 'misconfigured', detail: '' } })
    expect(await answers({ custom_id: id, result: { type: 'expired' } }).send(call)).toEqual({
      failure: { kind: 'server-error', detail: 'batch: expired' },
    })
    expect(await answers({ custom_id: id, result: { type: 'succeeded' } }).send(call)).toMatchObject({
      failure: { kind: 'server-error' },
    })
  })

  it('an answer that somebody wrote counts as the asked model’s', async () => {
    expect(await answers({ custom_id: id, text: '<block>no</block>' }).send(call)).toMatchObject({
      reply: { text: '<block>no</block>', end: 'complete', model: 'm' },
    })
  })

  it('lines that are no results, or come twice, are problems; the first stands', async () => {
    const line = { custom_id: id, text: 'one' }
    const client = answers(
      '',
      '  ',
      'nonsense',
      '[]',
      'null',
      '7',
      { custom_id: 7, text: 'x' },
      { custom_id: id },
      { custom_id: id, text: 7 },
      line,
      { ...line, text: 'two' },
    )
    expect(client.problems).toHaveLength(8)
    expect(client.problems.at(-1)).toContain(`a second result for ${id}`)
    expect(await client.send(call)).toMatchObject({ reply: { text: 'one' } })
    expect(client.text()).toBe('')
  })

  it('what is not there is kept for another export', async () => {
    const client = answers()
    expect(await client.send(call)).toMatchObject({ failure: { kind: 'crashed' } })
    expect(JSON.parse(client.text())).toEqual({ custom_id: id, params: messagesBody(REQUEST) })
  })
})
