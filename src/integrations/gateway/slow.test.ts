import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { recorded } from '../seat/answer-event.ts'
import { ASKING, asking, type Bench, bashUse, bench, closing, frame, opening, streamed, verdictsIn } from './testing.ts'

let at: Bench
afterEach(() => at.close())

const HARMLESS = bashUse('toolu_1', 'git status')
const ask = (onData?: (chunk: Buffer) => void) =>
  at.ask({ headers: ASKING, body: asking({ home: at.home }), ...(onData && { onData }) })

describe('a judge', () => {
  it('that takes its time holds back the last delta, and nothing before it', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    at = await bench({ judging: { check: async (...given) => released.then(() => recorded(...given)) } })
    const before =
      opening([HARMLESS]) + frame('content_block_start', { index: 1, content_block: { type: 'text', text: '' } })
    at.behave = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(before + closing())
    }
    let seen = ''
    const got = await ask((chunk) => {
      seen += chunk.toString('utf8')
      // Everything but the end is there, and only now is the judge let go: would anything wait for it, this would hang.
      if (seen === before) release()
    })
    expect(verdictsIn(got.text)).toEqual({ toolu_1: { type: 'evaluated', outcome: 'not_flagged' } })
  })

  it('that takes too long is given up', async () => {
    at = await bench({ judging: { check: () => new Promise(() => undefined), deadlineMs: 20 } })
    at.behave = streamed([HARMLESS])
    expect(verdictsIn((await ask()).text)).toEqual({ toolu_1: { type: 'unavailable', reason: 'timeout' } })
  })

  it('that is too late with a yes is not heard', async () => {
    at = await bench({
      judging: { check: async (...given) => sleep(60).then(() => recorded(...given)), deadlineMs: 10 },
    })
    at.behave = streamed([HARMLESS])
    expect(verdictsIn((await ask()).text)).toEqual({ toolu_1: { type: 'unavailable', reason: 'timeout' } })
    await sleep(100)
  })

  it.each([
    ['throws', () => Promise.reject(new Error('broken'))],
    [
      'throws at once',
      () => {
        throw new Error('broken')
      },
    ],
    ['says nothing that is known', async () => ({}) as never],
  ])('that %s has given no verdict', async (_, check) => {
    at = await bench({ judging: { check } })
    at.behave = streamed([HARMLESS, { ...HARMLESS, id: 'toolu_2' }])
    const { text } = await ask()
    const unavailable = { type: 'unavailable', reason: 'error' }
    expect(verdictsIn(text)).toEqual({ toolu_1: unavailable, toolu_2: unavailable })
  })
})

it('a client that leaves ends the request upstream', async () => {
  at = await bench()
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  at.behave = (response) => {
    response.on('close', () => resolve())
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(frame('message_start', { message: { content: [] } }))
  }
  const stop = new AbortController()
  const gone = fetch(`${at.gateway.address}/v1/messages`, {
    method: 'POST',
    headers: ASKING,
    body: asking({ home: at.home }),
    signal: stop.signal,
  })
  await gone
  stop.abort()
  await closed
})
