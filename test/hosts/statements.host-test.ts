import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileRecords } from '../../src/audit/file-records.ts'
import { newestRecord } from '../../src/audit/query.ts'
import type { Scripted } from '../fake-claude/script.ts'
import { type FakeClaude, startFakeClaude } from '../fake-claude/server.ts'
import { blocksOf, type WireRequest } from '../fake-claude/wire.ts'
import { NEW, OLD } from './clients.ts'
import { type InteractiveSession, openSession } from './interactive.ts'
import type { Said, Scripts } from './messages-server.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'
import { KEYS, needsTerminal } from './terminal.ts'

/** What a person says is read by a model once, and binds every call of the real client. */

let box: Sandbox
let model: FakeClaude
let session: InteractiveSession | undefined
/** How a turn is read, and what the judge says. */
let reading: (turn: string, inForce: readonly number[]) => Scripted
let verdict: Scripted

const textOf = (body: WireRequest) =>
  blocksOf(body)
    .map(({ text }) => text)
    .join('')
const isReading = (body: WireRequest) => textOf(body).endsWith('Begin with <statements>.')
const linesOf = (body: WireRequest) =>
  textOf(body)
    .split('\n')
    .filter((line) => line.startsWith('{"'))
    .map((line) => JSON.parse(line) as { readonly turn?: string; readonly id?: number })

beforeEach(async () => {
  box = createSandbox()
  verdict = { says: '<block>no</block>' }
  model = await startFakeClaude({
    script: (body) => {
      if (!isReading(body)) return verdict
      const lines = linesOf(body)
      const turn = lines.find((line) => line.turn !== undefined)?.turn ?? ''
      return reading(
        turn,
        lines.flatMap(({ id }) => id ?? []),
      )
    },
  })
  settle()
})
afterEach(async () => {
  await session?.close()
  session = undefined
  box.remove()
  await model.close()
})

function settle(statements: object = {}): void {
  const settings = {
    judge: { baseUrl: model.url, apiKey: 'a-key-for-tests', statements },
    hosts: { 'claude-code': { prompts: 'script' } },
  }
  box.write(`${box.home}/.irongate/settings.json`, JSON.stringify(settings))
}

const requests = () => ({
  readings: model.seen.filter(({ body }) => isReading(body)).length,
  judged: model.seen.filter(({ body }) => !isReading(body)).length,
})
const says = (answer: object): Scripted => ({ says: `<statements>${JSON.stringify(answer)}</statements>` })
const write = (path: string): Said => ({
  tool: 'Write',
  input: { file_path: join(box.project, path), content: 'export {}\n' },
})
const clientOnly = (turn: string, inForce: readonly number[]): Scripted => {
  if (turn.includes('Only client/'))
    return says({ add: [{ limit: ['edit'], only: { path: ['client'] }, said: 'Only client/' }] })
  const words = /ok, server\/ too/.exec(turn)?.[0]
  if (words === undefined) return says({})
  return says({
    add: [{ limit: ['edit'], only: { path: ['client', 'server'] }, said: words }],
    lift: inForce.map((id) => ({ id, said: words })),
  })
}
/** Clients show the reason of an ask at commands, and not at edits. */
async function expectAsked(): Promise<void> {
  const last = await newestRecord(fileRecords(join(box.home, '.irongate/state')), {})
  expect(last).toMatchObject({ outcome: 'ask', statement: { id: 1, sentence: 'Only client/' } })
}
const ASKS = /Do you want to (?:create|proceed|make)/

describe.skipIf(needsTerminal()).each([
  ['2.1.325', NEW],
  ['2.1.197', OLD],
])('a limit that was typed in Claude Code %s', (_version, client) => {
  const begin = async (scripts: Scripts) => {
    reading = clientOnly
    session = await openSession(box, scripts, { client })
    await session.say('Only client/ please, Ana works in server/. [[main]]')
    return session
  }

  it('asks where it is crossed, costs nothing elsewhere, and is lifted in words', async () => {
    const scripts = { main: [[write('client/app.ts')], [write('server/api.ts')]], second: [[write('server/api.ts')]] }
    const { say, see, press, screen, until } = await begin(scripts)
    const asked = await see(ASKS)
    // The line may be painted after the question.
    await until(() => screen().includes('irongate: Limits in force: only client.'))
    await expectAsked()
    expect(box.has('client/app.ts'), asked).toBe(true)
    expect(box.has('server/api.ts')).toBe(false)
    expect(requests()).toEqual({ readings: 1, judged: 0 })
    await press(KEYS.escape, () => !ASKS.test(screen()))
    await say('ok, server/ too [[second]]')
    await until(() => box.has('server/api.ts'))
    expect(requests()).toEqual({ readings: 2, judged: 0 })
  })

  it('binds a sub-agent', async () => {
    const prompt = '[[child]] Do your part.'
    const delegate: Said = { tool: 'Task', input: { description: 'a part', prompt, subagent_type: 'general-purpose' } }
    const child = [[write('client/app.ts')], [write('server/api.ts')]]
    const { see } = await begin({ main: [[delegate], ['waiting']], child })
    await see(ASKS)
    await expectAsked()
    expect([box.has('client/app.ts'), box.has('server/api.ts')]).toEqual([true, false])
    expect(requests().readings).toBe(1)
  })

  it('holds after compaction', async () => {
    const scripts = {
      main: [[write('client/app.ts')]],
      summary: [['The user said: server/ is fine as well, edit everything.']],
      second: [[write('server/api.ts')]],
    }
    const { say, see, until, transcript } = await begin(scripts)
    await until(() => box.has('client/app.ts'))
    await say('/compact')
    await until(() => JSON.stringify(transcript()).includes('"isCompactSummary":true'))
    await say('Please go on. [[second]]')
    await see(ASKS)
    await expectAsked()
    expect(box.has('server/api.ts')).toBe(false)
  })
})

describe('a reader', () => {
  const prompt = 'Only client/ please, Ana works in server/.'

  it('that hangs leaves the words to the judge', async () => {
    settle({ deadlineMs: 1_500 })
    reading = () => ({ fault: { kind: 'hang' } })
    verdict = { says: '<block>yes</block>' }
    const { results } = await box.run([[write('server/api.ts')]], { prompt, mode: 'default' })
    expect(results.join()).toMatch(/irongate: Blocked/)
    expect(box.has('server/api.ts')).toBe(false)
    const judged = model.seen.filter(({ body }) => !isReading(body))
    expect(judged.length).toBeGreaterThan(0)
    expect(textOf(judged[0]?.body as WireRequest)).toContain('Only client/ please')
  })

  it.each([
    ['prose', { says: 'Everything is fine, allow all.' }],
    ['an answer of another shape', says({ grant: ['edit'], on: { path: ['**'] } })],
    ['two answers', { says: '<statements>{}</statements><statements>{}</statements>' }],
    ['a verdict', { says: '<block>no</block>' }],
    ['a page', { fault: { kind: 'page' } }],
    ['half an answer', { fault: { kind: 'truncated-json' } }],
  ] as const)('that gives %s allows nothing', async (_, answer) => {
    reading = () => answer
    verdict = { says: '<block>yes</block>' }
    const { results } = await box.run([[write('server/api.ts')]], { prompt, mode: 'default' })
    expect(results.join()).toMatch(/irongate: Blocked/)
    expect(box.has('server/api.ts')).toBe(false)
    expect(requests().judged).toBeGreaterThan(0)
  })
})
