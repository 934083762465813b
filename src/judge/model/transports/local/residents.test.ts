import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeResidents, type ResidentPool, residentPool } from './residents.ts'

class Client {
  running = true
  busy = false
  kills = 0
  kill(): void {
    this.running = false
    this.kills++
  }
}

let pool: ResidentPool<Client>
beforeEach(() => {
  vi.useFakeTimers()
  pool = residentPool<Client>()
})
afterEach(() => {
  closeResidents()
  vi.useRealTimers()
})
const get = (name: string) => pool.get(name, () => new Client())

describe('clients that are kept', () => {
  it('are the same for the same name, for as long as they run', () => {
    const first = get('a')
    expect(get('a')).toBe(first)
    expect(get('b')).not.toBe(first)
    first.kill()
    const second = get('a')
    expect(second).not.toBe(first)
    expect(get('a')).toBe(second)
  })

  it('are three: whoever was not asked for the longest leaves', () => {
    const [a, b, c] = [get('a'), get('b'), get('c')]
    get('a')
    const d = get('d')
    expect([a, b, c, d].map(({ running }) => running)).toEqual([true, false, true, true])
    expect(get('d')).toBe(d)
  })

  it('are more where they are busy, and again three when they are not', () => {
    const busy = ['a', 'b', 'c'].map(get)
    for (const one of busy) one.busy = true
    const d = get('d')
    expect([...busy, d].every(({ running }) => running)).toBe(true)
    for (const one of busy) one.busy = false
    const e = get('e')
    expect([...busy, d, e].map(({ running }) => running)).toEqual([false, false, true, true, true])
  })

  it('leave after ten minutes in which nobody asks', () => {
    const [a, b] = [get('a'), get('b')]
    vi.advanceTimersByTime(9 * 60_000)
    get('a')
    vi.advanceTimersByTime(2 * 60_000)
    expect([a.running, b.running]).toEqual([true, false])
    vi.advanceTimersByTime(9 * 60_000)
    expect(a.running).toBe(false)
    expect([a.kills, b.kills]).toEqual([1, 1])
  })

  it('all end where the gate does', () => {
    const other = residentPool<Client>().get('a', () => new Client())
    const own = get('a')
    closeResidents()
    expect([own.running, other.running]).toEqual([false, false])
  })
})
