import { addressOf } from '../../hosts.ts'
import type { PathUse } from '../../paths.ts'
import type { DataSource } from '../../words.ts'
import { asksForHelp } from '../files/grammar.ts'
import { reads, sourcesOf, value, writes, writesPath } from '../files/touching.ts'
import { wordOf } from '../git/made-words.ts'
import { readOptions } from '../options.ts'
import type { Program, Scribe } from '../program.ts'
import { weakest } from '../standing.ts'
import { stateLoadedLibraries } from './loaded-library.ts'
import { OPENSSL } from './openssl.ts'
import { shows } from './stores.ts'
import { after, operandsOf, says } from './words-of.ts'

const GPG_VALUES =
  '-rouNz recipient output local-user homedir keyserver passphrase passphrase-file passphrase-fd cipher-algo digest-algo compress-algo default-key encrypt-to status-fd logger-fd pinentry-mode batch-size trust-model keyring no-default-keyring-file options'
const GPG_FLAGS =
  '-abcdehKkqstv armor sign clear-sign clearsign detach-sign encrypt symmetric decrypt verify list-keys list-secret-keys list-public-keys list-sigs check-sigs fingerprint import recv-keys receive-keys search-keys send-keys refresh-keys export export-secret-keys export-secret-subkeys delete-keys delete-secret-keys delete-secret-and-public-key gen-key generate-key full-generate-key quick-generate-key quick-gen-key edit-key sign-key lsign-key import-ownertrust export-ownertrust yes no batch no-tty quiet verbose dearmor enarmor always-trust no-default-keyring with-colons with-fingerprint card-status locate-keys version help list-packets print-md show-keys'

/** What changes keys, or gives out what was encrypted. */
const GPG_CHANGES =
  'import gen-key generate-key full-generate-key quick-generate-key quick-gen-key edit-key sign-key lsign-key import-ownertrust d decrypt'
const GPG_MAKES = 'c e s symmetric encrypt sign detach-sign b clear-sign'
const GPG_READS = `${GPG_MAKES} d decrypt verify clearsign dearmor import list-packets show-keys`

const gpg: Program = {
  names: ['gpg', 'gpg2', 'gpg1', 'gpgv'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, { flags: GPG_FLAGS, values: GPG_VALUES })
    const hasAny = (names: string) => options.has(...names.split(' '))
    if (hasAny('export-secret-keys export-secret-subkeys')) {
      scribe.effect(shows('gpg', command))
      return 'plain'
    }
    if (hasAny('delete-keys delete-secret-keys delete-secret-and-public-key')) {
      const path = scribe.pathOf('~/.gnupg')
      scribe.effect({ kind: 'delete-path', path, recursive: false, wipe: true, by: 'gpg --delete-secret-keys' })
      return 'plain'
    }
    if (hasAny('send-keys refresh-keys recv-keys receive-keys search-keys locate-keys')) {
      const host = options.value('keyserver')?.text ?? 'keyserver'
      scribe.effect({ kind: 'connect', host, url: host, address: 'public' })
      return 'plain'
    }
    const outputs = options.values('o', 'output')
    const beside = hasAny(GPG_MAKES) && outputs.length === 0
    const standing = weakest(
      options.unknown.length > 0 ? 'unknown' : 'proven',
      ...outputs.map((word) => writes(word, 'overwrite', scribe)),
      hasAny(GPG_READS) ? reads(options.operands, scribe) : 'proven',
      beside || hasAny(GPG_CHANGES) ? 'plain' : 'proven',
    )
    for (const word of beside ? options.operands : [])
      writesPath(scribe.pathOf(`${word.known.replaceAll('\0', 'x')}.gpg`), 'create', scribe)
    return standing
  },
  output: (command, scribe) => {
    const sources: DataSource[] = says(command, /^--export-secret/)
      ? [{ kind: 'secret-store', store: 'gpg' }]
      : sourcesOf(operandsOf(command).slice(-1), command, scribe)
    return value(undefined, sources)
  },
}

