import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const changes = (text: string) => effectsOf(text).filter(({ kind }) => kind === 'resource-change')

describe('what others are served by', () => {
  it.each([
    'quux node retire n4',
    'quux pool stop p1',
    'quux vm-shutdown uuid=77',
    'quux group-kick-member ops mia',
    'quux peer detach db4',
    'quux machine release m7',
    'quux volume deprovision v2',
    'quux -f /etc/quux.conf member evict 7',
    'quux snapshot revert clean --vm db1',
    'quux role remove ops --user mia',
    'quux snapshot-revert db1 clean --force',
    'quux Systems reset ForceOff',
    'quux users deactivate mia',
    'quux lmremove -h lic1.corp.internal tool',
    'quuxctl stop web',
    'sudo quux disable uplink_a',
    'sudo quux drain',
    'quux cert revoke 77',
    'quux resource disable vip',
    'quux delete /zones/z1/hosts/7',
    "quux-osc --alter 'DROP COLUMN a' h=db1 --execute",
    'quux --endpoints=https://10.0.0.5:2379 move-leader 82',
    'quux --ssh=ops@www.acme.example search-replace http https',
  ])('%s', (text) => expect(changes(text)).toHaveLength(1))

  it.each([
    'quux server stop',
    'quux server stop 3000',
    'quux node show n4',
    'quux vm-list uuid=77',
    'quux group-members ops',
    'quux member list --vm db1',
    'quux Systems list',
    'quux stop web',
    'quux remove left-pad',
    'quux remove left-pad --user',
    'quux snapshot remove header.spec',
    'quux node remove n4 --env dev',
    'quux users deactivate mia --url http://localhost:8080',
    'playerctl pause',
    'sudo quux remove left-pad',
    'quux -f conf/x.yaml src release',
    'quux autoremove',
    'quux undelete x',
    'quux delete /home/u/p/x',
    'quux resource list',
    'quux --execute book.ipynb',
  ])('%s is let pass', (text) => expect(changes(text)).toHaveLength(0))
})

describe('the console of what runs already', () => {
  it.each([
    "quux -rx 'trunk hup all'",
    "sudo quux -rx 'queue reload'",
    "quuxcli -x 'kickall now'",
    "quux-admin 'disconnect; kick all'",
    'echo "set weight be/a 0" | socat stdio /run/quux/admin.sock',
    "printf 'unlock\\nbrake release\\n' | nc 10.2.0.8 2999",
  ])('%s', (text) => expect(changes(text).length).toBeGreaterThan(0))

  it.each([
    "quux -rx 'trunk show all'",
    "quuxcli -x 'status all'",
    'echo "show stat" | socat stdio /run/quux/admin.sock',
    "printf 'state\\n' | nc 10.2.0.8 2999",
    "quux-admin 'list kicks'",
    'echo "set weight 0" | quux render',
  ])('%s is let pass', (text) => expect(changes(text)).toHaveLength(0))
})

describe('people who are no longer told', () => {
  const quiet = (text: string) => effectsOf(text).filter(({ kind }) => kind === 'weaken')

  it.each([
    'quux silence add disk=full',
    'quux downtime schedule web1',
    'quux monitors mute 7',
    'quux --output json silence add disk=full',
    'quux -v alerts ack 7',
  ])('%s', (text) => expect(quiet(text)).toHaveLength(1))
  it.each(['quux silence list', 'quux alerts show 7', 'quux monitors mute 7 --url http://localhost:9093', 'quux mute'])(
    '%s is let pass',
    (text) => expect(quiet(text)).toHaveLength(0),
  )
})
