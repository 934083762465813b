import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createModelJudgeFor } from '../../src/judge/model/assemble.ts'
import { judgeRequest, policy } from '../../src/judge/model/testing.ts'
import { closeResidents } from '../../src/judge/model/transports/local/residents.ts'
import { createTools } from '../../src/tools/registry.ts'
import { type FakeClaude, startFakeClaude } from '../fake-claude/server.ts'
import { blocksOf, type WireRequest } from '../fake-claude/wire.ts'
import { transportContract } from '../transports/contract.ts'
import { HOSTS, NEW, OLD } from './clients.ts'

const textOf = (body: WireRequest) =>
  blocksOf(body)
    .map(({ text }) => text)
    .join('')

/** A person whose client talks to a test server, with hooks that leave a trace. */
function createHome(url: string): { readonly home: string; readonly fired: string } {
  const scratch = join(HOSTS, 'scratch')
  mkdirSync(scratch, { recursive: true })
  const home = mkdtempSync(join(scratch, 'judge-'))
  const fired = join(home, 'fired')
  mkdirSync(join(home, '.claude'))
  mkdirSync(join(home, '.irongate'), { mode: 0o700 })
  const command = { type: 'command', command: `date >> ${fired}` }
  const events = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'Stop', 'SessionEnd']
  const settings = {
    env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'a-key-for-tests' },
    hooks: Object.fromEntries(events.map((event) => [event, [{ matcher: '', hooks: [command] }]])),
  }
  writeFileSync(join(home, '.claude', 'settings.json'), JSON.stringify(settings))
  writeFileSync(join(home, '.claude', 'CLAUDE.md'), 'canary of the account\n')
  writeFileSync(join(home, 'canary.txt'), 'canary of a file\n')
  return { home, fired }
}

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

const chosen = (program: string) => ({
  extra: { transports: ['claude-cli'], clients: { 'claude-cli': { program, sha256: hashOf(program) } } },
})

for (const [version, program] of [
  ['2.1.325', NEW],
  ['2.1.197', OLD],
] as const) {
  transportContract(
    `Claude Code ${version}`,
    async () => {
      const server = await startFakeClaude({ anyFields: true })
      const { home } = createHome(server.url)
      const settings = chosen(program)
      const edge = { home, stateFolder: join(home, '.irongate', 'state') }
      return {
        settings,
        judge: (more) => createModelJudgeFor(policy({ ...settings, ...more }), createTools(), edge),
        play: (script) => server.play((request) => script(textOf(request))),
        get sent() {
          return server.seen.map(({ body }) => textOf(body))
        },
        kill: closeResidents,
        close: async () => {
          closeResidents()
          await server.close()
          rmSync(home, { recursive: true, force: true })
        },
      }
    },
    { deadlineMs: 6_000 },
  )
}

