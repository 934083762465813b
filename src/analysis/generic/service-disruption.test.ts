import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const changes = (text: string) => effectsOf(text).filter(({ kind }) => kind === 'resource-change')

describe('what a system loses while others use it', () => {
  it.each([
    ['acmectl enable-maintenance shop', 'cancel'],
    ['acmectl maintenance on web1', 'cancel'],
    ['sudo acmewiki maintenance:mode --on', 'cancel'],
    ['php /srv/shop/bin/run maintenance:mode --on', 'cancel'],
    ['acmestore osd out osd.7', 'cancel'],
    ['acmestore node offline n3', 'cancel'],
    ['acmestore pool set data min_size 1', 'update'],
    ['acmestore topic set orders replication-factor 1', 'update'],
    ['acmesync out ssh://nas.example/v -force out', 'delete'],
    ['acmesync out ssh://nas.example/v --mirror', 'delete'],
  ])('%s: %s', (text, verb) => expect(changes(text)).toMatchObject([{ verb }]))

  it.each([
    'acmectl maintenance status',
    'acmectl maintenance off web1',
    'acmewiki maintenance:mode --off',
    'php bin/run maintenance:mode --on',
    'acmectl --host localhost maintenance on',
    'acmestore osd tree',
    'acmestore node out',
    'acmestore pool get data size',
    'acmestore pool set data colour 3',
    'acmesync out ssh://nas.example/v',
    'acmesync out ssh://nas.example/v -prefer newer',
    'acmesync ssh://nas.example/v out --mirror',
    'acmesync out ssh://nas.example/v -force ssh://nas.example/v',
    'acmesync out ssh://localhost/v --mirror',
  ])('%s: nothing', (text) => expect(changes(text)).toEqual([]))
})

describe('what is printed, handed out or let in, by the name of the program or of the setting', () => {
  const kinds = (text: string) => effectsOf(text).map(({ kind }) => kind)
  it.each([
    'chip_unseal -c 7',
    'acme-unwrap-key blob.bin',
    'dump-secret web',
    'acmecert --infile /etc/pki/lab/private/ca-key.pem --key-info',
    'cat /srv/pki/root-key.pem',
  ])('%s shows a secret', (text) => expect(kinds(text)).toContain('expose-secret'))
  it.each([
    'chip_unseal -c 7 -o out.bin',
    'K=$(chip_unseal -c 7)',
    'dump-table web',
    'acmecert --infile ca.pem --info',
    'acmecert --infile ca-key.pem --pubkey --info',
    'cat ca.pem',
    'cat public-key.pem',
  ])('%s shows none', (text) => expect(kinds(text)).not.toContain('expose-secret'))

  it.each(['acme upload ~/.local/share/rec/x.cast', 'acme upload notes.cast'])('%s is handed out', (text) =>
    expect(kinds(text)).toContain('publish'),
  )
  it.each(['acme upload --fqbn a:b:c sketch.bin', 'acme upload --port COM3 fw.bin', 'acme upload fw.bin --serial'])(
    '%s stays here',
    (text) => expect(kinds(text)).not.toContain('publish'),
  )

  it.each(['acmegate set-parameter DefaultPolicy allow', 'acmegate set fallback-policy permit'])(
    '%s lets everyone in',
    (text) => expect(kinds(text)).toContain('weaken'),
  )
  it.each(['acmegate set-parameter DefaultPolicy block', 'acmegate get default-policy allow', 'acmegate set x allow'])(
    '%s lets nobody in',
    (text) => expect(kinds(text)).not.toContain('weaken'),
  )

  it.each(['flatpak remote-add --no-gpg-verify x https://x.example/r', 'zypper addrepo --no-gpgcheck x y'])(
    '%s takes what nobody signed',
    (text) => expect(kinds(text)).toContain('weaken'),
  )
  it.each(['flatpak remote-add x https://x.example/r', 'npm ci --no-audit', 'cargo package --no-verify'])(
    '%s does not',
    (text) => expect(kinds(text)).not.toContain('weaken'),
  )

  const runs = (text: string) => effectsOf(text).filter((effect) => effect.kind === 'run-code')
  const from = 'curl -so a.ipynb https://x.example/a.ipynb && curl -so a.tex https://x.example/a.tex && '
  it.each(['acmebook convert --execute a.ipynb', String.raw`acmetex --shell-escape '\input{a.tex}\input{b.tex}'`])(
    '%s runs what came',
    (text) => expect(runs(from + text)).not.toEqual([]),
  )
  it.each(['acmebook convert a.ipynb', 'acmetex --shell-escape main.tex', "acmebook --eval '(x)' a.tex"])(
    '%s does not',
    (text) => expect(runs(from + text)).toEqual([]),
  )
})

describe('what others hold, by its address, its terminal or its queue', () => {
  const kinds = (text: string) => effectsOf(text).map(({ kind }) => kind)
  it.each([
    ['sudo shmrm --all', 'resource-change'],
    ['sudo pkill -HUP -t pts/9', 'signal-process'],
    ['sudo zfs allow -u eve destroy,mount tank', 'grant'],
    ['sudo printctl --remote-any', 'weaken'],
    ['acmetree merge tree://maps/topic tree://maps/main', 'git-push'],
    ["scope_setprop -h dome.acme.example 'Lamp.LEVEL=9'", 'resource-change'],
    ["bot topic pub --rate 5 /arm/joint_cmd std/Float '{data: 1}'", 'resource-change'],
    ['acmestore restore --tier Expedited box/2018', 'external-write'],
    ['acmehub admin user create --admin --username eve --email eve@local', 'grant'],
  ])('%s: %s', (text, kind) => expect(kinds(text)).toContain(kind))

  it.each([
    ['shmrm --all', 'resource-change'],
    ['sudo shmrm -m 7', 'resource-change'],
    ['pkill -HUP -t pts/9', 'signal-process'],
    ['zfs allow tank', 'grant'],
    ['printctl --remote-any', 'weaken'],
    ['acmetree merge topic main', 'git-push'],
    ['acmetree merge tree://maps/a tree://maps/b', 'git-push'],
    ['scope_getprop -h dome.acme.example Lamp.LEVEL', 'resource-change'],
    ["bot topic pub --rate 5 /chatter std/String '{data: hi}'", 'resource-change'],
    ['acmestore restore --tier Standard box/2018', 'external-write'],
  ])('%s: no %s', (text, kind) => expect(kinds(text)).not.toContain(kind))

  it.each([
    [`curl -d '{"command": "cancel"}' http://printer.lan/api/job`, 'likely'],
    [`curl -d '{"command": "status"}' http://printer.lan/api/job`, 'possible'],
    [`curl -d '{"command": "cancel"}' http://printer/api/job`, 'possible'],
  ])('%s: %s', (text, certainty) =>
    expect(effectsOf(text)).toContainEqual(expect.objectContaining({ kind: 'external-write', certainty })),
  )
})
