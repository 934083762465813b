import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeClaude, startFakeClaude } from '../../test/fake-claude/server.ts'
import { signedFlagsFile } from '../facts/signed-flags.ts'
import { createScratchAccount } from './claude-code/testing.ts'
import { refreshFlagsNow } from './flags-refresh.ts'
import { keepFlagsFresh } from './flags-updates.ts'
import { check } from './library/check.ts'
import { readPolicy } from './policy.ts'

const OURS = generateKeyPairSync('ed25519')
const OTHERS = generateKeyPairSync('ed25519')
const KEY = OURS.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
const DAY = 24 * 60 * 60 * 1000

let claude: FakeClaude
let server: Server
let url: string
/** What the address answers next. */
let body: string
let status: number
let fetches: number
let account: ReturnType<typeof createScratchAccount>

beforeAll(async () => {
  claude = await startFakeClaude()
  server = createServer((_, response) => {
    fetches++
    response.writeHead(status, status === 307 ? { location: `${url}?again` } : {})
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/flags`
})
afterAll(async () => {
  server.close()
  await claude.close()
})
beforeEach(() => {
  account = createScratchAccount()
  fetches = 0
  status = 200
  settings({ url, key: KEY })
})
afterEach(() => {
  vi.useRealTimers()
  account.remove()
})

function settings(flags: object | undefined, more: object = {}): void {
  mkdirSync(join(account.home, '.irongate'), { recursive: true, mode: 0o700 })
  const judge = { kind: 'claude', baseUrl: claude.url, apiKey: 'k', ...(flags && { flags }), ...more }
  writeFileSync(join(account.home, '.irongate/settings.json'), JSON.stringify({ judge }), { mode: 0o600 })
}

interface Payload {
  readonly url?: string
  readonly version?: unknown
  readonly expires?: unknown
  readonly flags?: unknown
}

function signed(payload: Payload, key: KeyObject = OURS.privateKey): string {
  const expires = new Date(Date.now() + DAY).toISOString()
  const bytes = Buffer.from(JSON.stringify({ url, version: 1, expires, flags: {}, ...payload }))
  return JSON.stringify({ payload: bytes.toString('base64'), signature: sign(null, bytes, key).toString('base64') })
}

const publish = (payload: Payload) => {
  body = signed(payload)
  return refreshFlagsNow({ home: account.home, force: true })
}
const policy = () => readPolicy({ cwd: account.project, home: account.home })
const CALL = 'frobnicate --everything now'

describe('a changed flag takes effect while a session runs', () => {
  const asks = {
    hook: async () => (await account.bash(CALL, { permission_mode: 'auto' })).said ?? 'allow',
    library: async () => (await check('Bash', { command: CALL }, { cwd: account.project, home: account.home })).outcome,
  }

  it.each(['hook', 'library'] as const)('in a process that stays, through the %s', async (way) => {
    claude.play([{ fault: { kind: 'status', status: 404 } }])
    expect(await asks[way]()).toBe('deny')
    expect(await publish({ version: 1, flags: { ironGate: 'open' } })).toEqual({ kind: 'taken', version: 1 })
    expect(await asks[way]()).toBe('ask')
    await publish({ version: 2, flags: { ironGate: 'closed' } })
    expect(await asks[way]()).toBe('deny')
  })

  it('fetched by the process that stays, by itself and again and again', async () => {
    body = signed({ version: 1, flags: { mode: 'thinking' } })
    const stop = keepFlagsFresh(account.home, 20)
    try {
      await vi.waitFor(() => expect(policy().judge.mode).toBe('thinking'), 5_000)
      const before = fetches
      rmSync(signedFlagsFile(account.home))
      body = signed({ version: 2, flags: { mode: 'fast' } })
      await vi.waitFor(() => expect(policy().judge.mode).toBe('fast'), 5_000)
      expect(fetches).toBeGreaterThan(before)
    } finally {
      stop()
    }
  })

  it('not more often than every 30 minutes', async () => {
    const at = Date.now()
    body = signed({ version: 1 })
    const refresh = (now: number) => refreshFlagsNow({ home: account.home, now: () => now })
    expect([(await refresh(at)).kind, (await refresh(at + 29 * 60_000)).kind, fetches]).toEqual(['taken', 'fresh', 1])
    expect([(await refresh(at + 31 * 60_000)).kind, fetches]).toEqual(['taken', 2])
  })

  it('until it expires', async () => {
    await publish({ flags: { ironGate: 'open' }, expires: new Date(Date.now() + DAY).toISOString() })
    expect(policy().judge.ironGate).toBe('open')
    vi.useFakeTimers({ now: Date.now() + DAY + 1, toFake: ['Date'] })
    expect(policy().judge.ironGate).toBe('closed')
    expect(policy().notices.some(({ text }) => text.includes('it has expired'))).toBe(true)
  })
})

describe('what is not taken', () => {
  beforeEach(() => publish({ version: 5, flags: { ironGate: 'open' } }))
  const kept = async (text: string, why: RegExp) => {
    body = text
    const result = await refreshFlagsNow({ home: account.home, force: true })
    expect(result).toMatchObject({ kind: 'kept', why: expect.stringMatching(why) })
    expect(policy().judge.ironGate).toBe('open')
  }

  it.each<[string, () => string, RegExp]>([
    ['another key', () => signed({ version: 6 }, OTHERS.privateKey), /signature/],
    ['an older version', () => signed({ version: 4, flags: { ironGate: 'closed' } }), /older/],
    ['the same version with another content', () => signed({ version: 5, flags: { mode: 'fast' } }), /something else/],
    ['no version', () => signed({ version: '6' }), /version/],
    ['a version that is no number to count with', () => signed({ version: 2 ** 60 }), /version/],
    ['an expired one', () => signed({ version: 6, expires: '2020-01-01T00:00:00Z' }), /expired/],
    ['one that never expires', () => signed({ version: 6, expires: '2999-01-01T00:00:00Z' }), /month/],
    ['no expiry', () => signed({ version: 6, expires: null }), /expires/],
    ['one for another address', () => signed({ version: 6, url: 'https://other.example/flags' }), /another address/],
    ['a key', () => signed({ version: 6, flags: { apiKey: 'x' } }), /no flag/],
    ['a value that is none', () => signed({ version: 6, flags: { ironGate: 'ajar' } }), /ironGate/],
    ['flags that are none', () => signed({ version: 6, flags: [] }), /no flags/],
    ['no JSON', () => 'open', /not a signed answer/],
    ['nothing', () => '', /not a signed answer/],
    ['too much', () => `${signed({ version: 6 })}${' '.repeat(70_000)}`, /too long/],
    [
      'a payload changed after it was signed',
      () => {
        const { signature } = JSON.parse(signed({ version: 6 })) as { signature: string }
        const { payload } = JSON.parse(signed({ version: 7 })) as { payload: string }
        return JSON.stringify({ payload, signature })
      },
      /signature/,
    ],
  ])('%s', async (_, text, why) => kept(text(), why))

  it.each([404, 500, 307, 204])('an answer with status %s', async (code) => {
    status = code
    await kept(signed({ version: 6, flags: { ironGate: 'closed' } }), new RegExp(String(code)))
  })

  it('an address that is gone', async () => {
    settings({ url: 'http://127.0.0.1:9/flags', key: KEY })
    expect((await refreshFlagsNow({ home: account.home, force: true })).kind).toBe('kept')
    // What was signed for the other address holds no longer.
    expect(policy().judge.ironGate).toBe('closed')
  })

  it('a file that somebody else wrote', () => {
    writeFileSync(signedFlagsFile(account.home), signed({ version: 9, flags: { mode: 'fast' } }, OTHERS.privateKey))
    expect([policy().judge.mode, policy().judge.ironGate]).toEqual(['both', 'closed'])
    expect(policy().notices.some(({ text }) => text.includes('signature'))).toBe(true)
  })
})

describe('the address', () => {
  it.each([
    [{ url: 'http://flags.example/x', key: KEY }, /https/],
    [{ url: 'nonsense', key: KEY }, /URL/],
    [{ url: 'https://flags.example/x', key: 'abc' }, /ed25519/],
    [
      {
        url: 'https://flags.example/x',
        key: generateKeyPairSync('x25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      },
      /ed25519/,
    ],
  ])('%j is refused, and nothing is asked', async (flags, why) => {
    settings(flags)
    expect(await refreshFlagsNow({ home: account.home })).toMatchObject({
      kind: 'kept',
      why: expect.stringMatching(why),
    })
    expect(policy().notices.some(({ text }) => why.test(text))).toBe(true)
    expect(fetches).toBe(0)
  })

  it('of a project is none', async () => {
    settings(undefined)
    mkdirSync(join(account.project, '.irongate'))
    const judge = { flags: { url, key: KEY } }
    writeFileSync(join(account.project, '.irongate/settings.json'), JSON.stringify({ judge }))
    body = signed({ flags: { ironGate: 'open' } })
    expect(await refreshFlagsNow({ home: account.home })).toEqual({ kind: 'none' })
    expect([policy().judge.ironGate, fetches, existsSync(signedFlagsFile(account.home))]).toEqual(['closed', 0, false])
  })

  it('stands below managed settings and the user’s own file of flags, above their settings', async () => {
    settings({ url, key: KEY }, { mode: 'thinking' })
    await publish({ flags: { mode: 'fast' } })
    expect(policy().judge.mode).toBe('fast')
    writeFileSync(join(account.home, '.irongate/flags.json'), '{"mode": "both"}', { mode: 0o600 })
    expect(policy().judge.mode).toBe('both')
  })

  it('what it gave is out of an agent’s reach', async () => {
    await publish({ flags: {} })
    const file = signedFlagsFile(account.home)
    const before = readFileSync(file, 'utf8')
    expect(['deny', 'ask']).toContain((await account.bash(`cp other.json ${file}`)).said)
    expect(readFileSync(file, 'utf8')).toBe(before)
  })
})
