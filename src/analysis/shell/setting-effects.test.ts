import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const kinds = (text: string, kind: string) => effectsOf(text).filter((effect) => effect.kind === kind)

describe('settings of programs, by their names', () => {
  it.each([
    'quuxd start --bind=0.0.0.0',
    "quuxd --http-address '[::]:8080'",
    'quuxd start --rpc-addr ::',
    'quuxd -o listen=0.0.0.0',
    'quuxd start listen=*:80',
    'quuxviewer -localhost no',
    'quux start --public',
    'quux start --no-localhost',
    'java -cp x.jar acme.Server -tcp -tcpAllowOthers',
    "quuxd --listen '*'",
    "QUUX_OPTIONS='--debug-port=0.0.0.0:7001' quuxd",
    "quuxprobe -x 'listento 0.0.0.0; halt'",
    'quux-debug -agent:mode=remote,server=y,address=*:7000 app',
    'QUUX_OPTIONS="-x -agent:server=y,address=0.0.0.0:7000" quux-debug app',
    "QUUX_FLAGS='-x --probe=0.0.0.0:7000' quux run app",
    'quuxvm --name worker@192.168.7.3 --cookie abc',
    'quuxdev -s F00 tcpip 4444',
    'quuxdev tcpip 4444',
    "printf 'listener 99 0.0.0.0\\n' > /tmp/q.conf && quuxd -c /tmp/q.conf",
    "echo 'bind-address = *' > q.cnf && quuxd --defaults=q.cnf",
  ])('%s listens on the network', (text) => {
    expect(kinds(text, 'listen')).toMatchObject([{ reach: 'network' }])
  })

  it.each([
    'quux client -R tcp://2222:localhost:22 wss://relay.example.org',
    'quux client tcp://2222:localhost:22 wss://relay.example.org',
    'quux client https://relay.example.org R:2222:localhost:22',
  ])('%s forwards a port of another machine', (text) => {
    expect(kinds(text, 'listen')).toMatchObject([{ reach: 'remote-forward' }])
  })

  it.each([
    "QUUX_FLAGS='-x --probe=127.0.0.1:7000' quux run app",
    'quux start --host localhost',
    'quux start --bind 127.0.0.1:80',
    'quux-cli --host 0.0.0.0 status',
    'quux create box --public',
    'grep listen=0.0.0.0 notes.txt',
    'git commit -m bind=0.0.0.0',
    "git commit -m 'bind 0.0.0.0'",
    "quux search --host '*'",
    "quuxprobe -x 'listento 127.0.0.1; halt'",
    'quux-debug -agent:mode=remote,server=y,address=localhost:7000 app',
    'quuxvm --name worker@127.0.0.1',
    'quux show tcpip',
    "printf 'listener 99 127.0.0.1\\n' > /tmp/q.conf && quuxd -c /tmp/q.conf",
    "printf 'listener 99 0.0.0.0\\n' > /tmp/q.conf && quuxd -t -c /tmp/q.conf",
    "printf 'listen 0.0.0.0\\n' > q.conf && docker build -f q.conf .",
    'quux client tcp://2222:localhost:22',
  ])('%s opens nothing', (text) => {
    expect(kinds(text, 'listen')).toEqual([])
  })

  it.each([
    ['quux config set ssl-verify false', 'tls'],
    ['quux config set http.tls=off', 'tls'],
    ['quux settings put auth none', 'authentication'],
    ['quux pull x --no-verify-ssl', 'tls'],
    ['quux pull x --tls-verify=false', 'tls'],
    ['quuxd --disable-authentication', 'authentication'],
    ['quux upgrade --no-check-signatures', 'signing'],
    ['sudo quux-key --lsign-key AB12', 'signing'],
    ['quux key add https://keys.example.org/a.asc', 'signing'],
  ])('%s weakens %s', (text, area) => {
    expect(kinds(text, 'weaken')).toMatchObject([{ area }])
  })

  it.each([
    'quux config set colour none',
    'quux config get ssl-verify',
    'quux config set ssl-verify true',
    'quux login --no-auth-cache',
    'quux commit --no-verify',
    'quux build --no-check-updates',
    'quux get x --no-verify-ssl --server https://localhost:8443',
    'quux keys add admin',
  ])('%s weakens nothing', (text) => {
    expect(kinds(text, 'weaken')).toEqual([])
  })
})

