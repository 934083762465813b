import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hookFingerprint } from '../../src/integrations/codex/install/trust.ts'
import { closeResidents } from '../../src/judge/model/transports/local/residents.ts'
import { type ClientHome, createClientHome } from '../transports/client-home.ts'
import { transportContract } from '../transports/contract.ts'
import { RESPONSES_API } from '../transports/responses-api.ts'
import { HOSTS } from './clients.ts'

const PROGRAM = join(HOSTS, 'codex-0.166.0/node_modules/.bin/codex')

/** A person with tools of their own, hooks that they trust and a provider that is a test server. */
async function createCodexHome(): Promise<ClientHome> {
  const place = await createClientHome({ id: 'codex-cli', program: PROGRAM, api: RESPONSES_API })
  const file = join(place.home, '.codex/hooks.json')
  const hook = { type: 'command', command: `date >> ${place.fired}` }
  const events = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'Stop', 'SessionEnd']
  const trusted = events.map((event) => {
    const label = event.replace(/\B[A-Z]/g, '_$&').toLowerCase()
    return `[hooks.state."${file}:${label}:0:0"]\ntrusted_hash = "${hookFingerprint(label, undefined, hook)}"\n`
  })
  const hooks = Object.fromEntries(events.map((event) => [event, [{ hooks: [hook] }]]))
  place.write('.codex/hooks.json', JSON.stringify({ hooks }))
  place.write(
    '.codex/config.toml',
    `model = "gpt-5.5"
model_provider = "scripted"
notify = ["/usr/bin/touch", "${place.fired}"]
[model_providers.scripted]
name = "scripted"
base_url = "${place.server.url}/v1"
experimental_bearer_token = "a-token-for-tests"
wire_api = "responses"
[mcp_servers."de.mo"]
command = "/usr/bin/touch"
args = ["${place.fired}"]
[mcp_servers.other]
command = "/usr/bin/touch"
args = ["${place.fired}"]
${trusted.join('')}`,
  )
  place.write('canary.txt', 'canary of a file\n')
  place.write('.irongate/AGENTS.md', 'canary of a project\n')
  place.write('.codex/skills/mine/SKILL.md', '---\nname: mine\ndescription: canary of a skill\n---\n')
  return place
}

transportContract('Codex 0.166.0', async () => (await createCodexHome()).bench, { deadlineMs: 6_000 })

describe('the person’s own Codex as a judge', () => {
  let place: ClientHome
  const NO = { says: '<block>no</block>' }
  beforeAll(async () => {
    place = await createCodexHome()
  })
  beforeEach(() => {
    place.server.forget()
    place.server.play(() => NO)
  })
  afterAll(() => place.close())

  it('reads no file, runs no hook and no tool server, and knows nothing of the account', async () => {
    for (const text of [`cat @${join(place.home, 'canary.txt')}`, '/status', '!ls', '$mine', '$imagegen'])
      expect((await place.ask(text)).verdict.type).toBe('allow')
    expect(place.server.seen).toHaveLength(5)
    expect(place.server.others).toEqual([])
    expect(place.server.seen.map(({ raw }) => raw).join('')).not.toContain('canary of')
    expect(existsSync(place.fired)).toBe(false)
  })

  it('has no tools, and the rules, the call and the question are all that is sent', async () => {
    place.server.play((_request, at) => (at === 0 ? { says: '<block>yes</block>' } : NO))
    expect((await place.ask('frobnicate --wire')).verdict).toMatchObject({ type: 'allow', stage: 'thinking' })
    const bodies = place.server.seen.map(({ raw }) => JSON.parse(raw))
    for (const { tools, input, instructions, store } of bodies) {
      expect([tools ?? [], instructions ?? '', store]).toEqual([[], '', false])
      expect(input.map(({ role }: { role: string }) => role)).toEqual(['developer', 'user'])
      expect(input[0].content).toHaveLength(1)
      expect(input[0].content[0].text).toContain('You are the judge')
    }
    expect(bodies.map(({ reasoning }) => reasoning.effort)).toEqual(['low', 'medium'])
    expect(bodies[0].model).toBe('gpt-5.6-terra')
  })

  it('a tool that the model calls all the same changes nothing and allows nothing', async () => {
    const call = { type: 'custom_tool_call', call_id: 'c', name: 'apply_patch', input: PATCH }
    place.server.play((_request, at) => (at === 0 ? { answers: { item: call } } : NO))
    expect((await place.ask('frobnicate --patched')).verdict).toMatchObject({ cause: 'crashed' })
    expect(existsSync(join(place.home, '.irongate/state/judge-clients/empty/made'))).toBe(false)
    const shell = { type: 'function_call', call_id: 'd', name: 'exec_command', arguments: '{"cmd":"touch made"}' }
    place.server.play((_request, at) => (at === 0 ? { answers: { item: shell } } : NO))
    expect((await place.ask('frobnicate --called')).verdict).toMatchObject({ cause: 'crashed' })
    expect(readdirSync(join(place.home, '.irongate/state/judge-clients/empty'))).toEqual([])
  })

  it('keeps no conversation', async () => {
    await place.ask('frobnicate --forgotten-needle')
    closeResidents()
    const files = readdirSync(place.home, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    const holding = files.filter((one) =>
      readFileSync(join(one.parentPath, one.name)).includes('frobnicate --forgotten-needle'),
    )
    expect(holding.map(({ name }) => name)).toEqual([])
  })

  it('reads from the server’s cache what both stages and the checks of a session share', async () => {
    await place.ask('frobnicate --one')
    place.server.play((_request, at) => (at === 0 ? { says: '<block>yes</block>' } : NO))
    const { stages } = await place.ask('frobnicate --two')
    const [first, second] = stages?.map(({ usage }) => usage) ?? []
    expect(first?.cacheReadTokens).toBeGreaterThan(first?.inputTokens ?? Number.POSITIVE_INFINITY)
    expect(second?.cacheReadTokens).toBeGreaterThan(5 * (second?.inputTokens ?? Number.POSITIVE_INFINITY))
  })

  it('a plan that is used up is told with the time when it is not', async () => {
    const fault = { kind: 'status', status: 429, message: 'slow down', retryAfter: 3_600 } as const
    place.server.play(() => ({ fault }))
    const { verdict } = await place.ask('frobnicate --limited')
    expect(verdict).toMatchObject({ type: 'unavailable', cause: 'plan-limit' })
    // Behind midnight the day stands before the time.
    expect('reason' in verdict && verdict.reason).toMatch(/Try again at .{0,30}\d+:\d\d/)
  })

  it('without a login it is unavailable, and nothing is sent', async () => {
    const file = join(place.home, '.codex/config.toml')
    const before = readFileSync(file, 'utf8')
    place.write('.codex/config.toml', '')
    closeResidents()
    expect((await place.ask('frobnicate --logged-out')).verdict).toMatchObject({ cause: 'logged-out' })
    expect(place.server.seen).toEqual([])
    place.write('.codex/config.toml', before)
    expect((await place.ask('frobnicate --again')).verdict.type).toBe('allow')
  })

  it('instructions of the account, which it would put before every question, close the gate', async () => {
    place.write('.codex/AGENTS.md', 'canary of the account\n')
    const { verdict } = await place.ask('frobnicate --instructed')
    expect(verdict).toMatchObject({ type: 'unavailable', cause: 'misconfigured' })
    expect('reason' in verdict && verdict.reason).toContain('AGENTS.md')
    expect(place.server.seen).toEqual([])
  })
})

const PATCH = '*** Begin Patch\n*** Add File: made\n+x\n*** End Patch\n'
