import { expect, it } from 'vitest'
import { createHub, TooManyListeners } from './event-hub.ts'

const answered = (id: number) => ({ type: 'answered', id: String(id), answer: 'no', by: '' }) as const

it('hands on what happens, in order, to everybody who listens', async () => {
  const hub = createHub()
  const [one, two] = [hub.listen(), hub.listen()]
  const first = one.next()
  hub.tell(answered(1))
  hub.tell(answered(2))
  expect(await first).toEqual([answered(1), answered(2)])
  expect(await two.next()).toEqual([answered(1), answered(2)])
})

it('who is too slow loses the oldest, is told how many, and holds up nobody', async () => {
  let dropped = 0
  const hub = createHub((count) => {
    dropped += count
  })
  const listener = hub.listen()
  for (let id = 0; id < 5000; id++) hub.tell(answered(id))
  const events = (await listener.next()) ?? []
  expect(events.length).toBe(2001)
  expect(events[0]).toEqual({ type: 'missed', count: 3000 })
  expect(events.at(-1)).toEqual(answered(4999))
  expect(dropped).toBe(3000)
})

it('ends, also for whoever waits', async () => {
  const hub = createHub()
  const listener = hub.listen()
  const waiting = listener.next()
  hub.close()
  expect(await waiting).toBeUndefined()
  expect(hub.listeners).toBe(0)
  hub.tell(answered(1))
  expect(await listener.next()).toBeUndefined()
})

it('has no room for any number', () => {
  const hub = createHub()
  for (let count = 0; count < 200; count++) hub.listen()
  expect(() => hub.listen()).toThrow(TooManyListeners)
})
