import { addressOf } from '../../hosts.ts'
import type { PathUse } from '../../paths.ts'
import type { Command, Word } from '../../words.ts'
import { asksForHelp } from '../files/grammar.ts'
import { reads, sourcesOf, value, writes } from '../files/touching.ts'
import { readOptions } from '../options.ts'
import type { Program, Scribe } from '../program.ts'
import { weakest } from '../standing.ts'
import { stateLoadedLibraries } from './loaded-library.ts'
import { OPENSSL } from './openssl.ts'

import { lineOf } from './words-of.ts'

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
      if (file) scribe.effect({ kind: 'read-path', path: scribe.path(file), list: false })
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
      return weakest('plain', writes(file ?? wordLike(command, '~/.ssh/known_hosts'), 'edit', scribe))
    }
    if (options.has('A')) {
      const root = file?.known ?? ''
      return weakest('plain', writes(wordLike(command, `${root}/etc/ssh/ssh_host_ed25519_key`), 'overwrite', scribe))
    }
    const key = file ?? wordLike(command, '~/.ssh/id_ed25519')
    // It asks before it replaces a key; who answers beforehand has one to replace.
    const path = scribe.path(key)
    if (command.stdin.kind === 'value' && !options.has('p') && path.tags.includes('secret') && !path.sessionMade)
      scribe.effect({ kind: 'delete-path', path, recursive: false, wipe: true, certainty: 'likely' })
    return weakest('plain', writes(key, options.has('p') ? 'edit' : 'create', scribe))
  },
}

function wordLike(command: Command, text: string): Word {
  return {
    text,
    known: text,
    raw: text,
    sources: [],
    span: command.span,
    glob: false,
    dynamic: false,
    mayBeEmpty: false,
    quoted: true,
  }
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
    const line = lineOf(command.args)
    const decrypts =
      /(?:decrypt|_cat)$/.test(command.name ?? '') ||
      /(?:^| )(?:-d|--decrypt|decrypt|view|edit|exec-env|exec-file|unlock|extract|export-key)(?: |$)/.test(line)
    const files = command.args.filter(
      (word) =>
        !word.known.startsWith('-') &&
        !/^(?:decrypt|encrypt|view|edit|rekey|unlock|lock|status|embed|extract|create)$/.test(word.known),
    )
    const hidden = command.args.filter((_, at) => /^(?:-ef|--embedfile)$/.test(command.args[at - 1]?.known ?? ''))
    const standing = reads([...files.slice(-1), ...hidden], scribe)
    const at = command.args.findIndex((word) => /^(?:-o|--output)$/.test(word.known))
    const target = at < 0 ? undefined : command.args[at + 1]
    const path = target && target.known !== '-' ? scribe.path(target) : undefined
    if (decrypts && !(path && staysHere(path, scribe)))
      scribe.effect({
        kind: 'expose-secret',
        source: { kind: 'secret-store', store: command.name ?? '?' },
        sink: path || command.stdout === 'file' ? 'file' : 'output',
        certainty: 'likely',
      })
    if (path && decrypts)
      scribe.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined, secret: true })
    else if (target) writes(target, 'overwrite', scribe)
    const replaces =
      /^cc(?:rypt|encrypt)$/.test(command.name ?? '') && !decrypts && !/(?:^| )-(?:c|-cat)(?: |$)/.test(line)
    if (replaces)
      for (const word of files.slice(-1))
        scribe.effect({ kind: 'write-path', path: scribe.path(word), how: 'overwrite', content: undefined })
    if (/(?:^| )(?:-i|--in-place)(?: |$)/.test(line))
      for (const word of files.slice(-1))
        scribe.effect({ kind: 'write-path', path: scribe.path(word), how: 'edit', content: undefined })
    return weakest(standing, 'plain')
  },
  output: (command, scribe) => {
    const decrypts = command.args.some((word) => /^(?:-d|--decrypt|decrypt|view)$/.test(word.known))
    const files = command.args.filter((word) => !word.known.startsWith('-'))
    return value(
      undefined,
      decrypts ? [{ kind: 'secret-store', store: command.name ?? '?' }] : sourcesOf(files.slice(-1), command, scribe),
    )
  },
}

export const SECRETS: readonly Program[] = [sshKeygen, sshAdd, OPENSSL, decrypters]
