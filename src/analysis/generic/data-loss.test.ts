import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const changes = (text: string) => effectsOf(text).filter(({ kind }) => kind === 'resource-change')

describe('identities that an option takes away', () => {
  it.each([
    ['keytool -delete -alias signing -keystore /home/dev/keys/app.p12', 'signing'],
    ['keytool -delete -alias signing -keystore app.jks -storepass x', 'signing'],
    ['certutil -delstore My 1a2b3c', 'My'],
    ['pkcs12tool --delete-key signing --store keys.p12', 'signing'],
    ['idstore -remove-identity ops -store ids.db', 'ops'],
    ['pkcs11-tool --delete-object --type privkey --id 01', '01'],
    ['wallettool --delete-wallet main', 'main'],
    ['certmgr -del -c -n build-ca -s Root', 'build-ca'],
  ])('%s: %s', (text, target) => expect(changes(text)).toMatchObject([{ verb: 'delete', target }]))

  it.each([
    'keytool -list -keystore app.p12',
    'keytool -delete -alias test -keystore app.p12',
    'keytool -delete -alias signing -keystore /tmp/app.p12',
    'i18ntool --remove-unused-keys locales/en.json',
    'jsonedit --delete-key foo package.json',
    'rsync -a --delete src/ build/',
    'runner --delete-cache-key abc',
    'formatter --remove-unused-imports src/',
    'keyboardctl --remove layout',
  ])('%s: none', (text) => expect(changes(text)).toEqual([]))
})

describe('what a store elsewhere holds', () => {
  const taken = (text: string) =>
    effectsOf(text).filter((effect) => effect.kind === 'resource-change' || effect.kind === 'publish')

  it.each([
    "conan remove 'zlib/*' -r company --confirm",
    "opam remove '*' --remote=company",
    "pkgman remove '*' -r company -c",
    'artcli delete acme/lib/1.2 --repository releases',
    'cranelike yank acme-lib 1.2.0 --registry internal',
    'charts unpublish acme-lib --registry company',
    'nimble delete acme-lib --feed internal',
  ])('%s takes it out', (text) => expect(taken(text)).not.toEqual([]))

  it.each([
    "conan remove 'zlib/*' -c",
    'conan remote remove company',
    "conan list '*' -r company",
    'npm rm left-pad --registry https://npm.acme.example',
    'pkgman remove left-pad --registry https://npm.acme.example',
    'cleaner remove -r node_modules',
    'docgen rm -r docs/_build',
    'tool remove x -r requirements.txt',
  ])('%s does not', (text) => expect(taken(text)).toEqual([]))
})