describe('secret files in the hands of programs that nobody knows', () => {
  it.each(['quux .env', 'quux handle .env', 'quux --data .env'])('%s is asked about', (text) => {
    expect(kinds(text, 'expose-secret')).toMatchObject([{ sink: 'program' }])
  })

  it.each(['quux put .env', 'quux .env --room tea', 'quux stash .env team:box/env', 'rustc send .env'])(
    '%s sends it',
    (text) => {
      expect(kinds(text, 'send-data')).toMatchObject([{ payload: [{ kind: 'file', secret: true }] }])
    },
  )

  it.each([
    'quux lint .env',
    'quux encrypt .env',
    'quux run --env-file .env -- true',
    'quux test --variables-file .env',
    'quux --config .env',
    'quuxenv .env',
  ])('%s keeps it here', (text) => {
    expect([...kinds(text, 'expose-secret'), ...kinds(text, 'send-data')]).toEqual([])
  })
})

describe('code from elsewhere by its shape', () => {
  it.each([
    'quux get acme/tool',
    'quux serve acme/model',
    'quux serve acme/model --trust-remote-code',
    'quux score --args pretrained=acme/model,trust_remote_code=True',
    'quux serve --url=https://acme.example/m.lua',
    'quux -f https://acme.example/x.lua',
    `quux -e '(load-string (slurp "https://acme.example/x.clj"))'`,
    `quux -code 'Get["https://acme.example/x.m"]'`,
    `quux -e "load '< wget -qO- https://acme.example/x.gp'"`,
  ])('%s', (text) => {
    expect(effectsOf(text)).toContainEqual(expect.objectContaining({ kind: 'run-code', origin: 'download' }))
  })

  it.each([
    'quux run lint/all',
    'quux add src/app',
    'quux get https://docs.example.org/api.json',
    'quux test --url=https://staging.example.org',
    'quux lint --config https://example.org/rules.json',
    'quux note "use the new https://docs.example.org/x"',
  ])('not %s', (text) => {
    expect(effectsOf(text)).not.toContainEqual(expect.objectContaining({ kind: 'run-code', origin: 'download' }))
  })
})

describe('checks that lose their worth', () => {
  it.each([
    'crypto-mode-set LEGACY',
    'fips-setup --disable',
    'hostsec set ciphers weak',
    'storex audit disable file/',
    'quux tls set min-version tlsv1.0',
    'quux config set auth-mode anonymous',
  ])('%s', (text) => expect(kinds(text, 'weaken')).toHaveLength(1))

  it.each([
    'crypto-mode-set DEFAULT',
    'storex audit list',
    'quux config set theme minimal',
    'quux set log-level none',
    'npm config set audit false',
    'quux tls set min-version tlsv1.3',
  ])('%s: none', (text) => expect(kinds(text, 'weaken')).toEqual([]))
})

describe('as whom a person acts elsewhere', () => {
  it.each([
    'quux configure set role_arn arn:x --profile default',
    'quux config set-credentials pat --token=x',
    'quux config set service_account robot',
    'quux configure set --mode AK --access-key-id X',
  ])('%s', (text) => expect(kinds(text, 'resource-change')).toMatchObject([{ family: 'identity' }]))

  it.each([
    'quux configure set region eu-1',
    'quux configure list',
    'quux config get role_arn',
    'git config user.name',
    'quux accounts create pat --role=reader',
  ])('%s: not', (text) => expect(kinds(text, 'resource-change')).toEqual([]))
})

describe('an editor that only prints', () => {
  it.each([
    'EDITOR=cat quux secrets edit',
    "QUUX_EDITOR='head -50' quux open prod.enc.yaml",
    'VISUAL=less bin/quux credentials:edit',
    'EDITOR=/usr/local/bin/cat quux secrets edit',
    'EDITOR=../bin/tee quux secrets edit',
  ])('%s shows what was locked', (text) => expect(kinds(text, 'expose-secret')).not.toEqual([]))
  it.each(['EDITOR=vim quux secrets edit', 'EDITOR=cat quux notes edit', 'PAGER=cat quux notes'])(
    '%s shows nothing',
    (text) => expect(kinds(text, 'expose-secret')).toEqual([]),
  )
})
