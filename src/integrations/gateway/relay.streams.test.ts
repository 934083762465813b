import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Ask,
  bashUse,
  closingEvents,
  frame,
  type GatewayBench,
  openingEvents,
  requestBody,
  startBench,
  VERDICT_HEADERS,
  verdictsIn,
} from './testing.ts'

let at: GatewayBench
beforeEach(async () => {
  at = await startBench()
})
afterEach(() => at.close())

const HARMLESS = bashUse('toolu_1', 'git status')
const harmful = () => bashUse('toolu_2', `rm -rf ${at.home}/precious`)
const NOT_FLAGGED = { type: 'evaluated', outcome: 'not_flagged' }

function precious(): void {
  mkdirSync(join(at.home, 'precious'))
  writeFileSync(join(at.home, 'precious/file'), 'x')
}

function asked(more: Partial<Parameters<typeof requestBody>[0]> = {}): Ask {
  return { headers: VERDICT_HEADERS, body: requestBody({ home: at.home, ...more }) }
}

/** The same answer in one piece. */
describe('a stream that could be read in two ways is never cleared', () => {
  const begin = (index: number, use: object) =>
    frame('content_block_start', { index, content_block: { type: 'tool_use', input: {}, ...use } })
  const part = (index: number, text: string) =>
    frame('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: text } })
  const end = (index: number) => frame('content_block_stop', { index })
  const use = { id: 'toolu_1', name: 'Bash' }
  const good = '{"command":"git status"}'
  it.each<[string, string]>([
    ['an input that is cut', begin(0, use) + part(0, '{"command":"git') + end(0)],
    ['an input that is no object', begin(0, use) + part(0, '[1]') + end(0)],
    ['a block that does not end', begin(0, use) + part(0, good)],
    ['an input in two places', begin(0, { ...use, input: { command: 'ls' } }) + part(0, good) + end(0)],
    ['an id that comes twice', begin(0, use) + part(0, good) + end(0) + begin(1, use) + part(1, good) + end(1)],
    ['two blocks at one place', begin(0, use) + begin(0, { ...use, id: 'toolu_3' }) + part(0, good) + end(0)],
    [
      'a name that differs from its type',
      begin(0, use) + part(0, good).replace('event: content_block_delta', 'event: ping') + end(0),
    ],
    [
      'a type that differs from its name',
      begin(0, use) + part(0, good) + frame('ping').replace('event: ping', 'event: content_block_delta') + end(0),
    ],
    ['an event without a name', begin(0, use) + part(0, good).replace(/event: .*\n/, '') + end(0)],
    ['data that is no JSON', `${begin(0, use) + part(0, good)}event: content_block_delta\ndata: {\n\n${end(0)}`],
    ['a second start', begin(0, use) + part(0, good) + end(0) + frame('message_start', { message: { content: [] } })],
    ['a block without a name', begin(0, { id: 'toolu_1' }) + part(0, good) + end(0)],
  ])('%s', async (_, blocks) => {
    at.behave = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(frame('message_start', { message: { content: [] } }) + blocks + closingEvents())
    }
    const { text } = await at.ask(asked())
    expect(text).not.toContain('not_flagged')
    expect(verdictsIn(text)?.['toolu_1']).toMatchObject({ type: 'unavailable' })
  })

  it('a stream that is cut ends without a verdict, and as cut', async () => {
    const start = openingEvents([HARMLESS])
    at.behave = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`${start}${closingEvents().replace(frame('message_stop'), '')}`, () =>
        setTimeout(() => response.destroy(), 20),
      )
    }
    const got = await at.ask(asked())
    expect(got.whole).toBe(false)
    expect(got.text).not.toContain('safeguard_results')
  })

  it('verdicts that an upstream gives before the end are tightened there too', async () => {
    precious()
    const early = {
      safeguard_results: [
        { type: 'dangerous_tool_use', status: { type: 'available', tool_uses: { toolu_2: NOT_FLAGGED } } },
      ],
    }
    at.behave = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(openingEvents([harmful()]) + frame('message_delta', { delta: early }) + closingEvents())
    }
    expect((await at.ask(asked())).text).not.toContain('not_flagged')
  })
})
