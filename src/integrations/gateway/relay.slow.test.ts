import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { checkAndRecord } from '../hook-runtime/hook-events.ts'
import {
  bashUse,
  closingEvents,
  frame,
  type GatewayBench,
  openingEvents,
  requestBody,
  startBench,
  streamedAnswer,
  VERDICT_HEADERS,
  verdictsIn,
} from './testing.ts'

let at: GatewayBench
afterEach(() => at.close())

const HARMLESS = bashUse('toolu_1', 'git status')
const ask = (onData?: (chunk: Buffer) => void) =>
  at.ask({ headers: VERDICT_HEADERS, body: requestBody({ home: at.home }), ...(onData && { onData }) })

describe('a judge', () => {
  it('that takes its time holds back the last delta, and nothing before it', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    at = await startBench({ judging: { check: async (...given) => released.then(() => checkAndRecord(...given)) } })
    const before =
      openingEvents([HARMLESS]) + frame('content_block_start', { index: 1, content_block: { type: 'text', text: '' } })
    at.behave = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(before + closingEvents())
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
    at = await startBench({ judging: { check: () => new Promise(() => undefined), deadlineMs: 20 } })
    at.behave = streamedAnswer([HARMLESS])
    expect(verdictsIn((await ask()).text)).toEqual({ toolu_1: { type: 'unavailable', reason: 'timeout' } })
  })

  it('that is too late with a yes is not heard', async () => {
    at = await startBench({
      judging: { check: async (...given) => sleep(60).then(() => checkAndRecord(...given)), deadlineMs: 10 },
    })
    at.behave = streamedAnswer([HARMLESS])
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
    at = await startBench({ judging: { check } })
    at.behave = streamedAnswer([HARMLESS, { ...HARMLESS, id: 'toolu_2' }])
    const { text } = await ask()
    const unavailable = { type: 'unavailable', reason: 'error' }
    expect(verdictsIn(text)).toEqual({ toolu_1: unavailable, toolu_2: unavailable })
  })
})

it('a client that leaves ends the request upstream', async () => {
  at = await startBench()
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  at.behave = (response) => {
    response.on('close', () => resolve())
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(frame('message_start', { message: { content: [] } }))
  }
  const stop = new AbortController()
  const gone = fetch(`${at.gateway.address}/v1/messages`, {
    method: 'POST',
    headers: VERDICT_HEADERS,
    body: requestBody({ home: at.home }),
    signal: stop.signal,
  })
  await gone
  stop.abort()
  await closed
})
