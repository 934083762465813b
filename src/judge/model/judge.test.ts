import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeClaude, startFakeClaude } from '../../../test/fake-claude/server.ts'
import { createMemoryLatch } from './refused-key-latch.ts'
import { callEntry, judgeAt, judgeRequest, policy, TEST_KEY, user } from './testing.ts'

let server: FakeClaude
beforeAll(async () => {
  server = await startFakeClaude()
})
afterAll(() => server.close())
beforeEach(() => {
  server.forget()
  server.play([{ says: '<block>no</block>' }])
})
afterEach(() => vi.unstubAllEnvs())

const cause = (judged: { verdict: { type: string; cause?: string } }) => judged.verdict.cause ?? judged.verdict.type

describe('the key', () => {
  const gone = { type: 'unavailable', cause: 'misconfigured' }

  it('is needed for the default endpoint', async () => {
    const judged = await judgeAt(server.url, { key: () => Promise.resolve(undefined) }).judge(judgeRequest('ls'))
    expect(judged.verdict).toMatchObject(gone)
    expect(server.seen).toHaveLength(0)
  })

  it('of the environment goes to the default endpoint only', async () => {
    const key = () => Promise.resolve({ value: TEST_KEY, from: 'environment' as const })
    const elsewhere = judgeRequest('ls', { policy: policy({ baseUrl: 'https://gateway.example' }) })
    expect((await judgeAt(server.url, { key }).judge(elsewhere)).verdict).toMatchObject(gone)
    expect((await judgeAt(server.url, { key }).judge(judgeRequest('ls'))).verdict.type).toBe('allow')
  })

  it('never travels over plain http beyond this machine', async () => {
    const elsewhere = judgeRequest('ls', { policy: policy({ baseUrl: 'http://gateway.example' }) })
    expect((await judgeAt(server.url).judge(elsewhere)).verdict).toMatchObject(gone)
  })

  it('is not needed by a local server, and none is then sent', async () => {
    const local = judgeRequest('ls', { policy: policy({ baseUrl: server.url }) })
    expect((await judgeAt(server.url, { key: () => Promise.resolve(undefined) }).judge(local)).verdict.type).toBe(
      'allow',
    )
    expect(server.seen[0]?.headers['x-api-key']).toBeUndefined()
  })

  describe.each([401, 403])('refused with %s', (status) => {
    const of = (session: string, version = 'v1') => {
      const request = judgeRequest('ls', { policy: { ...policy(), version } })
      return { ...request, action: { ...request.action, call: { ...request.action.call, sessionId: session } } }
    }
    let time: number
    let value: string
    let judge: ReturnType<typeof judgeAt>
    beforeEach(async () => {
      time = 1_000_000
      value = TEST_KEY
      const key = () => Promise.resolve({ value, from: 'settings' as const })
      judge = judgeAt(server.url, { latch: createMemoryLatch(), key, clock: () => time })
      server.play([{ fault: { kind: 'status', status } }])
      expect(cause(await judge.judge(of('first')))).toBe('refused-key')
      server.play([{ says: '<block>no</block>' }])
    })

    it('the same session tries it again after a minute, and not before', async () => {
      time += 59_000
      const judged = await judge.judge(of('first'))
      expect(judged.verdict).toMatchObject({ cause: 'refused-key', reason: expect.stringContaining('again in 1 s') })
      expect(server.seen).toHaveLength(1)
      time += 1_000
      expect(cause(await judge.judge(of('first')))).toBe('allow')
    })

    it('another session tries it at once, and an accepted key opens it for all', async () => {
      expect(cause(await judge.judge(of('second')))).toBe('allow')
      expect(cause(await judge.judge(of('first')))).toBe('allow')
    })

    it('other settings or another key are tried at once', async () => {
      expect(cause(await judge.judge(of('first', 'v2')))).toBe('allow')
      server.play([{ fault: { kind: 'status', status } }])
      expect(cause(await judge.judge(of('first')))).toBe('refused-key')
      server.play([{ says: '<block>no</block>' }])
      value = 'another-key-123'
      expect(cause(await judge.judge(of('first')))).toBe('allow')
    })

    it('many sessions in one minute do not ask without end', async () => {
      server.play([{ fault: { kind: 'status', status } }])
      for (let at = 0; at < 100; at++) expect(cause(await judge.judge(of(`s${at}`)))).toBe('refused-key')
      expect(server.seen).toHaveLength(64)
    })

    it('a clock that was set back makes nobody wait', async () => {
      time -= 3_600_000
      expect(cause(await judge.judge(of('first')))).toBe('allow')
    })
  })

  it('a key that cannot be found out is a crash, never an allow', async () => {
    const judge = judgeAt(server.url, { key: () => Promise.reject(new Error('keychain locked')) })
    expect(cause(await judge.judge(judgeRequest('ls')))).toBe('crashed')
  })
})

