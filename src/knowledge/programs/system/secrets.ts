import { hasMatchingWord, nonOptionWords, wordAfter } from '../../../analysis/interpret/command-words.ts'
import {
  collectInputSources,
  makeValue,
  recordPathWrite,
  recordReads,
  recordWrite,
} from '../../../analysis/interpret/file-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { recordLoadedLibraries } from '../../../analysis/interpret/loaded-library.ts'
import { readOptions } from '../../../analysis/interpret/options.ts'
import type { EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { makeSyntheticWord } from '../../../analysis/interpret/synthetic-words.ts'
import { isHelpRequest } from '../../../analysis/interpret/word-checks.ts'
import type { PathUse } from '../../../analysis/paths/paths.ts'
import { classifyHost } from '../../../analysis/remote/hosts.ts'
import type { DataSource } from '../../../analysis/words.ts'
import { OPENSSL } from './openssl.ts'
import { secretExposure } from './secret-stores.ts'

const GPG_VALUES =
  '-rouNz recipient output local-user homedir keyserver passphrase passphrase-file passphrase-fd cipher-algo digest-algo compress-algo default-key encrypt-to status-fd logger-fd pinentry-mode batch-size trust-model keyring no-default-keyring-file options'
const GPG_FLAGS =
  '-abcdehKkqstv armor sign clear-sign clearsign detach-sign encrypt symmetric decrypt verify list-keys list-secret-keys list-public-keys list-sigs check-sigs fingerprint import recv-keys receive-keys search-keys send-keys refresh-keys export export-secret-keys export-secret-subkeys delete-keys delete-secret-keys delete-secret-and-public-key gen-key generate-key full-generate-key quick-generate-key quick-gen-key edit-key sign-key lsign-key import-ownertrust export-ownertrust yes no batch no-tty quiet verbose dearmor enarmor always-trust no-default-keyring with-colons with-fingerprint card-status locate-keys version help list-packets print-md show-keys'

/** What changes keys, or gives out what was encrypted. */
const GPG_KEY_CHANGES =
  'import gen-key generate-key full-generate-key quick-generate-key quick-gen-key edit-key sign-key lsign-key import-ownertrust d decrypt'
const GPG_OUTPUT_OPTIONS = 'c e s symmetric encrypt sign detach-sign b clear-sign'
const GPG_INPUT_OPTIONS = `${GPG_OUTPUT_OPTIONS} d decrypt verify clearsign dearmor import list-packets show-keys`

const gpg: Program = {
  names: ['gpg', 'gpg2', 'gpg1', 'gpgv'],
  read: (command, recorder) => {
    if (isHelpRequest(command.args)) return 'proven'
    const options = readOptions(command.args, { flags: GPG_FLAGS, values: GPG_VALUES })
    const hasAny = (names: string) => options.has(...names.split(' '))
    if (hasAny('export-secret-keys export-secret-subkeys')) {
      recorder.effect(secretExposure('gpg', command))
      return 'plain'
    }
    if (hasAny('delete-keys delete-secret-keys delete-secret-and-public-key')) {
      const path = recorder.pathOf('~/.gnupg')
      recorder.effect({ kind: 'delete-path', path, recursive: false, wipe: true, by: 'gpg --delete-secret-keys' })
      return 'plain'
    }
    if (hasAny('send-keys refresh-keys recv-keys receive-keys search-keys locate-keys')) {
      const host = options.value('keyserver')?.text ?? 'keyserver'
      recorder.effect({ kind: 'connect', host, url: host, address: 'public' })
      return 'plain'
    }
    const outputs = options.values('o', 'output')
    const beside = hasAny(GPG_OUTPUT_OPTIONS) && outputs.length === 0
    const grade = weakestGrade(
      options.unknown.length > 0 ? 'unknown' : 'proven',
      ...outputs.map((word) => recordWrite(word, 'overwrite', recorder)),
      hasAny(GPG_INPUT_OPTIONS) ? recordReads(options.operands, recorder) : 'proven',
      beside || hasAny(GPG_KEY_CHANGES) ? 'plain' : 'proven',
    )
    for (const word of beside ? options.operands : [])
      recordPathWrite(recorder.pathOf(`${word.known.replaceAll('\0', 'x')}.gpg`), 'create', recorder)
    return grade
  },
  output: (command, recorder) => {
    const sources: DataSource[] = hasMatchingWord(command, /^--export-secret/)
      ? [{ kind: 'secret-store', store: 'gpg' }]
      : collectInputSources(nonOptionWords(command).slice(-1), command, recorder)
    return makeValue(undefined, sources)
  },
}

const sshKeygen: Program = {
  names: ['ssh-keygen'],
  read: (command, recorder) => {
    recordLoadedLibraries(command, /^-D$/, recorder)
    const options = readOptions(command.args, {
      flags: '-ABcDeghHiKlLpqQUvXyk',
      values: '-abCEfFGIJjKmMNnOPRrsSTtVWwYZz',
    })
    const file = options.value('f')
    if (options.has('y')) {
      if (file) recordReads([file], recorder)
      return 'plain'
    }
    if (options.has('l', 'F', 'B', 'L', 'Q', 'H')) return options.has('H') && !options.has('F') ? 'plain' : 'proven'
    if (options.has('D')) return 'plain'
    const forgotten = options.value('R')
    if (forgotten) {
      // Whoever answers next under that name is believed; boxes of this machine and its network come and go.
      const host = forgotten.text ?? forgotten.raw
      const near = /^(?:loopback|private)$/.test(classifyHost(host.replace(/^\[([^\]]+)\]:\d+$/, '$1')))
      if (!near) recorder.effect({ kind: 'weaken', area: 'tls', feature: host })
      return weakestGrade(
        'plain',
        recordWrite(file ?? makeSyntheticWord('~/.ssh/known_hosts', command.span), 'edit', recorder),
      )
    }
    if (options.has('A')) {
      const path = recorder.pathOf(`${file?.known ?? ''}/etc/ssh/ssh_host_ed25519_key`)
      return weakestGrade('plain', recordPathWrite(path, 'overwrite', recorder))
    }
    const key = file ?? makeSyntheticWord('~/.ssh/id_ed25519', command.span)
    // It asks before it replaces a key; who answers beforehand has one to replace.
    const path = recorder.path(key)
    if (command.stdin.kind === 'value' && !options.has('p') && path.tags.includes('secret') && !path.sessionMade)
      recorder.effect({ kind: 'delete-path', path, recursive: false, wipe: true, certainty: 'likely' })
    return weakestGrade('plain', recordWrite(key, options.has('p') ? 'edit' : 'create', recorder))
  },
}

