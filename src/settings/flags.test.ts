import { describe, expect, it } from 'vitest'
import { featureFlags, flagsAsSettings, REFRESH_MS, STRICT_FLAGS, settingsFlags } from './flags.ts'
import { loadPolicy } from './load.ts'
import type { JudgeSettings } from './policy.ts'

function world() {
  const state = {
    now: 0,
    stamp: 'a',
    ironGate: 'open' as JudgeSettings['ironGate'],
    broken: false,
    reads: 0,
    fails: false,
  }
  const provider = settingsFlags({
    now: () => state.now,
    stamp: () => state.stamp,
    read: () => {
      state.reads++
      if (state.fails) throw new Error('gone')
      const broken = state.broken ? [{ level: 'error' as const, text: '', source: { scope: 'user' as const } }] : []
      return { judge: { kind: 'chain', mode: 'fast', ironGate: state.ironGate, extra: {} }, broken }
    },
  })
  return { state, provider }
}

describe('flags from settings', () => {
  it('are read once, on change, and after 30 minutes', () => {
    const { state, provider } = world()
    expect(provider.get()).toEqual({ mode: 'fast', ironGate: 'open', model: undefined })
    provider.get()
    expect(state.reads).toBe(1)
    state.stamp = 'b'
    provider.get()
    expect(state.reads).toBe(2)
    state.now = REFRESH_MS
    provider.get()
    expect(state.reads).toBe(3)
    state.now = 5
    provider.get()
    expect(state.reads).toBe(4)
  })

  it('a failing or broken source keeps what was known, and before that is strict', () => {
    const { state, provider } = world()
    state.fails = true
    expect(provider.get()).toEqual(STRICT_FLAGS)
    state.fails = false
    state.stamp = 'b'
    expect(provider.get().ironGate).toBe('open')
    state.stamp = 'c'
    state.ironGate = 'closed'
    state.broken = true
    expect(provider.get().ironGate).toBe('open')
  })
})

describe('flags from a feature client', () => {
  const settings = { get: () => STRICT_FLAGS }
  it('overlay the settings once refreshed; nonsense and failures change nothing', async () => {
    const values = new Map([
      ['irongate.iron-gate', 'fallback'],
      ['irongate.judge-mode', 'nonsense'],
      ['irongate.judge-model', 'm'],
    ])
    let fails = false
    const client = {
      getStringValue: async (key: string, otherwise: string) =>
        fails ? Promise.reject(new Error()) : (values.get(key) ?? otherwise),
    }
    const provider = featureFlags(client, settings)
    expect(provider.get()).toEqual(STRICT_FLAGS)
    await provider.refresh()
    expect(provider.get()).toEqual({ mode: 'both', ironGate: 'fallback', model: 'm' })
    fails = true
    await provider.refresh()
    expect(provider.get().ironGate).toBe('fallback')
  })
})

it.each([
  ['managed', 'closed'],
  ['user', 'open'],
] as const)('a file of flags against %s settings: %s', (scope, ironGate) => {
  const own = { kind: 'own', file: '/f' } as const
  const policy = loadPolicy(
    [
      { ...own, scope, text: '{"judge": {"ironGate": "closed"}}' },
      flagsAsSettings({ ...own, scope: 'flag', text: '{"ironGate": "open"}' }),
    ],
    { cwd: '/p', home: '/h' },
  )
  expect([policy.judge.ironGate, policy.broken]).toEqual([ironGate, []])
})
