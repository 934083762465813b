import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const writes = (text: string) =>
  effectsOf(text).flatMap((effect) => (effect.kind === 'remote-exec' ? [effect.writes] : []))

describe('a look on another machine by a program that nobody lists', () => {
  it.each(['mailadm folder list -u kim', 'clusterx status', 'brokerx --list --server localhost:1', 'agentd --version'])(
    '%s',
    (command) => expect(writes(`ssh lab-7 ${command}`)).toEqual(['no']),
  )

  it.each([
    'mailadm folder delete list',
    'clusterx status --reset',
    'mailadm expunge -u kim',
    './status.sh list',
    'deploy list',
    'agentd /srv/list',
    'agentd --list --apply',
  ])('%s: not', (command) => expect(writes(`ssh lab-7 ${command}`)).not.toEqual(['no']))
})

const reach = (text: string) => effectsOf(text).flatMap((effect) => (effect.kind === 'listen' ? [effect.reach] : []))

describe('a console on another machine that is told to show something', () => {
  it.each([
    `"acmesh -c 'show ip route'"`,
    `"acmecli --exec 'status; list queues'"`,
    `'acmesh -c "show a" -c "display b"'`,
  ])('%s', (command) => expect(writes(`ssh lab-7 ${command}`)).toEqual(['no']))

  it.each([
    `"acmesh -c 'show ip route' -c 'clear route'"`,
    `"acmesh -c 'show run | save x'"`,
    `"acmesh -c 'show a' x"`,
    `"acmecli --exec 'status; purge queue'"`,
  ])('%s: not', (command) => expect(writes(`ssh lab-7 ${command}`)).not.toEqual(['no']))
})

describe('what is bound to this machine', () => {
  it.each(['rclone serve http out --addr 127.0.0.1:8111', 'ttyd -i lo top', 'dufs --bind localhost out'])(
    '%s',
    (text) => expect(reach(text).every((each) => each === 'loopback')).toBe(true),
  )

  it.each([
    'rclone serve http out --addr :8111',
    'rclone serve http out --addr 0.0.0.0:8111',
    'dufs --bind localhost --bind 0.0.0.0 out',
  ])('%s: not', (text) => expect(reach(text)).toContain('network'))

  it('hears itself', () => {
    const kinds = (text: string) => effectsOf(text).map(({ kind }) => kind)
    expect(kinds('tshark -i lo -w /tmp/a.pcap')).not.toContain('observe')
    expect(kinds('tshark -i lo -i eth0')).toContain('observe')
    expect(kinds('bettercap -i lo')).toContain('observe')
  })
})

describe('what only rehearses', () => {
  it.each(['sysctl --dry-run --load', 'octodns-sync --config-file=z.yaml', 'cargo release patch'])('%s', (text) =>
    expect(effectsOf(text)).toEqual([]),
  )

  it.each(['sysctl --system', 'octodns-sync --doit', 'cargo release patch --execute', 'octodns-sync $MORE'])(
    '%s: not',
    (text) => expect(effectsOf(text)).not.toEqual([]),
  )
})
