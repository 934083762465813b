import {
  carriedDataSources,
  constantWord,
  readFileSource,
  stdinDataSources,
  valueSources,
} from '../../../analysis/interpret/data-sources.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { displayText } from '../../../analysis/interpret/loose-words.ts'
import {
  type Grammar,
  type OptionNames,
  type Options,
  parseOptionNames,
  readOptions,
  sliceWord,
} from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { PathUse } from '../../../analysis/paths/paths.ts'
import { hostOf, urlParts } from '../../../analysis/remote/hosts.ts'
import { isCredentialHeader, recordImplantUserAgent, recordRequest } from '../../../analysis/remote/http-request.ts'
import { isSecretSource } from '../../../analysis/text/secrets.ts'
import type { Command, DataSource, Word } from '../../../analysis/words.ts'

export interface ClientCall {
  readonly options: Options
  readonly command: Command
  readonly recorder: EffectRecorder
}

/** A program that makes requests. Lines of names are options. */
export interface HttpClient {
  readonly names: string
  readonly grammar: Grammar
  /** It tells of itself, or only shows what it would do. */
  readonly asks: OptionNames
  /** Further options that stand elsewhere. */
  readonly further?: (command: Command, recorder: EffectRecorder) => readonly Word[]
  readonly urls?: (options: Options) => readonly Word[]
  readonly method?: (options: Options, sends: boolean) => string
  readonly body?: (call: ClientCall) => readonly DataSource[]
  readonly headers: OptionNames | ((options: Options) => readonly Word[])
  readonly credentials?: OptionNames
  /** Where the answer is saved, in which folder, and where names taken from addresses go. */
  readonly output?: OptionNames
  /** Each address has an output of its own. */
  readonly each?: true
  readonly folder?: OptionNames
  readonly prefix?: OptionNames
  /** A name is taken from the address. */
  readonly named: (options: Options) => boolean
  readonly insecure: (options: Options) => string | undefined
  /** Options that name a proxy. */
  readonly proxies?: OptionNames
  /** A header may be a file of headers: `@file`. */
  readonly headerFiles?: true
  /** Files that are written beside the answer. */
  readonly writes?: OptionNames
  /** It prints nothing of what it fetches. */
  readonly quiet?: true
  /** Options that read, run or reach further than the request itself. */
  readonly also?: (call: ClientCall) => readonly CommandGrade[]
}

export const optionValues = (options: Options, names: OptionNames = ''): readonly Word[] =>
  options.values(...parseOptionNames(names))

const isStandardStream = ({ known }: Word): boolean =>
  /^(?:[-%]|\/dev\/(?:null|zero|full|tty|std(?:in|out|err)|fd\/\d+))$/.test(known)

function requestUrls({ urls }: HttpClient, options: Options): readonly Word[] {
  return urls?.(options) ?? options.operands
}