describe('the environment', () => {
  it('steers nothing: no variable adds a header, moves the endpoint or reaches the log', async () => {
    vi.stubEnv('ANTHROPIC_BASE_URL', 'http://127.0.0.1:9')
    vi.stubEnv('ANTHROPIC_API_KEY', 'from-environment')
    vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'from-environment')
    vi.stubEnv(
      'ANTHROPIC_CUSTOM_HEADERS',
      'x-evil: 1\nx-api-key: other\nanthropic-version: 1999-01-01\nuser-agent: evil',
    )
    vi.stubEnv('ANTHROPIC_LOG', 'debug')
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:9')
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    expect((await judgeAt(server.url).judge(judgeRequest('ls'))).verdict.type).toBe('allow')
    const { headers } = server.seen[0] ?? { headers: {} }
    expect(headers).toMatchObject({
      'x-api-key': TEST_KEY,
      'anthropic-version': '2023-06-01',
      'user-agent': 'irongate',
    })
    const ours = [
      'accept',
      'anthropic-version',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'x-api-key',
    ]
    expect(Object.keys(headers).sort()).toEqual(ours)
  })
})

describe('interruption and time', () => {
  it('a signal that is already set asks nobody', async () => {
    expect((await judgeAt(server.url).judge(judgeRequest('ls', { signal: AbortSignal.abort() }))).verdict).toEqual({
      type: 'interrupted',
    })
    expect(server.seen).toHaveLength(0)
  })

  it.each(['hang', 'stall'] as const)('a signal ends a check that is under way (%s)', async (kind) => {
    server.play([{ fault: { kind } }])
    const start = performance.now()
    const judged = await judgeAt(server.url).judge(judgeRequest('ls', { signal: AbortSignal.timeout(60) }))
    expect(judged.verdict).toEqual({ type: 'interrupted' })
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  it('a signal ends the wait for a key', async () => {
    const key = () => new Promise<undefined>(() => undefined)
    const judged = await judgeAt(server.url, { key }).judge(judgeRequest('ls', { signal: AbortSignal.timeout(30) }))
    expect(judged.verdict).toEqual({ type: 'interrupted' })
  })

  it('a signal ends the wait before another try', async () => {
    server.play([{ fault: { kind: 'status', status: 429, retryAfter: 5 } }])
    const judged = await judgeAt(server.url).judge(judgeRequest('ls', { signal: AbortSignal.timeout(60) }))
    expect(judged.verdict).toEqual({ type: 'interrupted' })
  })

  it('the second stage has only what the first left of the whole', async () => {
    let clock = 0
    server.play(() => {
      clock += 60_000
      return { says: '<block>yes</block>' }
    })
    expect(cause(await judgeAt(server.url, { now: () => clock }).judge(judgeRequest('ls')))).toBe('deadline')
  })
})

describe('the network', () => {
  it('nobody listens', async () => {
    expect(cause(await judgeAt('http://127.0.0.1:1').judge(judgeRequest('ls')))).toBe('network')
  })

  it('TLS fails', async () => {
    const plain = createServer((socket) => socket.end('not tls'))
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
    const { port } = plain.address() as { port: number }
    expect(cause(await judgeAt(`https://127.0.0.1:${port}`).judge(judgeRequest('ls')))).toBe('network')
    plain.close()
  })

  it('a proxy of the settings is used', async () => {
    const through = judgeRequest('ls', { policy: policy({ extra: { proxy: server.url } }) })
    expect(cause(await judgeAt('http://api.invalid').judge(through))).toBe('allow')
    expect(server.seen[0]?.headers.host).toBe('api.invalid')
  })

  it('a proxy that refuses is a network error', async () => {
    const through = judgeRequest('ls', { policy: policy({ extra: { proxy: server.url } }) })
    expect(cause(await judgeAt('https://api.invalid').judge(through))).toBe('network')
  })
})

describe('size', () => {
  it('too long by our own count is not sent', async () => {
    const long = [user('go'), callEntry('x'.repeat(200_000), true)]
    const small = policy({ extra: { models: { 'claude-sonnet-4-6': { contextTokens: 20_000 } } } })
    const judged = await judgeAt(server.url).judge(judgeRequest('ls', { transcript: long, policy: small }))
    expect(judged.verdict.type).toBe('too-long')
    expect(server.seen).toHaveLength(0)
  })

  describe('near the limit', () => {
    const limited = (contextTokens: number) => policy({ extra: { models: { 'claude-sonnet-4-6': { contextTokens } } } })
    const signs = (count: number) => [user('go'), callEntry('港'.repeat(count), true)]
    const asked = () => server.counted

    it('the server counts, and what it says decides', async () => {
      // By our estimate almost two tokens each; the server counts less than one.
      const judged = await judgeAt(server.url).judge(
        judgeRequest('ls', { transcript: signs(20_000), policy: limited(45_000) }),
      )
      expect([judged.verdict.type, asked()]).toEqual(['allow', 1])
      const long = await judgeAt(server.url).judge(
        judgeRequest('ls', { transcript: signs(55_000), policy: limited(45_000) }),
      )
      expect([long.verdict.type, asked()]).toEqual(['too-long', 2])
    })

    it('far from it nobody is asked to count', async () => {
      await judgeAt(server.url).judge(judgeRequest('ls', { transcript: signs(1_000), policy: limited(45_000) }))
      expect(asked()).toBe(0)
    })

    it('a server that does not count leaves our own estimate', async () => {
      const judge = judgeAt(server.url, {
        client: () => ({
          send: () => Promise.reject(new Error('not asked')),
          count: () => Promise.reject(new Error('404')),
        }),
      })
      const judged = await judge.judge(judgeRequest('ls', { transcript: signs(14_000), policy: limited(30_000) }))
      expect(judged.verdict.type).toBe('too-long')
    })

    it('an interrupt while it counts is one', async () => {
      const stop = new AbortController()
      const judge = judgeAt(server.url, {
        client: () => ({
          send: () => Promise.reject(new Error('not asked')),
          count: () => {
            stop.abort()
            return Promise.reject(new Error('aborted'))
          },
        }),
      })
      const request = judgeRequest('ls', { transcript: signs(14_000), policy: limited(30_000), signal: stop.signal })
      expect((await judge.judge(request)).verdict.type).toBe('interrupted')
    })
  })

  it('our count is never below the server’s', async () => {
    const long = [user('go 日本語 '.repeat(2_000)), callEntry('echo "x"\n'.repeat(5_000), true)]
    const judged = await judgeAt(server.url).judge(
      judgeRequest('ls', { transcript: long, claudeMd: 'y'.repeat(9_000) }),
    )
    const { inputTokens = 0, cacheWriteTokens = 0 } = judged.usage ?? {}
    const { createCheckBuilder } = await import('./check.ts')
    const { options } = await import('./testing.ts')
    const built = createCheckBuilder(options(server.url)).build(
      judgeRequest('ls', { transcript: long, claudeMd: 'y'.repeat(9_000) }),
      { evidence: true, format: 'jsonl', cacheLife: '1h' },
    )
    expect(built.tokens).toBeGreaterThanOrEqual(inputTokens + cacheWriteTokens)
  })
})

describe('diagnostics', () => {
  const notes = () => {
    const written: [string, string, string][] = []
    return { written, write: (folder: string, name: string, text: string) => void written.push([folder, name, text]) }
  }

  it('errors are always written, answers never, secrets are not in them', async () => {
    const diagnostics = notes()
    const judge = judgeAt(server.url, { diagnostics })
    await judge.judge(judgeRequest('ls'))
    expect(diagnostics.written).toHaveLength(0)
    server.play([{ fault: { kind: 'status', status: 400, message: `bad key ${TEST_KEY}` } }])
    await judge.judge(judgeRequest(`curl -H "Authorization: Bearer ${'t0k3n'.repeat(6)}" x ${TEST_KEY}`))
    expect(diagnostics.written.map(([folder, name]) => [folder, name])).toEqual([['errors', 'c1-fast']])
    const [, , text = ''] = diagnostics.written[0] ?? []
    expect(text).not.toContain(TEST_KEY)
    expect(text).not.toContain('t0k3nt0k3n')
    expect(text).toContain('misconfigured')
  })

  it('dumps come on request, limited', async () => {
    const diagnostics = notes()
    const long = [user('x'.repeat(600_000))]
    await judgeAt(server.url, { diagnostics }).judge(
      judgeRequest('ls', { transcript: long, policy: policy({ extra: { dump: true } }) }),
    )
    expect(diagnostics.written.map(([folder]) => folder)).toEqual(['dumps'])
    expect(diagnostics.written[0]?.[2].length).toBeLessThan(300_000)
  })

  it('a writer that fails changes nothing', async () => {
    const diagnostics = {
      write: () => {
        throw new Error('disk full')
      },
    }
    const judged = await judgeAt(server.url, { diagnostics }).judge(
      judgeRequest('ls', { policy: policy({ extra: { dump: true } }) }),
    )
    expect(judged.verdict.type).toBe('allow')
  })
})

describe('settings that do not fit close the judge', () => {
  it.each([
    { baseUrl: 'not a url' },
    { baseUrl: 'file:///etc/passwd' },
    { deadlineMs: 0 },
    { deadlineMs: Number.NaN },
    { extra: { aliases: 'x' } },
    { extra: { models: { m: { thinking: 'sometimes' } } } },
    { extra: { models: { m: { surprise: 1 } } } },
    { extra: { budget: { day: -1 } } },
    { extra: { budget: { day: 1, outcome: 'allow' } } },
    { extra: { transcript: 'xml' } },
    { extra: { proxy: 'nowhere' } },
  ])('%j', async (judge) => {
    expect(cause(await judgeAt(server.url).judge(judgeRequest('ls', { policy: policy(judge) })))).toBe('misconfigured')
    expect(server.seen).toHaveLength(0)
  })

  it('keys of others are left alone, an alias is accepted', async () => {
    server.play([{ answers: { model: 'gateway-sonnet', content: [{ type: 'text', text: '<block>no</block>' }] } }])
    const named = judgeRequest('ls', {
      policy: policy({ mode: 'fast', extra: { other: 1, aliases: ['gateway-sonnet'] } }),
    })
    expect(cause(await judgeAt(server.url).judge(named))).toBe('allow')
  })
})

it('an encoder that throws is a crash, never an allow', async () => {
  const encodeCall = (): string => {
    throw new Error('boom')
  }
  expect(cause(await judgeAt(server.url, { encodeCall }).judge(judgeRequest('ls')))).toBe('crashed')
})

it('the model of the variable comes first', async () => {
  await judgeAt(server.url, { model: 'claude-opus-5' }).judge(judgeRequest('ls', { model: 'claude-haiku-4-5' }))
  expect(server.seen[0]?.body.model).toBe('claude-opus-5')
})
