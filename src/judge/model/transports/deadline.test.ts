import { describe, expect, it } from 'vitest'
import type { ModelAnswer } from '../transport.ts'
import { type EndCause, withDeadline } from './deadline.ts'

const ANSWER: ModelAnswer = { failure: { kind: 'refused', detail: 'x' } }
const LONG = 60_000
const never = () => new Promise<never>(() => undefined)

describe('a call with a deadline', () => {
  it('gives the answer, and ends nothing', async () => {
    const given: AbortSignal[] = []
    const { signal } = new AbortController()
    const work = (own: AbortSignal) => {
      given.push(own)
      return Promise.resolve(ANSWER)
    }
    expect(await withDeadline({ deadlineMs: LONG, signal }, work)).toEqual(ANSWER)
    expect(await withDeadline({ deadlineMs: LONG }, work)).toEqual(ANSWER)
    expect(given.map(({ aborted }) => aborted)).toEqual([false, false])
  })

  it.each<[string, EndCause, (controller: AbortController) => number]>([
    ['its time is up', 'deadline', () => 5],
    [
      'the caller interrupts',
      'interrupted',
      (controller) => {
        setTimeout(() => controller.abort(), 5)
        return LONG
      },
    ],
  ])('ends where %s, and tells the work why', async (_name, kind, begin) => {
    const controller = new AbortController()
    let told: () => EndCause = () => undefined
    let own: AbortSignal | undefined
    const answer = await withDeadline({ deadlineMs: begin(controller), signal: controller.signal }, (signal, ended) => {
      told = ended
      own = signal
      return never()
    })
    expect(answer).toEqual({ failure: { kind, detail: '' } })
    expect(told()).toBe(kind)
    expect(own?.aborted).toBe(true)
  })

  it('leaves the work alone that is done, whatever the caller ends then', async () => {
    const controller = new AbortController()
    let own: AbortSignal | undefined
    await withDeadline({ deadlineMs: LONG, signal: controller.signal }, (signal) => {
      own = signal
      return Promise.resolve(ANSWER)
    })
    controller.abort()
    expect(own?.aborted).toBe(false)
  })

  it('that was interrupted before does not begin', async () => {
    let begun = false
    const work = () => {
      begun = true
      return Promise.resolve(ANSWER)
    }
    expect(await withDeadline({ deadlineMs: LONG, signal: AbortSignal.abort() }, work)).toEqual({
      failure: { kind: 'interrupted', detail: '' },
    })
    expect(begun).toBe(false)
  })

  it.each<[string, unknown, string]>([
    ['an error', new Error('broken'), 'broken'],
    ['a text', 'broken', 'broken'],
    ['too many words', new Error('x'.repeat(500)), 'x'.repeat(160)],
  ])('whose work throws %s has crashed', async (_name, thrown, detail) => {
    expect(await withDeadline({ deadlineMs: LONG }, () => Promise.reject(thrown))).toEqual({
      failure: { kind: 'crashed', detail },
    })
  })

  it('whose work throws because it was ended was ended', async () => {
    const work = (signal: AbortSignal) =>
      new Promise<ModelAnswer>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    expect(await withDeadline({ deadlineMs: 5 }, work)).toMatchObject({ failure: { kind: 'deadline' } })
  })
})
