import { describe, expect, it } from 'vitest'
import { readCommand } from '../testing.ts'
import { createdNetworkKeys, createsVirtualNetwork, isSessionNetwork } from './virtual-network.ts'

const last = (text: string) => {
  const command = readCommand(text).commands.at(-1)
  if (!command) throw new Error(text)
  return command
}
const own = (made: string, then: string): boolean => {
  const keys = new Set(createdNetworkKeys(last(made)))
  return isSessionNetwork(last(then), (key) => keys.has(key))
}

describe('what passes with the next start', () => {
  it.each([
    ['ip netns add t1', 'ip netns exec t1 ip link set lo up'],
    ['ip netns add t1', 'ip -n t1 route add default via 10.1.0.1'],
    ['ip netns add t1', 'ip netns delete t1'],
    ['ip link add t0 type dummy', 'ip link set dev t0 mtu 1400'],
    ['ip link add name t0 type bridge', 'ip link del t0 type bridge'],
    ['ip link add t0 type veth peer name t1', 'ip addr add 10.1.0.1/24 dev t1'],
    ['ip link add t0 type veth peer name t1', 'ip link del t0'],
    ['ip tuntap add dev t0 mode tap', 'tc qdisc add dev t0 root netem delay 20ms'],
  ])('%s, then %s: its own', (made, then) => expect(own(made, then)).toBe(true))

  it.each([
    ['ip netns add t1', 'ip netns delete t2'],
    ['ip netns add t1', 'ip -all netns delete'],
    ['ip netns add t1', 'ip link set eth0 netns t1'],
    ['ip netns add t1', 'ip netns exec t2 ip link set eth0 down'],
    ['ip link add t0 type dummy', 'ip route add default via 10.1.0.1'],
    ['ip link add t0 type dummy', 'ip link set eth0 master t0'],
    ['ip link add t0 type dummy', 'tc qdisc add dev eth0 root netem loss 9%'],
    ['ip link add eth0 type dummy', 'ip link set eth0 down'],
    ['ip link show t0', 'ip link set t0 down'],
  ])('%s, then %s: not', (made, then) => expect(own(made, then)).toBe(false))

  it.each([
    'ip link add t0 type wireguard',
    'ip link add link eth0 name eth0.9 type vlan id 9',
    'ip addr add 10.1.0.1/24 dev eth0',
    'ip netns add $NAME',
    'ip -batch setup.txt',
  ])('%s is no such thing', (text) => expect(createsVirtualNetwork(last(text))).toBe(false))
})
