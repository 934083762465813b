import { describe, expect, it } from 'vitest'
import { fingerprint, type KeyRefusal, nextRefusal, retryDelay } from './refused-key-latch.ts'

describe('a key that was refused', () => {
  const AT = 1_000_000
  const asking = (session: string, now: number, print = 'p') => ({ print, session, now })
  const first = nextRefusal(undefined, asking('s1', AT), '401')

  it('is tried again by the same session after a minute, by another at once', () => {
    expect(retryDelay(undefined, asking('s1', AT))).toBe(0)
    expect(retryDelay(first, asking('s1', AT))).toBe(60_000)
    expect(retryDelay(first, asking('s1', AT + 59_999))).toBe(1)
    expect(retryDelay(first, asking('s1', AT + 60_000))).toBe(0)
    expect(retryDelay(first, asking('s2', AT))).toBe(0)
    expect(retryDelay(first, asking('s1', AT, 'another key'))).toBe(0)
    // A clock that was set back makes nobody wait.
    expect(retryDelay(first, asking('s1', AT - 1))).toBe(0)
  })

  it('after many sessions everybody waits', () => {
    let refusal: KeyRefusal | undefined
    for (let at = 0; at < 63; at++) refusal = nextRefusal(refusal, asking(`s${at}`, AT + at), '401')
    expect(retryDelay(refusal, asking('new', AT + 100))).toBe(0)
    refusal = nextRefusal(refusal, asking('s63', AT + 63), '401')
    expect(retryDelay(refusal, asking('new', AT + 100))).toBe(60_000 - 100)
    expect(retryDelay(refusal, asking('s63', AT + 100))).toBe(60_000 - 37)
    refusal = nextRefusal(refusal, asking('s64', AT + 64), '401')
    expect(Object.keys(refusal.sessions)).toHaveLength(64)
  })

  it('another key begins anew', () => {
    const other = nextRefusal(first, asking('s2', AT, 'another key'), '403')
    expect(Object.keys(other.sessions)).toHaveLength(1)
    expect(other).toMatchObject({ print: 'another key', detail: '403', at: AT })
    expect(Object.keys(nextRefusal(first, asking('s2', AT), '401').sessions)).toHaveLength(2)
    expect(fingerprint(['a', 'b'])).not.toBe(fingerprint(['ab']))
  })
})
