import { urlParts } from '../../hosts.ts'
import type { Command, Value } from '../../words.ts'
import { type OptionGrammar, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { insertedSources, plainWord, stdinSources } from './data.ts'
import { isCredentialHeader, stateRequest } from './request.ts'
import { redirectedTo, weakest } from './standing.ts'

interface Downloader {
  readonly names: readonly string[]
  readonly grammar: OptionGrammar
  /** Options that name the output file, and its directory. */
  readonly output: readonly string[]
  readonly directory: readonly string[]
  /** Options whose value is a program it runs. */
  readonly runs?: readonly string[]
  readonly insecure?: (given: ReturnType<typeof readOptions>) => boolean
  /** It writes to standard output unless told otherwise. */
  readonly prints?: boolean
  /** The method its name or options imply. */
  readonly method?: (command: Command, given: ReturnType<typeof readOptions>) => string
}

const HELP = ['help', 'version', 'V']

const DOWNLOADERS: readonly Downloader[] = [
  {
    names: ['aria2c'],
    grammar: {
      flags: ['q', 'D', 'c', 'Z', 'V', 'v', 'version', 'no-conf', 'quiet', 'daemon', 'continue'],
      values: (
        'd o s x j k l i m t T U h n p u M O P ' +
        'dir out split max-connection-per-server max-concurrent-downloads min-split-size log input-file max-tries timeout retry-wait ' +
        'user-agent header http-user http-passwd all-proxy http-proxy https-proxy load-cookies save-session check-certificate ' +
        'on-download-complete on-download-start on-download-stop on-download-error on-download-pause on-bt-download-complete ' +
        'checksum file-allocation allow-overwrite auto-file-renaming conf-path enable-rpc rpc-listen-all rpc-listen-port seed-time ' +
        'console-log-level summary-interval max-download-limit referer'
      ).split(' '),
      optional: ['help'],
    },
    output: ['o', 'out'],
    directory: ['d', 'dir'],
    runs: [
      'on-download-complete',
      'on-download-start',
      'on-download-stop',
      'on-download-error',
      'on-download-pause',
      'on-bt-download-complete',
    ],
    insecure: (given) => given.value('check-certificate')?.text === 'false',
  },
  {
    names: ['axel'],
    grammar: {
      flags: [
        'a',
        'q',
        'v',
        'N',
        'k',
        'c',
        '4',
        '6',
        'p',
        'h',
        'V',
        'help',
        'version',
        'quiet',
        'alternate',
        'insecure',
        'no-clobber',
      ],
      values: [
        'n',
        'o',
        's',
        'H',
        'U',
        'T',
        'S',
        'num-connections',
        'output',
        'max-speed',
        'header',
        'user-agent',
        'timeout',
        'search',
      ],
    },
    output: ['o', 'output'],
    directory: [],
    insecure: (given) => given.has('k', 'insecure'),
  },
  {
    names: ['fetch'],
    grammar: {
      flags: [
        '1',
        '4',
        '6',
        'A',
        'a',
        'd',
        'F',
        'l',
        'M',
        'm',
        'n',
        'P',
        'p',
        'q',
        'R',
        'r',
        's',
        'U',
        'v',
        'no-verify-peer',
        'no-verify-hostname',
      ],
      values: ['B', 'i', 'N', 'o', 'S', 'T', 'w', 'user-agent', 'referer', 'method'],
    },
    output: ['o'],
    directory: [],
    insecure: (given) => given.has('no-verify-peer', 'no-verify-hostname'),
  },
  {
    names: ['lwp-request', 'get', 'post'],
    grammar: {
      flags: ['f', 'u', 'U', 's', 'S', 'e', 'E', 'd', 'x', 'P', 'v', 'h', 'a'],
      values: ['m', 'b', 't', 'i', 'c', 'p', 'C', 'H', 'o'],
    },
    output: [],
    directory: [],
    prints: true,
    method: (command, given) =>
      given.value('m')?.text?.toUpperCase() ?? (command.name?.endsWith('POST') ? 'POST' : 'GET'),
  },
  {
    names: ['lynx', 'w3m', 'links', 'elinks'],
    grammar: {
      flags: [
        'dump',
        'source',
        'listonly',
        'nolist',
        'dump_source',
        'dump_both',
        'dump_extra',
        'head',
        'version',
        'help',
      ],
      values: ['width', 'useragent', 'cols'],
      singleDash: true,
    },
    output: [],
    directory: [],
    prints: true,
  },
]

function readDownloader(tool: Downloader, command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, tool.grammar)
  if (options.has(...HELP) || options.operands.length === 0) return options.unknown.length > 0 ? 'unknown' : 'proven'
  const by = command.name ?? tool.names[0] ?? '?'
  const method = tool.method?.(command, options) ?? 'GET'
  const standings = options.operands.map((url): Standing => {
    const directory = options.value(...tool.directory)?.known
    const name = options.value(...tool.output)?.known ?? nameOf(url.known)
    const saved = tool.prints
      ? redirectedTo(command, scribe)
      : scribe.path(plainWord(directory ? `${directory}/${name}` : name, url))
    const headers = options.values('header', 'H')
    const plainHeaders = headers.filter((word) => !isCredentialHeader(word.known))
    return stateRequest(
      {
        url,
        method,
        payload: [
          ...(method === 'POST' ? stdinSources(command, scribe) : []),
          ...plainHeaders.flatMap(insertedSources),
        ],
        credentials: headers.filter((word) => isCredentialHeader(word.known)).flatMap(insertedSources),
        savedTo: saved,
        insecure: tool.insecure?.(options) ? `${by} without certificate check` : undefined,
        by,
      },
      scribe,
    )
  })
  const hooks = options.values(...(tool.runs ?? [])).map((word) => scribe.runs([word], `${by} hook`))
  return weakest([...standings, ...hooks, options.unknown.length > 0 ? 'unknown' : 'proven'])
}

function nameOf(url: string): string {
  const path = urlParts(url).rest.split(/[?#]/)[0] ?? ''
  return path.slice(path.lastIndexOf('/') + 1) || 'index.html'
}

function printed(tool: Downloader, command: Command): Value {
  const options = readOptions(command.args, tool.grammar)
  const toStdout = tool.prints || options.value(...tool.output)?.known === '-'
  if (!toStdout) return { text: undefined, sources: [] }
  return {
    text: undefined,
    sources: options.operands.map((url) => ({ kind: 'network', url: url.known.replaceAll('\0', '…') })),
  }
}

/** Download tools that differ only in their options. */
export const DOWNLOADER_PROGRAMS: readonly Program[] = DOWNLOADERS.map((tool) => ({
  names: tool.names,
  read: (command, scribe) => readDownloader(tool, command, scribe),
  output: (command) => printed(tool, command),
}))
