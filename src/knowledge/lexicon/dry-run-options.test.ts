import { describe, expect, it } from 'vitest'
import { effectsOf } from '../../analysis/testing.ts'
import { DRY_RUN_OPTIONS } from './dry-run-options.ts'

const changesOf = (command: string) => effectsOf(command).filter(({ kind }) => kind === 'resource-change')

describe.each([
  ['a program that nobody lists', 'frobctl delete database shop --env production'],
  ['a program with a spec', 'kubectl delete namespace shop'],
])('%s', (_what, command) => {
  it('changes something', () => expect(changesOf(command)).not.toEqual([]))

  it.each(DRY_RUN_OPTIONS)('changes nothing with %s', (option) => expect(changesOf(`${command} ${option}`)).toEqual([]))
})

const publishes = (command: string) => effectsOf(command).some(({ kind }) => kind === 'publish')

it.each([
  ['cargo publish', true],
  ['cargo publish --dry-run', false],
  ['cargo publish --dry-run=false', true],
  ['cargo publish --simulate=no', true],
])('%s publishes: %s', (command, is) => expect(publishes(command)).toBe(is))
