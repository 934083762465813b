import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const changes = (text: string) => effectsOf(text).filter(({ kind }) => kind === 'resource-change')

describe('a verb in the name of a program', () => {
  it.each([
    ['volume-destroy data01', 'delete'],
    ['sudo backup-purge nightly', 'delete'],
    ['wipe-partitions sdb', 'delete'],
    ['ldapdelete-all -H ldap://ldap.acme.example', 'delete'],
    ['keystore_erase --slot 0', 'delete'],
    ['tpm_clear -c o', 'purge'],
    ['nand_format 0', 'purge'],
    ['busset -a admin 10.1.2.3 sysName.0 s x', 'update'],
    ['coapset coap://10.0.0.3/light 0', 'update'],
    ['sudo spoolctl -x --all', 'purge'],
    ['sudo mailstore -d ALL', 'purge'],
  ])('%s: %s', (text, verb) => expect(changes(text)).toMatchObject([{ verb }]))

  it.each([
    'css-purge -i a.css -o b.css',
    'xclip-clear',
    'cache-purge',
    'test-delete-user --help',
    'git-delete-merged-branches --dry-run',
    'volume-destroy list',
    'undelete 12',
    'busget -a admin 10.1.2.3 sysName.0',
    'busset localhost 1.3.6.1 s x',
    'fileset 10.0.0.1 x',
    'sudo mailstore -p ALL',
    'sudo spool-list -d all',
    'spoolctl -t all',
  ])('%s: nothing', (text) => expect(changes(text)).toEqual([]))
})

describe('what cannot be taken back on hardware, and questions that are skipped', () => {
  it.each([
    'otpctl burn secure-boot-key hash.bin',
    'fusetool --do-not-confirm burn_key BLOCK1 key.bin',
    'chipprog -p m168 -U hfuse:w:0xdf:m',
    'chipprog -Ulock:w:0x0f:m',
    'romburner -p PIC16 -c config -w fuses.conf',
    'boardtool lock-chip',
    'boardtool set-option-bytes rdp2',
    'acmectl failover --no-confirm',
    'acmekms rotate-root --do-not-confirm',
    'acmectl rekey-tenant --yes-i-really-mean-it',
    'acmectl reset-ledger --skip_confirmation',
    'acmectl failover -skipConfirm',
    'bundle exec signer nuke profiles --skip_confirmation',
    'rake certs:nuke SKIP_CONFIRMATION=1',
    'fastlane sigh obliterate skip_confirm:true',
    'npx acme-cli annihilate team-7',
    'poetry run tenantctl eradicate acme',
  ])('%s changes something for good', (text) => expect(changes(text)).not.toEqual([]))

  it.each([
    'chipprog -p m328p -U flash:w:firmware.hex:i',
    'chipprog -p m328p -U lfuse:r:-:h',
    'fusetool summary',
    'burndown render --sprint 12',
    'acmectl status --no-confirm',
    'codegen generate --do-not-confirm',
    'acmectl restart',
    'acmectl status --skip_confirm',
    'npx create-x --skipConfirmation my-x',
    'npx ui add button --skip_confirmation',
    'rake certs:nuke SKIP_CONFIRMATION=0',
    'fastlane lint skip_confirm:true',
    'rake db:nuke',
    'acmectl restart --host localhost --no-confirm',
    'acmepkg -Syu --noconfirm',
  ])('%s does not', (text) => expect(changes(text)).toEqual([]))
})

describe('a machine elsewhere that is switched off', () => {
  it.each([
    ['nodectl --host 10.0.0.5 powerdown', 'cancel'],
    ['nodectl -r 10.0.0.5 server shutdown', 'cancel'],
    ['nodectl --server mgmt.acme.example powercycle', 'restart'],
  ])('%s: %s', (text, verb) => expect(changes(text)).toMatchObject([{ verb }]))

  it.each(['nodectl shutdown', 'nodectl --host localhost poweroff', 'nodectl --host 10.0.0.5 shutdown --help'])(
    '%s: nothing',
    (text) => expect(changes(text)).toEqual([]),
  )
})

describe('a tool for what stands in for a cloud on this machine', () => {
  const acts = (text: string) => effectsOf(text).filter(({ kind }) => kind === 'resource-change' || kind === 'deploy')

  it.each(['gridlocal deploy', 'gridlocal bucket sync data store://x --delete'])('%s: nothing', (text) =>
    expect(acts(text)).toEqual([]),
  )
  it.each(['grid deploy', 'gridlocal --profile production deploy'])('%s: told', (text) =>
    expect(acts(text)).not.toEqual([]),
  )
})

describe('what is done to named machines, to production, or over what others have put there', () => {
  it.each([
    'acmefleet apply --on @edge switch',
    'acmefleet apply --hosts cache1,cache2',
    'acmefleet switch --nodes rack-b',
    'acmefleet set mtu=9000 --host sw7',
    'acmeconf --host r4.acme.example --push-config vlan.xml',
    'acmeflow jobs trigger payout --env production',
    'FLOW__STORE__CONN=$PROD_FLOW acmeflow dags trigger payout',
  ])('%s changes something', (text) => expect(changes(text)).not.toEqual([]))

  it.each([
    'acmefleet apply --on localhost',
    'acmefleet diff --on @edge',
    'acmefleet apply --limit 10',
    'acmefleet set greeting=hi --on failure',
    'acmefleet set mtu=9000 --host db',
    'acmeconf --host r4.acme.example --get-config',
    'acmeconf --host localhost --push-config vlan.xml',
    'acmeflow jobs trigger payout',
    'FLOW__STORE__CONN=$DEV_FLOW acmeflow dags trigger payout',
    'FLOW__STORE__CONN=$PROD_FLOW acmeflow dags list',
  ])('%s: nothing', (text) => expect(changes(text)).toEqual([]))

  const kinds = (text: string) => effectsOf(text).map(({ kind }) => kind)
  it.each(['acmecli bundle deploy -t prod', 'acmecli package deploy --target production', 'bundle deploy -t prod'])(
    '%s deploys',
    (text) => expect(kinds(text)).toContain('deploy'),
  )
  it.each(['acmecli bundle validate -t prod', 'acmecli bundle -t prod', 'bundle install --deployment'])(
    '%s deploys nothing',
    (text) => expect(kinds(text)).not.toContain('deploy'),
  )
  it.each(['tablegit push --force origin main', 'tablegit push -f origin topic', 'dolt push origin +main'])(
    '%s is forced upon others',
    (text) => expect(kinds(text)).toContain('git-push'),
  )
  it.each(['tablegit push origin topic', 'tablegit push -f app.yml main', 'dolt pull --force origin main'])(
    '%s is not',
    (text) => expect(kinds(text)).not.toContain('git-push'),
  )
})
