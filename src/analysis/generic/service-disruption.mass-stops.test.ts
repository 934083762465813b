import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const changes = (text: string) => effectsOf(text).filter(({ kind }) => kind === 'resource-change')

describe('work of others that is ended', () => {
  it.each([
    "quux list -r | awk '/RUNNING/{print $4}' | xargs -n1 quux cancel",
    'for id in $(quux ps -q); do quux stop "$id"; done',
    "quux app -list -states RUNNING | awk '/^app_/{print $1}' | xargs -n1 quux app -kill",
    'quux abort --all',
    'quux stop --force',
    'quux stop --force --grace-period 0',
    'yarn application -list | xargs -n1 yarn application -kill',
    'quux job stop j_12 --address http://head.quux.example:8265',
    'quuxkill --host db-main.internal --busy-time 1 --victims all --kill --print',
  ])('%s', (text) => expect(changes(text)).toHaveLength(1))

  it.each([
    'quux list | grep nightly | cut -f1 | xargs quux stop',
    'quux stop j_12',
    'quux stop -f --name j_12',
    'quux stop --force j_12',
    'quux stop',
    'quux stop --all --env dev',
    'adb kill-server',
    'quux job stop j_12 --address http://localhost:8265',
    'quuxkill --host db-main.internal --busy-time 1 --victims all --print',
  ])('%s is let pass', (text) => expect(changes(text)).toHaveLength(0))
})

describe('a rehearsal of taking all away', () => {
  it.each(['quux -n --delete-all-results', 'quux --quiet -n --delete-all-results'])('%s', (text) =>
    expect(changes(text)).toHaveLength(0),
  )
  it.each(['quux -n lab --delete-all-results', 'quux --delete-all-results', 'quux -n --delete-all-results --yes'])(
    '%s is none',
    (text) => expect(changes(text)).toHaveLength(1),
  )
})
