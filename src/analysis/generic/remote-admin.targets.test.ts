import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const changes = (text: string) => effectsOf(text).filter(({ kind }) => kind === 'resource-change')

describe('what is set on another machine or device', () => {
  it.each([
    "quuxmi -a leaf3.quux.example.net:57400 -u ops --skip-verify set --update-path '/if[name=e1]' --update-value off",
    'quuxmi -a core1.hq:6030 -u ops -p $PW --insecure set --path /a --value b',
    'quuxhome run hall.yaml --device hall-2.local',
    'quuxfw flash sensor.bin --ota-host=10.0.7.4',
    'quuxvm host.power -off esx2',
    'quuxvm server power cycle web1',
    'quuxcfg --vendor ios --user ops 10.20.0.5 configure build/vlan.cfg',
    'quux-rebuild switch --flake .#media --target-host root@media.lan',
    'quux env set LOG_LEVEL debug --fleet acme/kiosk',
    'quux device restart 7cf02a6',
    'quuxctl -c /etc/quux.yml switchover core --leader pg-1 --candidate pg-2',
    'quux jobs run-now 88213 --profile prod',
    "quuxalter --host=db-prod-2 --table=orders --alter='MODIFY note TEXT' --execute",
    'quuxboot -s 9A2 flash boot out/boot.img',
    'fastboot -s 9A2 -w reboot',
    "quuxdns rrput --replace acme.io 'api 60 A 203.0.113.44'",
    'quuxdns record update acme.io www A 203.0.113.44',
    'quuxdns records create --zone=acme.io --name=www --type=CNAME --value=x.example.net',
  ])('%s', (text) => expect(changes(text)).toHaveLength(1))

  it.each([
    'quuxmi -a leaf3.quux.example.net:57400 -u ops --skip-verify get --path /interfaces',
    'quuxmi -a core1.hq:6030 -u ops -p $PW --insecure get --path /a',
    'quuxhome config hall.yaml --device hall-2.local',
    'quuxhome run hall.yaml',
    'quuxhome run hall.yaml --device /dev/ttyUSB0',
    'quuxvm host.power -on esx2',
    'quuxvm server power status web1',
    'quuxcfg --vendor ios --user ops 10.20.0.5 get build/vlan.cfg',
    'quux-rebuild build --flake .#media',
    'quux set colour red',
    'quux config set --host localhost:8080 a b',
    'quux device logs 7cf02a6',
    'quuxctl switchover core --env dev',
    'quux jobs run-now 88213 --profile dev',
    "quuxalter --host=db-prod-2 --table=orders --alter='MODIFY note TEXT'",
    'quuxboot flash app.bin',
    'fastboot devices',
    'quuxdns record list acme.io A',
    'quuxdns record create app.test www A 127.0.0.1',
  ])('%s is let pass', (text) => expect(changes(text)).toEqual([]))

  it('names the machine that is switched, and not the way', () => {
    expect(changes('quuxvm vm.power -off -force /DC1/vm/lab/a')).toMatchObject([
      { verb: 'cancel', target: '/DC1/vm/lab/a' },
    ])
    expect(changes('quuxvm server power cycle web1')).toMatchObject([{ verb: 'restart', target: 'web1' }])
  })

  it('stays quick on hostile words', () => {
    const began = process.cpuUsage().user
    effectsOf(`quux ${'a.'.repeat(20_000)} set --host ${'a-'.repeat(20_000)} '${'x '.repeat(20_000)}'`)
    expect(process.cpuUsage().user - began).toBeLessThan(2_000_000)
  })
})
