import { urlParts } from '../../hosts.ts'
import type { PathUse } from '../../paths.ts'
import type { Command, DataSource, Value, Word } from '../../words.ts'
import { type Grammar, type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { fileSource, insertedSources, isPlainVariable, plainWord, sourcesOf, stdinSources } from './data.ts'
import { redirectedTo } from './redirected.ts'
import { isCredentialHeader, stateKnownAgent, stateRequest } from './request.ts'

const GRAMMAR: Grammar = {
  lenient: true,
  flags:
    'V h b d q v F c N S 4 6 x r k K m p E H L ' +
    'version help spider no-check-certificate no-host-directories recursive mirror delete-after convert-links convert-file-only ' +
    'backup-converted unlink content-on-error retry-on-host-error',
  values:
    'o a i B t O T w Q P U l A R D I X e n ' +
    'output-file append-output input-file base config rejected-log bind-address tries output-document start-pos progress timeout ' +
    'dns-timeout connect-timeout read-timeout wait waitretry quota limit-rate prefer-family user password use-askpass ' +
    'restrict-file-names max-redirect header http-user http-password load-cookies save-cookies method body-data body-file ' +
    'post-data post-file referer user-agent secure-protocol certificate certificate-type private-key private-key-type ca-certificate ' +
    'ca-directory crl-file ciphers ftp-user ftp-password directory-prefix cut-dirs default-page level accept reject accept-regex ' +
    'reject-regex regex-type domains exclude-domains follow-tags ignore-tags include-directories exclude-directories execute ' +
    'local-encoding remote-encoding hsts-file proxy-user proxy-password report-speed compression retry-on-http-error pinnedpubkey ' +
    'warc-file dns-servers',
  optional: 'ask-password',
}

/** wget: downloads by URL; may send, may run a helper for passwords. */
export const WGET: Program = { names: ['wget'], read: readWget, output: wgetOutput }

function readWget(command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, GRAMMAR)
  if (options.has('help', 'h', 'V', 'version')) return 'proven'
  const payload = bodySources(options, command, scribe)
  const headers = options.values('header', 'U', 'user-agent', 'referer')
  stateKnownAgent(headers, scribe)
  const plain = headers.filter((word) => !isCredentialHeader(word.known)).flatMap(insertedSources)
  const credentials = [
    ...headers.filter((word) => isCredentialHeader(word.known)),
    ...options.values('password', 'http-password', 'ftp-password', 'proxy-password'),
  ].flatMap(sourcesOf)
  const standings = options.operands.map((url) =>
    stateRequest(
      {
        url,
        method:
          options.value('method')?.text?.toUpperCase() ?? (options.has('post-data', 'post-file') ? 'POST' : 'GET'),
        payload: [...payload, ...plain.filter((source) => !isPlainVariable(source))],
        credentials,
        savedTo: options.has('spider') ? undefined : savedTo(options, url, command, scribe),
        insecure: insecure(options),
        by: 'wget',
      },
      scribe,
    ),
  )
  return weakest(...standings, ...otherEffects(options, scribe), options.unknown.length > 0 ? 'unknown' : 'proven')
}

function bodySources(options: Options, command: Command, scribe: Scribe): readonly DataSource[] {
  const files = options
    .values('post-file', 'body-file')
    .flatMap((word) =>
      /^(?:-|\/dev\/stdin)$/.test(word.known) ? stdinSources(command, scribe) : [fileSource(word, scribe)],
    )
  return [...files, ...options.values('post-data', 'body-data').flatMap(sourcesOf)]
}

function insecure(options: Options): string | undefined {
  if (options.has('no-check-certificate')) return 'wget --no-check-certificate'
  const commands = options.values('e', 'execute').map((word) => word.known.replace(/[\s_-]/g, '').toLowerCase())
  return commands.some((text) => /^checkcertificate=(?:off|no|0|false)/.test(text))
    ? 'wget -e check_certificate=off'
    : undefined
}

function savedTo(options: Options, url: Word, command: Command, scribe: Scribe): PathUse | undefined {
  const output = options.value('O', 'output-document')
  if (output) return /^(?:-|\/dev\/stdout)$/.test(output.known) ? redirectedTo(command, scribe) : scribe.path(output)
  const folder = options.has('r', 'recursive', 'm', 'mirror') && !options.has('nH', 'no-host-directories')
  const root = options.value('P', 'directory-prefix')?.known
  if (folder) return scribe.path(plainWord(`${root ? `${root}/` : ''}${urlParts(url.known).host}`, url))
  const path = urlParts(url.known).rest.split(/[?#]/)[0] ?? ''
  const name = path.slice(path.lastIndexOf('/') + 1) || 'index.html'
  const prefix = options.value('P', 'directory-prefix')
  return scribe.path(plainWord(prefix ? `${prefix.known}/${name}` : name, url))
}

function otherEffects(options: Options, scribe: Scribe): Standing[] {
  const found: Standing[] = []
  const helper = options.value('use-askpass')
  if (helper) found.push(scribe.runs([helper], 'wget --use-askpass'))
  for (const word of options.values('e', 'execute')) {
    const askpass = /^\s*use_?askpass\s*=\s*(.+)$/i.exec(word.known)?.[1]
    if (askpass) found.push(scribe.runs([plainWord(askpass, word)], 'wget -e use_askpass'))
    else if (!/^\s*(?:robots|check_?certificate)\s*=/i.test(word.known)) found.push('unknown')
  }
  for (const word of options.values(
    'o',
    'output-file',
    'a',
    'append-output',
    'save-cookies',
    'rejected-log',
    'warc-file',
  )) {
    scribe.effect({ kind: 'write-path', path: scribe.path(word), how: 'overwrite', content: undefined })
    found.push('plain')
  }
  for (const word of options.values('i', 'input-file', 'config')) {
    scribe.effect({ kind: 'read-path', path: scribe.path(word), list: false })
    found.push('unknown')
  }
  return found
}

function wgetOutput(command: Command): Value {
  const options = readOptions(command.args, GRAMMAR)
  const toStdout = /^(?:-|\/dev\/stdout)$/.test(options.value('O', 'output-document')?.known ?? '')
  if (!toStdout) return { text: undefined, sources: [] }
  return {
    text: undefined,
    sources: options.operands.map((url) => ({ kind: 'network', url: url.known.replaceAll('\0', '…') })),
  }
}
