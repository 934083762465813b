import { describe, expect, it } from 'vitest'
import { effectsOf } from '../../testing.ts'

const changes = (text: string) => effectsOf(text).filter(({ kind }) => kind === 'resource-change')

describe('programs without a reader', () => {
  it.each([
    'acmectl apis delete -n orders',
    'acmectl vm.destroy web1',
    'acmectl vm-uninstall uuid=x force=true',
    'acmectl destroy-controller prod -y',
    'acmectl index clear --all',
    'sudo acmectl index purge logs',
  ])('%s takes something away', (text) => {
    expect(changes(text)).toMatchObject([{ verb: 'delete', certainty: 'likely' }])
  })

  it.each([
    'acmectl list',
    'acmectl delete x --dry-run',
    'acmectl delete --help',
    'acmectl index clear',
    'acmectl delete-cache --all',
    'xcrun simctl delete unavailable',
    'acmectl show deleted-items',
    'acmectl run one two three delete',
    'acmectl grep "drop table users"',
    'acmectl check docs/delete.md',
  ])('%s does not', (text) => {
    expect(changes(text)).toEqual([])
  })
})