function outputFileWord(client: HttpClient, options: Options, url: Word, index: number): Word | undefined {
  const outputs = optionValues(options, client.output)
  const output = (client.each && outputs[index]) ?? outputs.at(-1)
  const within = (folder: Word | undefined, name: Word) =>
    folder ? constantWord(`${folder.known}/${name.known}`, name) : name
  const folder = optionValues(options, client.folder).at(-1)
  if (output && !/^(?:-|\/dev\/stdout)$/.test(output.known)) return within(folder, output)
  if (!client.named(options)) return undefined
  const { host, rest } = urlParts(url.known)
  const recursive = options.has('r', 'recursive', 'm', 'mirror') && !options.has('nH', 'no-host-directories')
  const path = rest.split(/[?#]/)[0] ?? ''
  const name = client.prefix && recursive ? host : path.slice(path.lastIndexOf('/') + 1) || 'index.html'
  return within(folder ?? optionValues(options, client.prefix).at(-1), constantWord(name, url))
}

function redirectTarget({ redirects }: Command, recorder: EffectRecorder): PathUse | undefined {
  const redirect = redirects.findLast(({ descriptor, kind }) => descriptor === 1 && /^(?:write|append)$/.test(kind))
  const path = redirect && recorder.path(redirect.target)
  return path?.tags.includes('null-device') ? undefined : path
}

export function createClientProgram(client: HttpClient): Program {
  const by = client.names.split(' ')[0] ?? ''
  return {
    names: client.names.split(' '),
    read: (command, recorder) => {
      const options = readOptions([...command.args, ...(client.further?.(command, recorder) ?? [])], client.grammar)
      if (options.has(...parseOptionNames(client.asks))) return 'proven'
      const call = { options, command, recorder }
      const headers =
        typeof client.headers === 'string' ? optionValues(options, client.headers) : client.headers(options)
      recordImplantUserAgent(headers, recorder)
      const payload = [
        ...(client.body?.(call) ?? []),
        ...headers.flatMap((word) => {
          if (client.headerFiles && word.known.startsWith('@')) return [readFileSource(sliceWord(word, 1), recorder)]
          return isCredentialHeader(word.known) ? [] : carriedDataSources(word)
        }),
      ]
      const credentials = [
        ...headers.filter((word) => isCredentialHeader(word.known)),
        ...optionValues(options, client.credentials),
      ].flatMap(valueSources)
      const method = client.method?.(options, payload.length > 0) ?? 'GET'
      const urls = requestUrls(client, options)
      const requests = urls.map((url, index) => {
        const name = outputFileWord(client, options, url, index)
        const savedTo = name ? recorder.path(name) : redirectTarget(command, recorder)
        const insecure = client.insecure(options)
        return recordRequest({ url, method, payload, credentials, savedTo, insecure, by }, recorder)
      })
      recordProxyLeak(optionValues(options, client.proxies).at(-1), call, urls, credentials)
      const written = optionValues(options, client.writes)
        .filter((word) => !isStandardStream(word))
        .map((word): CommandGrade => {
          recorder.effect({ kind: 'write-path', path: recorder.path(word), how: 'overwrite', content: undefined })
          return 'plain'
        })
      const doubt = options.unknown.length > 0 ? 'unknown' : 'proven'
      return weakestGrade(...requests, ...written, ...(client.also?.(call) ?? []), doubt)
    },
    ...(!client.quiet && {
      output: ({ args }) => {
        const options = readOptions(args, client.grammar)
        if (options.has(...parseOptionNames(client.asks))) return undefined
        const urls = requestUrls(client, options).filter((url, index) => !outputFileWord(client, options, url, index))
        const sources = urls.map((url): DataSource => {
          const { scheme, rest } = urlParts(url.known)
          return scheme === 'file'
            ? { kind: 'file', path: rest, secret: false }
            : { kind: 'network', url: displayText(url) }
        })
        return { text: undefined, sources }
      },
    }),
  }
}

/** A proxy sees all of a request that is not encrypted, or whose certificate nobody checks. */
function recordProxyLeak(
  proxy: Word | undefined,
  { options, recorder }: ClientCall,
  urls: readonly Word[],
  credentials: readonly DataSource[],
): void {
  const open = options.has('k', 'insecure') || urls.some(({ known }) => !/^https:/i.test(known))
  const payload = credentials.filter(isSecretSource)
  if (proxy && open && payload.length > 0)
    recorder.effect({ kind: 'send-data', host: hostOf(displayText(proxy)), channel: 'http', payload })
}

export function fileOrStdinSources(word: Word, { command, recorder }: ClientCall): readonly DataSource[] {
  return /^(?:[-.]|\/dev\/stdin)$/.test(word.known)
    ? stdinDataSources(command, recorder)
    : [readFileSource(word, recorder)]
}

export function readExtraOptionFiles(names: OptionNames, { options, recorder }: ClientCall): readonly CommandGrade[] {
  return optionValues(options, names).map((word) => {
    recorder.effect({ kind: 'read-path', path: recorder.path(word), list: false })
    return 'unknown'
  })
}
