import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../decision.ts'
import { policyFromObject } from '../../settings/load.ts'
import { hostDecisionFor } from '../hook-runtime/host-decision.ts'
import { HOST_DEFAULTS, hostSettings, type ResolvedHostSettings } from '../hook-runtime/host-settings.ts'
import { isHeadlessRun } from './headless.ts'
import { claudeCodeModeBehavior } from './mode-behavior.ts'

/** The table of the documentation: host's mode → gate's mode, then what allow, ask and deny print. */
const TABLE = [
  ['default', 'auto', 'allow', 'ask', 'deny'],
  ['acceptEdits', 'auto', 'allow', 'ask', 'deny'],
  ['plan', 'plan', 'nothing', 'ask', 'deny'],
  ['auto', 'auto', 'nothing', 'ask', 'deny'],
  ['dontAsk', 'dontAsk', 'allow', 'deny', 'deny'],
  ['bypassPermissions', 'auto', 'nothing', 'ask', 'deny'],
  ['a mode of tomorrow', 'auto', 'allow', 'ask', 'deny'],
  [undefined, 'auto', 'allow', 'ask', 'deny'],
] as const

interface How {
  readonly mode?: string | undefined
  readonly tool?: string
  readonly headless?: boolean
  readonly settings?: ResolvedHostSettings
}

const stance = ({ mode, tool = 'Bash', headless = false, settings = HOST_DEFAULTS }: How) =>
  claudeCodeModeBehavior(
    { kind: 'tool-use', sessionId: 's', cwd: '/p', mode, tool, input: {} },
    { settings, headless, home: '/h' },
  )
const printed = (outcome: Outcome, how: How) =>
  hostDecisionFor({ outcome, reason: { type: 'bad-input', problem: '' } }, stance(how), true)

describe.each(TABLE)('host mode %s', (mode, gate, allow, ask, deny) => {
  it(`runs the gate as ${gate}`, () => expect(stance({ mode }).mode).toBe(gate))

  it.each([
    ['allow', allow],
    ['ask', ask],
    ['deny', deny],
    ['abort', 'deny'],
  ] as const)('%s prints %s', (outcome, says) => expect(printed(outcome, { mode })).toBe(says))
})

describe('plan mode', () => {
  it.each(['Agent', 'Task', 'WebFetch', 'WebSearch'])('research with %s is judged, not refused', (tool) =>
    expect(stance({ mode: 'plan', tool }).mode).toBe('auto'),
  )

  it.each(['Bash', 'Write', 'Edit', 'mcp__a__b', 'constructor'])('%s is held to the mode', (tool) =>
    expect(stance({ mode: 'plan', tool }).mode).toBe('plan'),
  )
})

describe.each(['default', 'acceptEdits', 'a mode of tomorrow', undefined])('mirror in mode %s', (mode) => {
  const settings: ResolvedHostSettings = { ...HOST_DEFAULTS, gate: 'mirror' }

  it('judges all the same', () => expect(stance({ mode, settings }).mode).toBe('auto'))

  it.each([
    ['allow', 'nothing'],
    ['ask', 'ask'],
    ['deny', 'deny'],
    ['abort', 'deny'],
  ] as const)('%s prints %s: nothing is loosened', (outcome, says) =>
    expect(printed(outcome, { mode, settings })).toBe(says),
  )
})

describe('dontAsk mode', () => {
  const denied = (reads: boolean) =>
    ({ outcome: 'deny', reason: { type: 'mode', mode: 'dontAsk', headless: false, ...(reads && { reads }) } }) as const

  it('leaves reads that only the mode denies to the host', () => {
    expect(hostDecisionFor(denied(true), stance({ mode: 'dontAsk' }), true)).toBe('nothing')
    expect(hostDecisionFor(denied(false), stance({ mode: 'dontAsk' }), true)).toBe('deny')
  })

  it.each(['plan', 'auto', 'default', undefined])('does so in no other mode: %s', (mode) =>
    expect(hostDecisionFor(denied(true), stance({ mode }), true)).toBe('deny'),
  )
})

describe('what is printed', () => {
  it('under bypassPermissions an ask is a denial when nobody is there', () =>
    expect(printed('ask', { mode: 'bypassPermissions', headless: true })).toBe('deny'))

  it.each(['default', 'plan', 'auto', 'dontAsk', 'bypassPermissions', undefined])(
    'deny and abort are never lost in mode %s',
    (mode) => {
      for (const outcome of ['deny', 'abort'] as const satisfies readonly Outcome[])
        for (const auto of ['tighten', 'replace'] as const)
          expect(printed(outcome, { mode, settings: { ...HOST_DEFAULTS, auto } })).toBe('deny')
    },
  )
})

describe('settings', () => {
  const settingsOf = (scope: string, value: object) =>
    hostSettings(
      policyFromObject({ [scope]: { hosts: { 'claude-code': value } } }, { cwd: '/p', home: '/h' }),
      'claude-code',
    )

  it.each(['user', 'managed'])('%s scope chooses', (scope) => {
    const values = { gate: 'mirror', auto: 'replace', bypass: 'bypassPermissions', headless: true, daemon: false }
    const given = { ...values, prompts: 'script' }
    const chosen = settingsOf(scope, given)
    expect(chosen).toEqual(given)
    expect(stance({ mode: 'bypassPermissions', settings: chosen }).mode).toBe('bypassPermissions')
    expect(printed('allow', { mode: 'auto', settings: chosen })).toBe('allow')
  })

  it.each(['project', 'local'])('%s scope does not', (scope) =>
    expect(
      settingsOf(scope, { gate: 'mirror', auto: 'replace', bypass: 'bypassPermissions', prompts: 'script' }),
    ).toEqual(HOST_DEFAULTS),
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
    expect(setting ?? isHeadlessRun(signs)).toBe(headless),
  )
})
