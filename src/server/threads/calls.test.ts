import { MessageChannel } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls, createThreadClient } from './calls.ts'

let channel: MessageChannel
beforeEach(() => {
  channel = new MessageChannel()
})
afterEach(() => channel.port1.close())

const busy = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end; );
}

it('answers in the order of the calls, and some while others wait', async () => {
  const batches: number[] = []
  channel.port2.on('message', ({ replies }: { readonly replies: readonly unknown[] }) => batches.push(replies.length))
  let last = 0
  const take = (ms: number) => {
    busy(ms)
    return ++last
  }
  answerCalls(channel.port1, { take })
  const calls = createThreadClient(channel.port2)
  const numbers = Array.from({ length: 12 }, (_, at) => at + 1)
  expect(await Promise.all(numbers.map(() => calls.call('take', 1)))).toEqual(numbers)
  expect(batches.length).toBeGreaterThan(2)
  expect(calls.waiting).toBe(0)
})

it('answers what is short in one message, and what is not there with a failure', async () => {
  let messages = 0
  channel.port2.on('message', () => messages++)
  answerCalls(channel.port1, { same: (given: number) => given }, Number.POSITIVE_INFINITY)
  const calls = createThreadClient(channel.port2)
  const asked = [calls.call('same', 1), calls.call('other'), calls.call('same', 2)]
  expect(await Promise.allSettled(asked)).toMatchObject([
    { value: 1 },
    { reason: new Error('there is no other') },
    { value: 2 },
  ])
  expect(messages).toBe(1)
})
