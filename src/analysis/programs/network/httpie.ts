import type { Command, DataSource, Value, Word } from '../../words.ts'
import { type Grammar, part, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { fileSource, sourcesOf, stdinSources } from './data.ts'
import { redirectedTo } from './redirected.ts'
import { isCredentialHeader, stateRequest } from './request.ts'

const GRAMMAR: Grammar = {
  lenient: true,
  flags: '-jfhbvdcFImSqx download compress multipart all stream',
  values:
    '-pPsoaAt print pretty style format-options output auth auth-type session session-read-only proxy max-redirects timeout verify ssl ciphers ' +
    'cert cert-key default-scheme raw bearer http-version resolve interface',
}

const METHODS = /^(?:[A-Z]{3,10}|get|head|post|put|patch|delete|options)$/
const NAMES = ['http', 'https', 'xh'] as const

/** HTTPie and xh: a method, a URL, then items that name headers, fields and files. */
export const HTTPIE: Program = { names: NAMES, read: readHttpie, output: httpieOutput }

interface Shape {
  readonly method: string | undefined
  readonly url: Word | undefined
  readonly items: readonly Word[]
}

function shapeOf(operands: readonly Word[]): Shape {
  const [first, ...rest] = operands
  if (first?.text !== undefined && METHODS.test(first.text) && rest.length > 0)
    return { method: first.text.toUpperCase(), url: rest[0], items: rest.slice(1) }
  return { method: undefined, url: first, items: rest }
}

function readHttpie(command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, GRAMMAR)
  if (options.has('help', 'version', 'manual', 'offline', 'curl', 'curl-long') || options.operands.length === 0)
    return 'proven'
  const { method, url, items } = shapeOf(options.operands)
  if (!url) return 'proven'
  const payload: DataSource[] = []
  const credentials: DataSource[] = options.values('a', 'auth', 'A', 'bearer').flatMap(sourcesOf)
  for (const item of items) sortItem(item, { payload, credentials }, scribe)
  for (const raw of options.values('raw')) payload.push(...sourcesOf(raw))
  if (!options.has('ignore-stdin')) payload.push(...stdinSources(command, scribe))
  const output = options.value('o', 'output')
  const standing = stateRequest(
    {
      url: named(url),
      method: method ?? (payload.length > 0 ? 'POST' : 'GET'),
      payload,
      credentials,
      savedTo: output
        ? scribe.path(output)
        : options.has('d', 'download')
          ? scribe.pathOf('download')
          : redirectedTo(command, scribe),
      insecure: /^(?:no|false)$/i.test(options.value('verify')?.known ?? '')
        ? `${command.name} --verify=no`
        : undefined,
      by: command.name ?? 'http',
    },
    scribe,
  )
  return weakest(standing, options.unknown.length > 0 ? 'unknown' : 'proven')
}

/** `:3000/x` stands for this machine. */
function named(url: Word): Word {
  if (!url.known.startsWith(':')) return url
  const known = `localhost${url.known}`
  return { ...url, known, text: url.text === undefined ? undefined : known }
}

function sortItem(item: Word, into: { payload: DataSource[]; credentials: DataSource[] }, scribe: Scribe): void {
  const separator = /:=@|=@|:=|==|=|@|:/.exec(item.known)
  if (!separator) return
  const value = part(item, separator.index + separator[0].length)
  if (separator[0].endsWith('@')) into.payload.push(fileSource(value, scribe))
  else if (separator[0] === ':')
    (isCredentialHeader(item.known) ? into.credentials : into.payload).push(...item.sources)
  else into.payload.push(...(separator[0] === '==' ? item.sources : sourcesOf(item)))
}

function httpieOutput(command: Command): Value {
  const { url } = shapeOf(readOptions(command.args, GRAMMAR).operands)
  return { text: undefined, sources: url ? [{ kind: 'network', url: named(url).known.replaceAll('\0', '…') }] : [] }
}
