import { expect, it } from 'vitest'
import type { SettingsText } from '../../settings/load.ts'
import { neededParts, settingsOfParts, writtenSettings } from './shared-settings.ts'

const text = (settings: unknown, more: Partial<SettingsText> = {}): SettingsText => ({
  scope: 'user',
  kind: 'own',
  file: 'settings.json',
  text: JSON.stringify(settings),
  ...more,
})

const SETTINGS = { permissions: { deny: ['Bash(rm *)', 'Bash(dd *)'], defaultMode: 'auto' }, judge: { apiKey: 'k' } }

it('settings are taken apart into rules and values, and put together again', () => {
  const parts = writtenSettings([text(SETTINGS), text({ permissions: { deny: ['Read'] } }, { scope: 'project' })])
  expect(parts).toHaveLength(4)
  expect(settingsOfParts(parts)).toEqual({
    user: { permissions: { deny: ['Bash(rm *)', 'Bash(dd *)'], defaultMode: 'auto' } },
    project: { permissions: { deny: ['Read'] } },
  })
})

it('the judge and its key, and what a host has beside its rules, are no part of a case', () => {
  const parts = writtenSettings([text({ judge: { apiKey: 'k' } }), text({ env: { A: 'b' } }, { kind: 'host' })])
  expect(parts).toEqual([])
})

it('a file that cannot be read has no parts, and a hostile key is none of an object’s own', () => {
  expect(writtenSettings([text(0, { text: '{"permissions":' })])).toEqual([])
  const parts = writtenSettings([text(0, { text: '{"__proto__":{"a":{"b":1}}}' })])
  expect(Object.keys(settingsOfParts(parts)['user'] as object)).toEqual(['__proto__'])
  expect(({} as Record<string, unknown>)['a']).toBeUndefined()
})

it.each([
  [[3], [3]],
  [
    [1, 6],
    [1, 6],
  ],
  [[], []],
])('of many parts only %j are needed', async (needed, expected) => {
  const stays = async (parts: readonly number[]) => needed.every((part) => parts.includes(part))
  expect(await neededParts([0, 1, 2, 3, 4, 5, 6, 7], stays)).toEqual(expected)
})
