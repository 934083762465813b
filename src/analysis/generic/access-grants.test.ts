import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const opened = (text: string) => effectsOf(text).filter((effect) => effect.kind === 'grant' && effect.to === 'everyone')

describe('rights for whoever comes', () => {
  it.each([
    'gridchmod -r read anonymous /zone/projects/patients',
    'dataacl set --who public --right read /lake/patients',
    'storectl grant read everyone bucket/exports',
    'dcacl -add guest:read /pnfs/acme/raw',
    'lakeacl add anonymous:r /lake/raw',
    'objpolicy set world read exports',
    'hub-acl allow allusers read reports',
    'storectl chmod public-read exports/customers.csv',
    "setpolicy --principal '*' --action read exports",
    'filegate share folder-12 --with anonymous',
    'nfs9_setfacl -R -a A::EVERYONE@:rwaDdx /srv/nfs/projects',
    'setfacl -R -m o::rX,d:o::rX /data/clinical',
  ])('%s gives them', (text) => expect(opened(text)).toHaveLength(1))

  it.each([
    'gridchmod -r null anonymous /zone/projects/patients',
    'gridchmod -r read alice /zone/projects/patients',
    'xchmod 755 public',
    'xchmod -R go-rwx world',
    'dataacl show public',
    'dataacl remove anonymous /lake/patients',
    'acmepolicy lint public.yaml',
    'policy test public',
    'shareable build public',
    'gridls read public',
    'nfs9_setfacl -R -a A::alice@:rwaDdx /srv/nfs/projects',
    'setfacl -R -m o::--- /data/clinical',
    'setfacl -R -m o::rX build',
    'lakeacl add anonymous:r /lake/raw --host localhost',
    'lakeacl add anonymous:r /lake/raw --env dev',
  ])('%s does not', (text) => expect(opened(text)).toEqual([]))
})

describe('a table of rights that comes from a pipe', () => {
  const granted = (text: string) => effectsOf(text).filter((effect) => effect.kind === 'grant')
  it.each(["p4 protect -o | sed 's/^x/y/' | p4 protect -i", 'kvacl dump | jq .x | kvacl import -'])('%s', (text) =>
    expect(granted(text)).toHaveLength(1),
  )
  it.each(['p4 protects -u bob', 'kvacl dump | jq .x', 'p4 client -o | p4 client -i'])('%s gives none', (text) =>
    expect(granted(text)).toEqual([]),
  )
})

describe('every right for somebody', () => {
  const all = (text: string) =>
    effectsOf(text).flatMap((effect) => (effect.kind === 'grant' && effect.what === 'everything' ? [effect.to] : []))
  it.each([
    ["storectl auth caps client.jobs mon 'allow *' osd 'allow *'", 'client.jobs'],
    ["queuectl set_permissions worker '.*' '.*' '.*'", 'worker'],
    ["lakectl policy set analysts '*:*'", 'analysts'],
  ])('%s', (text, to) => expect(all(text)).toEqual([to]))
  it.each([
    "storectl auth caps client.jobs mon 'allow r'",
    "lakectl policy check '*'",
    "lakectl policy remove analysts '*:*'",
    "findacl list '*'",
    "queuectl set_permissions worker '.*' --host localhost",
  ])('%s does not', (text) => expect(all(text)).toEqual([]))
})