const sshKeygen: Program = {
  names: ['ssh-keygen'],
  read: (command, scribe) => {
    stateLoadedLibraries(command, /^-D$/, scribe)
    const options = readOptions(command.args, {
      flags: '-ABcDeghHiKlLpqQUvXyk',
      values: '-abCEfFGIJjKmMNnOPRrsSTtVWwYZz',
    })
    const file = options.value('f')
    if (options.has('y')) {
      if (file) reads([file], scribe)
      return 'plain'
    }
    if (options.has('l', 'F', 'B', 'L', 'Q', 'H')) return options.has('H') && !options.has('F') ? 'plain' : 'proven'
    if (options.has('D')) return 'plain'
    const forgotten = options.value('R')
    if (forgotten) {
      // Whoever answers next under that name is believed; boxes of this machine and its network come and go.
      const host = forgotten.text ?? forgotten.raw
      const near = /^(?:loopback|private)$/.test(addressOf(host.replace(/^\[([^\]]+)\]:\d+$/, '$1')))
      if (!near) scribe.effect({ kind: 'weaken', area: 'tls', feature: host })
      return weakest('plain', writes(file ?? wordOf('~/.ssh/known_hosts', command.span), 'edit', scribe))
    }
    if (options.has('A')) {
      const path = scribe.pathOf(`${file?.known ?? ''}/etc/ssh/ssh_host_ed25519_key`)
      return weakest('plain', writesPath(path, 'overwrite', scribe))
    }
    const key = file ?? wordOf('~/.ssh/id_ed25519', command.span)
    // It asks before it replaces a key; who answers beforehand has one to replace.
    const path = scribe.path(key)
    if (command.stdin.kind === 'value' && !options.has('p') && path.tags.includes('secret') && !path.sessionMade)
      scribe.effect({ kind: 'delete-path', path, recursive: false, wipe: true, certainty: 'likely' })
    return weakest('plain', writes(key, options.has('p') ? 'edit' : 'create', scribe))
  },
}

const sshAdd: Program = {
  names: ['ssh-add'],
  read: (command, scribe) => {
    stateLoadedLibraries(command, /^-[se]$/, scribe)
    const options = readOptions(command.args, {
      flags: '-cDdKkLlqTvXxAC apple-use-keychain apple-load-keychain',
      values: '-EeHhSst',
    })
    if (options.has('l', 'L', 'T')) return 'proven'
    for (const word of options.operands)
      scribe.effect({ kind: 'read-path', path: scribe.path(word), list: false, certainty: 'likely' })
    return 'plain'
  },
}

/** A file of the project that git leaves out: what is written there is shown to nobody, and printing or sending it is judged then. */
function staysHere({ zone, tags, real }: PathUse, { facts }: Scribe): boolean {
  const left = tags.includes('build-artefact') || tags.includes('environment-file')
  return zone === 'project' && (left || (real !== undefined && facts.tracked(real) === 'ignored'))
}

/** age and sops turn files into files or text; decrypting shows what was secret. */
const decrypters: Program = {
  names: 'age rage sops ansible-vault git-crypt ccrypt ccencrypt ccdecrypt mcrypt blackbox_cat steghide outguess'.split(
    ' ',
  ),
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const { name = '?', args } = command
    const decrypts =
      /(?:decrypt|_cat)$/.test(name) ||
      says(command, /^(?:-d|--decrypt|decrypt|view|edit|exec-env|exec-file|unlock|extract|export-key)$/)
    const files = operandsOf(command)
      .filter(
        ({ known }) => !/^(?:decrypt|encrypt|view|edit|rekey|unlock|lock|status|embed|extract|create)$/.test(known),
      )
      .slice(-1)
    const hidden = args.filter((_, at) => /^(?:-ef|--embedfile)$/.test(args[at - 1]?.known ?? ''))
    const standing = reads([...files, ...hidden], scribe)
    const target = after(args, /^(?:-o|--output)$/)
    const path = target && target.known !== '-' ? scribe.path(target) : undefined
    if (decrypts && !(path && staysHere(path, scribe)))
      scribe.effect({
        kind: 'expose-secret',
        source: { kind: 'secret-store', store: name },
        sink: path || command.stdout === 'file' ? 'file' : 'output',
        certainty: 'likely',
      })
    if (path && decrypts)
      scribe.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined, secret: true })
    else if (target) writes(target, 'overwrite', scribe)
    const replaces = /^cc(?:rypt|encrypt)$/.test(name) && !decrypts && !says(command, /^-(?:c|-cat)$/)
    if (replaces || says(command, /^(?:-i|--in-place)$/))
      for (const word of files) writes(word, replaces ? 'overwrite' : 'edit', scribe)
    return weakest(standing, 'plain')
  },
  output: (command, scribe) => {
    const sources: DataSource[] = says(command, /^(?:-d|--decrypt|decrypt|view)$/)
      ? [{ kind: 'secret-store', store: command.name ?? '?' }]
      : sourcesOf(operandsOf(command).slice(-1), command, scribe)
    return value(undefined, sources)
  },
}

export const SECRETS: readonly Program[] = [gpg, sshKeygen, sshAdd, OPENSSL, decrypters]
