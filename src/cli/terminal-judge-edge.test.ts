import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FakeClaude, startFakeClaude } from '../../test/fake-claude/server.ts'
import { callLineOf } from './call-line.ts'
import { checkLine, createSessions, decide } from './check-line.ts'
import type { Io } from './io.ts'
import { runCommand } from './main.ts'
import { terminalJudgeEdge } from './terminal-judge-edge.ts'

const KEY = 'sk-test-of-the-environment'
const home = mkdtempSync(join(tmpdir(), 'irongate-person-'))

let claude: FakeClaude
let proxy: Server
let proxyUrl: string
const tunnels: string[] = []

beforeAll(async () => {
  claude = await startFakeClaude()
  // Stands where the default endpoint would be reached: it notes who is asked for, and lets nobody through.
  proxy = createServer().on('connect', (request, socket) => {
    tunnels.push(String(request.url))
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})
afterEach(() => {
  vi.unstubAllEnvs()
  claude.forget()
  tunnels.length = 0
})
afterAll(async () => {
  rmSync(home, { recursive: true })
  proxy.close()
  await claude.close()
})

/** A call that no fast path settles. */
function line(settings: Record<string, unknown>) {
  const parsed = callLineOf({
    id: 'one',
    tool: 'Bash',
    input: { command: 'frobnicate --everything now' },
    cwd: '/nowhere/p',
    home,
    settings,
  })
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.line
}

const asPerson = (settings: Record<string, unknown>, environment: Record<string, string>) =>
  decide(line(settings), createSessions(), terminalJudgeEdge(home, environment))

describe('ANTHROPIC_API_KEY, for a command that a person runs', () => {
  it('brings the default endpoint into the chain', async () => {
    const decision = await asPerson({ judge: { proxy: proxyUrl } }, { ANTHROPIC_API_KEY: KEY })
    expect(decision).toMatchObject({ outcome: 'deny', reason: { type: 'judge-unavailable' } })
    expect(new Set(tunnels)).toEqual(new Set(['api.anthropic.com:443']))
    expect(JSON.stringify(decision)).not.toContain(KEY)
  })

  it.each([{}, { ANTHROPIC_API_KEY: '' }, { ANTHROPIC_API_KEY: ' ' }])('%j: nothing changes', async (environment) => {
    const settings = { judge: { proxy: proxyUrl } }
    expect(await asPerson(settings, environment)).toEqual(await decide(line(settings), createSessions()))
    expect(tunnels).toEqual([])
  })

  it('never travels to another endpoint: there it is as if there were none', async () => {
    const keyless = { judge: { kind: 'claude', baseUrl: claude.url } }
    expect((await asPerson(keyless, { ANTHROPIC_API_KEY: KEY })).outcome).toBe('allow')
    expect(claude.seen).toHaveLength(1)
    expect(claude.seen[0]?.headers['x-api-key']).toBeUndefined()
    expect(JSON.stringify(claude.seen[0]?.headers)).not.toContain(KEY)
    claude.forget()
    const chained = await asPerson({ judge: { baseUrl: claude.url } }, { ANTHROPIC_API_KEY: KEY })
    expect(chained.judge).toBe('embedded')
    expect(claude.seen).toEqual([])
  })

  it('does not follow a project that names an endpoint or a proxy', async () => {
    const settings = {
      user: { judge: { proxy: proxyUrl } },
      project: { judge: { baseUrl: claude.url, proxy: claude.url, kind: 'claude' } },
      local: { judge: { baseUrl: claude.url } },
    }
    await asPerson(settings, { ANTHROPIC_API_KEY: KEY })
    expect(claude.seen).toEqual([])
    expect(new Set(tunnels)).toEqual(new Set(['api.anthropic.com:443']))
  })

  it('gives way to the key of the settings', async () => {
    const own = { judge: { kind: 'claude', baseUrl: claude.url, apiKey: 'of-the-settings' } }
    await asPerson(own, { ANTHROPIC_API_KEY: KEY })
    expect(claude.seen[0]?.headers['x-api-key']).toBe('of-the-settings')
  })

  it('is nothing to a batch', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', KEY)
    vi.stubEnv('IRONGATE_MODEL', 'claude-of-the-environment')
    await checkLine(line({ judge: { proxy: proxyUrl } }), createSessions())
    expect(tunnels).toEqual([])
    await checkLine(line({ judge: { kind: 'claude', baseUrl: claude.url } }), createSessions())
    expect(claude.seen[0]?.body.model).toBe('claude-sonnet-4-6')
  })
})

describe('IRONGATE_MODEL', () => {
  it.each([
    [{ IRONGATE_MODEL: 'claude-opus-5-5' }, 'claude-opus-5-5'],
    [{ IRONGATE_MODEL: '' }, 'claude-haiku-5-5'],
    [{}, 'claude-haiku-5-5'],
  ])('%j: %s', async (environment, model) => {
    const settings = { judge: { kind: 'claude', baseUrl: claude.url, model: 'claude-haiku-5-5' } }
    await asPerson(settings, environment)
    expect(claude.seen[0]?.body.model).toBe(model)
  })
})

async function command(...args: readonly string[]) {
  let out = ''
  const io: Io = { out: (text) => (out += text), error: (text) => (out += text), colour: false }
  return { status: await runCommand(args, io), out }
}

describe('irongate prompt --tokens', () => {
  const counting = (judge: Record<string, unknown>) =>
    command('prompt', '--tokens', '--cwd', tmpdir(), '--settings', JSON.stringify({ judge }), 'Bash', 'ls')

  it('has the server count when there is a key, and says so', async () => {
    vi.stubEnv('IRONGATE_MODEL', 'claude-opus-5-5')
    const { status, out } = await counting({ baseUrl: claude.url, apiKey: 'k' })
    expect(out).toMatch(/^\d{4,} tokens, counted by http:\/\/127\.0\.0\.1:\d+\n$/)
    expect(status).toBe(0)
    expect(claude.seen).toEqual([])
  })

  it('estimates without one, and says that too', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', '')
    expect((await counting({ proxy: proxyUrl })).out).toMatch(/^about \d+ tokens, our own estimate .*there is no key/)
    expect(tunnels).toEqual([])
  })

  it('estimates when the server cannot be asked', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', KEY)
    const { out } = await counting({ proxy: proxyUrl })
    expect(out).toMatch(/^about \d+ tokens, our own estimate .*did not count/)
    expect(out).not.toContain(KEY)
    expect(tunnels).toEqual(['api.anthropic.com:443'])
  })
})

describe.each(['check', 'explain', 'prompt'])('irongate %s --help', (name) => {
  it('names the variables', async () => {
    const { out } = await command(name, '--help')
    expect(out).toContain('ANTHROPIC_API_KEY')
    expect(out).toContain('IRONGATE_MODEL')
  })
})

it('every command of the judge can be called', async () => {
  const { out } = await command('--help')
  for (const name of ['check', 'explain', 'prompt', 'judge']) expect(out).toMatch(new RegExp(`^ {2}${name} `, 'm'))
})