const sshAdd: Program = {
  names: ['ssh-add'],
  read: (command, recorder) => {
    recordLoadedLibraries(command, /^-[se]$/, recorder)
    const options = readOptions(command.args, {
      flags: '-cDdKkLlqTvXxAC apple-use-keychain apple-load-keychain',
      values: '-EeHhSst',
    })
    if (options.has('l', 'L', 'T')) return 'proven'
    for (const word of options.operands)
      recorder.effect({ kind: 'read-path', path: recorder.path(word), list: false, certainty: 'likely' })
    return 'plain'
  },
}

/** A file of the project that git leaves out: what is written there is shown to nobody, and printing or sending it is judged then. */
function isIgnoredProjectFile({ zone, tags, real }: PathUse, { facts }: EffectRecorder): boolean {
  const left = tags.includes('build-artefact') || tags.includes('environment-file')
  return zone === 'project' && (left || (real !== undefined && facts.tracked(real) === 'ignored'))
}

/** age and sops turn files into files or text; decrypting shows what was secret. */
const decrypters: Program = {
  names: 'age rage sops ansible-vault git-crypt ccrypt ccencrypt ccdecrypt mcrypt blackbox_cat steghide outguess'.split(
    ' ',
  ),
  read: (command, recorder) => {
    if (isHelpRequest(command.args)) return 'proven'
    const { name = '?', args } = command
    const decrypts =
      /(?:decrypt|_cat)$/.test(name) ||
      hasMatchingWord(command, /^(?:-d|--decrypt|decrypt|view|edit|exec-env|exec-file|unlock|extract|export-key)$/)
    const files = nonOptionWords(command)
      .filter(
        ({ known }) => !/^(?:decrypt|encrypt|view|edit|rekey|unlock|lock|status|embed|extract|create)$/.test(known),
      )
      .slice(-1)
    const hidden = args.filter((_, at) => /^(?:-ef|--embedfile)$/.test(args[at - 1]?.known ?? ''))
    const grade = recordReads([...files, ...hidden], recorder)
    const target = wordAfter(args, /^(?:-o|--output)$/)
    const path = target && target.known !== '-' ? recorder.path(target) : undefined
    if (decrypts && !(path && isIgnoredProjectFile(path, recorder)))
      recorder.effect({
        kind: 'expose-secret',
        source: { kind: 'secret-store', store: name },
        sink: path || command.stdout === 'file' ? 'file' : 'output',
        certainty: 'likely',
      })
    if (path && decrypts)
      recorder.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined, secret: true })
    else if (target) recordWrite(target, 'overwrite', recorder)
    const replaces = /^cc(?:rypt|encrypt)$/.test(name) && !decrypts && !hasMatchingWord(command, /^-(?:c|-cat)$/)
    if (replaces || hasMatchingWord(command, /^(?:-i|--in-place)$/))
      for (const word of files) recordWrite(word, replaces ? 'overwrite' : 'edit', recorder)
    return weakestGrade(grade, 'plain')
  },
  output: (command, recorder) => {
    const sources: DataSource[] = hasMatchingWord(command, /^(?:-d|--decrypt|decrypt|view)$/)
      ? [{ kind: 'secret-store', store: command.name ?? '?' }]
      : collectInputSources(nonOptionWords(command).slice(-1), command, recorder)
    return makeValue(undefined, sources)
  },
}

export const SECRET_PROGRAMS: readonly Program[] = [gpg, sshKeygen, sshAdd, OPENSSL, decrypters]
