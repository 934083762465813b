import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../decision.ts'
import { policyFromObject } from '../../settings/load.ts'
import { isHeadless } from './headless.ts'
import { gateMode, HOST_DEFAULTS, hostSettings, printedFor } from './modes.ts'

/** The table of the documentation: host's mode → gate's mode, then what allow, ask and deny print. */
const TABLE = [
  ['default', 'auto', 'allow', 'ask', 'deny'],
  ['acceptEdits', 'auto', 'allow', 'ask', 'deny'],
  ['plan', 'plan', 'nothing', 'nothing', 'deny'],
  ['auto', 'auto', 'nothing', 'ask', 'deny'],
  ['dontAsk', 'dontAsk', 'allow', 'deny', 'deny'],
  ['bypassPermissions', 'auto', 'nothing', 'ask', 'deny'],
  ['a mode of tomorrow', 'auto', 'allow', 'ask', 'deny'],
  [undefined, 'auto', 'allow', 'ask', 'deny'],
] as const

const how = (hostMode: string | undefined, headless = false) => ({
  hostMode,
  headless,
  settings: HOST_DEFAULTS,
  tool: 'Bash',
})

describe.each(TABLE)('host mode %s', (mode, gate, allow, ask, deny) => {
  it(`runs the gate as ${gate}`, () => expect(gateMode(mode, HOST_DEFAULTS, 'Bash')).toBe(gate))

  it.each([
    ['allow', allow],
    ['ask', ask],
    ['deny', deny],
    ['abort', 'deny'],
  ] as const)('%s prints %s', (outcome, printed) => expect(printedFor({ outcome }, how(mode))).toBe(printed))
})

describe('plan mode', () => {
  it.each(['Agent', 'Task', 'WebFetch', 'WebSearch'])('research with %s is judged, not refused', (tool) =>
    expect(gateMode('plan', HOST_DEFAULTS, tool)).toBe('auto'),
  )

  it.each(['Bash', 'Write', 'Edit', 'mcp__a__b', 'constructor'])('%s is held to the mode', (tool) =>
    expect(gateMode('plan', HOST_DEFAULTS, tool)).toBe('plan'),
  )
})

describe('what is printed', () => {
  it('under bypassPermissions an ask is a denial when nobody is there', () =>
    expect(printedFor({ outcome: 'ask' }, how('bypassPermissions', true))).toBe('deny'))

  it.each(['AskUserQuestion', 'ExitPlanMode'])('%s asks a person itself: an allow never answers for them', (tool) =>
    expect(printedFor({ outcome: 'allow' }, { ...how('default'), tool })).toBe('nothing'),
  )

  it.each(['default', 'plan', 'auto', 'dontAsk', 'bypassPermissions', undefined])(
    'deny and abort are never lost in mode %s',
    (mode) => {
      for (const outcome of ['deny', 'abort'] as const satisfies readonly Outcome[])
        for (const auto of ['tighten', 'replace'] as const)
          expect(printedFor({ outcome }, { ...how(mode), settings: { ...HOST_DEFAULTS, auto } })).toBe('deny')
    },
  )
})

describe('settings', () => {
  const settingsOf = (scope: string, value: object) =>
    hostSettings(policyFromObject({ [scope]: { hosts: { 'claude-code': value } } }, { cwd: '/p', home: '/h' }))

  it.each(['user', 'managed'])('%s scope chooses', (scope) => {
    const given = { gate: 'mirror', auto: 'replace', bypass: 'bypassPermissions', headless: true, resident: false }
    const chosen = settingsOf(scope, given)
    expect(chosen).toEqual(given)
    expect(gateMode('default', chosen, 'Bash')).toBe('default')
    expect(gateMode('acceptEdits', chosen, 'Bash')).toBe('acceptEdits')
    expect(gateMode('bypassPermissions', chosen, 'Bash')).toBe('bypassPermissions')
    expect(printedFor({ outcome: 'allow' }, { ...how('auto'), settings: chosen })).toBe('allow')
  })

  it.each(['project', 'local'])('%s scope does not', (scope) =>
    expect(settingsOf(scope, { gate: 'mirror', auto: 'replace', bypass: 'bypassPermissions' })).toEqual(HOST_DEFAULTS),
  )

  it('an unknown value counts as not given', () =>
    expect(settingsOf('user', { bypass: 'off', headless: 'maybe' })).toEqual(HOST_DEFAULTS))
})

describe('whether somebody is there', () => {
  it.each([
    [{ attended: '0' }, undefined, true],
    [{ attended: '1', entrypoint: 'sdk-cli' }, undefined, false],
    [{ entrypoint: 'sdk-cli' }, undefined, true],
    [{ attended: '', entrypoint: 'sdk-cli' }, undefined, true],
    [{ attended: '', entrypoint: 'cli' }, undefined, false],
    [{}, undefined, false],
    [{ attended: '0' }, false, false],
    [{ attended: '1' }, true, true],
  ] as const)('%j with the setting %s: headless %s', (signs, setting, headless) =>
    expect(isHeadless(signs, setting)).toBe(headless),
  )
})