describe('the person’s own client as a judge', () => {
  let server: FakeClaude
  let place: ReturnType<typeof createHome>
  beforeAll(async () => {
    server = await startFakeClaude({ anyFields: true })
    place = createHome(server.url)
  })
  afterAll(async () => {
    closeResidents()
    await server.close()
    rmSync(place.home, { recursive: true, force: true })
  })

  const judgeOf = (extra: object) =>
    createModelJudgeFor(policy({ extra: { ...extra } }), createTools(), {
      home: place.home,
      stateFolder: join(place.home, '.irongate', 'state'),
    })
  const ask = (command: string, extra: object = chosen(NEW).extra) =>
    judgeOf(extra).judge(judgeRequest(command, { policy: policy({ extra: { ...extra } }) }))

  it('reads no file, runs no hook and knows nothing of the account’s instructions', async () => {
    server.forget()
    await ask(`cat @${join(place.home, 'canary.txt')} @/etc/hostname`)
    await ask(`/config @${join(place.home, 'canary.txt')}`)
    const texts = server.seen.map(({ raw }) => raw).join('')
    expect(server.seen).toHaveLength(2)
    expect(texts).not.toContain('canary of')
    expect(existsSync(place.fired)).toBe(false)
  })

  it('has no tools, the protocol’s own limits, and one mark on the call', async () => {
    server.forget()
    server.play([{ says: '<block>yes</block>' }, { says: '<block>no</block>' }])
    await ask('frobnicate --wire')
    const bodies = server.seen.map(({ body }) => body as WireRequest & { tools: unknown })
    expect(bodies.map(({ tools }) => tools)).toEqual([[], []])
    expect(
      bodies.map(({ max_tokens, stop_sequences, temperature }) => [max_tokens, stop_sequences, temperature]),
    ).toEqual([
      [64, ['</block>'], 0],
      [4_096, undefined, 0],
    ])
    for (const body of bodies) {
      const marked = blocksOf(body).filter(({ cache_control }) => cache_control !== undefined)
      expect(marked.length).toBeLessThanOrEqual(4)
      expect(marked.some(({ text }) => text.includes('frobnicate --wire'))).toBe(true)
    }
  })

  it('reads what the stages and the checks of a policy share from the server’s cache', async () => {
    server.play([{ says: '<block>no</block>' }])
    await ask('frobnicate --one')
    server.forget()
    server.play([{ says: '<block>yes</block>' }, { says: '<block>no</block>' }])
    const { stages } = await ask('frobnicate --two')
    const [first, second] = stages?.map(({ usage }) => usage) ?? []
    expect(first?.cacheReadTokens).toBeGreaterThan(first?.cacheWriteTokens ?? Number.POSITIVE_INFINITY)
    expect(second?.cacheReadTokens).toBeGreaterThan(10 * (second?.cacheWriteTokens ?? Number.POSITIVE_INFINITY))
  })

  it('without a login it is unavailable, and says so', async () => {
    const before = readFileSync(join(place.home, '.claude', 'settings.json'), 'utf8')
    writeFileSync(
      join(place.home, '.claude', 'settings.json'),
      JSON.stringify({ env: { ANTHROPIC_BASE_URL: server.url } }),
    )
    closeResidents()
    expect((await ask('frobnicate --logged-out')).verdict).toMatchObject({ type: 'unavailable', cause: 'logged-out' })
    writeFileSync(join(place.home, '.claude', 'settings.json'), before)
    closeResidents()
  })

  it('that was updated or is gone closes the gate until a person has looked', async () => {
    const program = join(place.home, 'claude')
    writeFileSync(program, `#!/bin/sh\nexec ${NEW} "$@"\n`)
    chmodSync(program, 0o755)
    const { extra } = chosen(program)
    server.play([{ says: '<block>no</block>' }])
    expect((await ask('frobnicate --chosen', extra)).verdict.type).toBe('allow')
    writeFileSync(program, `#!/bin/sh\n# newer\nexec ${NEW} "$@"\n`)
    expect((await ask('frobnicate --updated', extra)).verdict).toMatchObject({ cause: 'client-changed' })
    rmSync(program)
    expect((await ask('frobnicate --gone', extra)).verdict).toMatchObject({ cause: 'client-missing' })
  })

  it('is named by a whole path, or not at all', async () => {
    const clients = { 'claude-cli': { program: 'claude', sha256: '0'.repeat(64) } }
    expect((await ask('x', { transports: ['claude-cli'], clients })).verdict).toMatchObject({ cause: 'misconfigured' })
    expect((await ask('x', { transports: ['claude-cli'] })).verdict).toMatchObject({ cause: 'misconfigured' })
  })

  it('gives way to the next on the person’s list while it is away, and not where a person has to act', async () => {
    const judge = { baseUrl: server.url, apiKey: 'a-key-for-tests' }
    const listed = (clients: object) => policy({ ...judge, extra: { transports: ['claude-cli', 'messages'], clients } })
    const asked = (of: ReturnType<typeof listed>) =>
      createModelJudgeFor(of, createTools(), {
        home: place.home,
        stateFolder: join(place.home, '.irongate', 'state'),
      }).judge(judgeRequest('frobnicate --listed', { policy: of }))
    server.play((request) =>
      'tools' in request ? { fault: { kind: 'status', status: 529 } } : { says: '<block>no</block>' },
    )
    const answered = await asked(listed(chosen(NEW).extra.clients))
    expect(answered.verdict.type).toBe('allow')
    expect(answered.stages?.map(({ transport, outcome }) => [transport, outcome])).toEqual([
      ['claude-cli', 'failed'],
      ['messages', 'allow'],
    ])
    const gone = { 'claude-cli': { program: join(place.home, 'gone'), sha256: '0'.repeat(64) } }
    expect((await asked(listed(gone))).verdict).toMatchObject({ cause: 'client-missing' })
  })
})
