import { addressOf, hostOf, urlParts } from '../../hosts.ts'
import type { PathUse } from '../../paths.ts'
import { isSecret } from '../../secrets.ts'
import type { Command, DataSource, Value, Word } from '../../words.ts'
import { type Options, part, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { stateLoadedLibraries } from '../system/loaded-library.ts'
import { configuredWords } from './curl-config.ts'
import { CURL_GRAMMAR } from './curl-options.ts'
import { fileSource, insertedSources, isPlainVariable, sourcesOf, stdinSources } from './data.ts'
import { redirectedTo } from './redirected.ts'
import { isCredentialHeader, stateKnownAgent, stateRequest } from './request.ts'

/** curl: requests by URL, with its data, its credentials, and where the answer is put. */
export const CURL: Program = {
  names: ['curl', 'curlie'],
  read: readCurl,
  output: curlOutput,
}

const BODY = ['d', 'data', 'data-ascii', 'data-binary', 'json', 'data-urlencode'] as const
const PLAIN_BODY = ['data-raw', 'form-string'] as const
const UPLOAD = ['T', 'upload-file'] as const

function readCurl(command: Command, scribe: Scribe): Standing {
  const options = readOptions([...command.args, ...configuredWords(command, scribe)], CURL_GRAMMAR)
  if (options.has('help', 'h', 'V', 'version', 'M', 'manual')) return 'proven'
  stateLoadedLibraries(command, /^--engine$/, scribe)
  const payload = [...bodySources(options, command, scribe), ...headerSources(options, false, scribe)]
  const credentials = [
    ...headerSources(options, true, scribe),
    ...options.values('u', 'user', 'U', 'proxy-user', 'oauth2-bearer', 'b', 'cookie').flatMap(sourcesOf),
  ]
  const standings = urlsOf(options).map((url, index) =>
    stateRequest(
      {
        url,
        method: methodOf(options),
        payload,
        credentials,
        savedTo: savedTo(options, url, index, command, scribe),
        insecure: insecureOption(options),
        by: 'curl',
      },
      scribe,
    ),
  )
  stateProxied(options, credentials, scribe)
  stateKnownAgent(options.values('A', 'user-agent', 'H', 'header'), scribe)
  return weakest(...standings, ...otherEffects(options, scribe), options.unknown.length > 0 ? 'unknown' : 'proven')
}

function urlsOf(options: Options): readonly Word[] {
  return [...options.operands, ...options.values('url')]
}

function methodOf(options: Options): string {
  const given = options.value('X', 'request')?.text?.toUpperCase()
  if (given) return given
  if (options.has('I', 'head')) return 'HEAD'
  if (options.has('G', 'get')) return 'GET'
  if (options.has(...UPLOAD)) return 'PUT'
  return options.has(...BODY, 'data-raw', 'F', 'form', 'form-string') ? 'POST' : 'GET'
}

/** What the data options put into the request. */
function bodySources(options: Options, command: Command, scribe: Scribe): readonly DataSource[] {
  const fromFile = (word: Word): readonly DataSource[] =>
    word.known === '-' || word.known === '.' ? stdinSources(command, scribe) : [fileSource(word, scribe)]
  const body = options.values(...BODY).flatMap((word) => {
    const at = word.known.search(/@/)
    const isFile = at === 0 || (at > 0 && /^[\w.-]*$/.test(word.known.slice(0, at)) && options.has('data-urlencode'))
    return isFile ? fromFile(part(word, at + 1)) : sourcesOf(word)
  })
  const query = options.values('url-query').flatMap((word) => {
    const file = /^[\w.-]*@/.exec(word.known)
    return file ? fromFile(part(word, file[0].length)) : sourcesOf(word)
  })
  const form = options.values('F', 'form').flatMap((word) => {
    const marker = /=\(?[@<]/.exec(word.known)
    if (!marker) return sourcesOf(word)
    const rest = part(word, marker.index + marker[0].length)
    const end = rest.known.indexOf(';')
    const file = end < 0 ? rest : { ...rest, known: rest.known.slice(0, end), text: rest.text?.slice(0, end) }
    return file.known.split(',').flatMap((name) => fromFile({ ...file, known: name, text: file.text && name }))
  })
  return [
    ...body,
    ...query,
    ...form,
    ...options.values(...PLAIN_BODY).flatMap(sourcesOf),
    ...options.values(...UPLOAD).flatMap(fromFile),
  ]
}

function headerSources(options: Options, credential: boolean, scribe: Scribe): readonly DataSource[] {
  return options.values('H', 'header', 'A', 'user-agent', 'e', 'referer').flatMap((word) => {
    if (word.known.startsWith('@')) return credential ? [] : [fileSource(part(word, 1), scribe)]
    if (isCredentialHeader(word.known) !== credential) return []
    if (credential) return sourcesOf(word)
    return insertedSources(word).filter((source) => !isPlainVariable(source))
  })
}

function savedTo(options: Options, url: Word, index: number, command: Command, scribe: Scribe): PathUse | undefined {
  const outputs = options.values('o', 'output')
  const output = outputs[index] ?? outputs.at(-1)
  const directory = options.value('output-dir')
  const inside = (name: string) => scribe.pathOf(directory ? `${directory.known}/${name}` : name)
  if (output && output.known !== '-') return directory ? inside(output.known) : scribe.path(output)
  if (options.has('O', 'remote-name', 'remote-name-all', 'J', 'remote-header-name')) return inside(nameOf(url.known))
  return redirectedTo(command, scribe)
}

/** The file name that `-O` takes from a URL. */
function nameOf(url: string): string {
  const path = urlParts(url).rest.split(/[?#]/)[0] ?? ''
  return path.slice(path.lastIndexOf('/') + 1) || 'index.html'
}

function insecureOption(options: Options): string | undefined {
  if (options.has('k', 'insecure')) return 'curl --insecure'
  if (options.has('proxy-insecure')) return 'curl --proxy-insecure'
  return options.has('doh-insecure') ? 'curl --doh-insecure' : undefined
}

/** A proxy sees all of a request that is not encrypted, or whose certificate nobody checks. */
function stateProxied(options: Options, credentials: readonly DataSource[], scribe: Scribe): void {
  const proxy = options.value('x', 'proxy', 'preproxy', 'proxy1.0')
  const open = options.has('k', 'insecure') || urlsOf(options).some((url) => !/^https:/i.test(url.known))
  const payload = credentials.filter(isSecret)
  if (!proxy || !open || payload.length === 0) return
  scribe.effect({ kind: 'send-data', host: hostOf(proxy.known).replaceAll('\0', '…'), channel: 'http', payload })
}

/** Options that read, write or reach further than the request itself. */
function otherEffects(options: Options, scribe: Scribe): Standing[] {
  const found: Standing[] = []
  for (const word of options.values('K', 'config')) {
    scribe.effect({ kind: 'read-path', path: scribe.path(word), list: false })
    scribe.unknown('curl takes further options from a file')
    found.push('unknown')
  }
  for (const word of options.values(
    'D',
    'dump-header',
    'c',
    'cookie-jar',
    'trace',
    'trace-ascii',
    'stderr',
    'libcurl',
    'etag-save',
    'hsts',
    'alt-svc',
  )) {
    if (word.known === '-' || word.known === '%' || word.known.startsWith('/dev/')) continue
    scribe.effect({ kind: 'write-path', path: scribe.path(word), how: 'overwrite', content: undefined })
    found.push('plain')
  }
  for (const word of options.values('w', 'write-out')) if (word.known.includes('%output{')) found.push('unknown')
  if (options.has('engine')) found.push('unknown')
  for (const word of options.values('unix-socket')) {
    const path = scribe.path(word)
    if (/\/(?:docker|containerd|podman|crio)[^/]*\.sock$/.test(path.text))
      scribe.effect({ kind: 'weaken', area: 'sandbox', feature: 'container engine socket', certainty: 'likely' })
    found.push('plain')
  }
  for (const word of options.values(
    'x',
    'proxy',
    'preproxy',
    'socks4',
    'socks4a',
    'socks5',
    'socks5-hostname',
    'proxy1.0',
  )) {
    const host = hostOf(word.known).replaceAll('\0', '…')
    if (host) scribe.effect({ kind: 'connect', host, url: word.known.replaceAll('\0', '…'), address: addressOf(host) })
    found.push('plain')
  }
  for (const word of options.values('mail-rcpt')) {
    scribe.effect({ kind: 'external-write', service: 'mail', nature: 'mail', target: word.known.replaceAll('\0', '…') })
    found.push('plain')
  }
  return found
}

function curlOutput(command: Command): Value {
  const options = readOptions(command.args, CURL_GRAMMAR)
  if (options.has('help', 'h', 'V', 'version')) return { text: undefined, sources: [] }
  const saved = options.values('o', 'output').some((word) => word.known !== '-') || options.has('O', 'remote-name')
  if (saved) return { text: undefined, sources: [] }
  const sources = urlsOf(options).map((url): DataSource => {
    const { scheme, rest } = urlParts(url.known)
    if (scheme === 'file') return { kind: 'file', path: rest, secret: false }
    return { kind: 'network', url: url.known.replaceAll('\0', '…') }
  })
  return { text: undefined, sources }
}
