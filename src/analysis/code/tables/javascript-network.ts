import { addressOf } from '../../hosts.ts'
import { isSecret } from '../../secrets.ts'
import type { Run } from '../run/run.ts'
import { type CodeCall, does, type Handler, type Handlers, required } from '../run/table.ts'
import { type Abstract, allSources, concat, exact, from, knownOf, shown, text, UNKNOWN } from '../run/value.ts'
import { connects, headerSources, listens, looksUp, payload, sends, sendsBySocket, socketTo } from './network-acts.ts'

const fetches: Handler = (call, run) => {
  const [url, options] = call.args
  return request(call, run, {
    url: url ?? UNKNOWN,
    options: options?.fields,
    method: exact(options?.fields?.get('method')) ?? 'GET',
    body: [options?.fields?.get('body')],
  })
}

interface Sent {
  readonly url: Abstract
  readonly options: ReadonlyMap<string, Abstract> | undefined
  readonly method: string
  readonly body: readonly (Abstract | undefined)[]
}

function request(_call: CodeCall, run: Run, sent: Sent): Abstract {
  const headers = headerSources(sent.options?.get('headers'))
  const data = payload([...sent.body, sent.options?.get('params')])
  return run.requests({
    url: sent.url,
    method: sent.method,
    payload: [...data, ...headers.plain],
    credentials: [
      ...headers.credentials,
      ...payload([sent.options?.get('auth')]).filter((source) => source.kind !== 'literal'),
    ],
  })
}

const client: Handler = (call, run) => {
  const [first, second, third] = call.args
  const [method = 'GET'] =
    /(?<=\.)(?:get|post|put|patch|delete|head)$/.exec(call.name)?.map((verb) => verb.toUpperCase()) ?? []
  const single = first?.fields
  if (single)
    return request(call, run, {
      url: single.get('url') ?? UNKNOWN,
      options: single,
      method: exact(single.get('method')) ?? method,
      body: [single.get('data'), single.get('json'), single.get('body')],
    })
  const reading = method === 'GET' || method === 'HEAD' || method === 'DELETE'
  const options = (reading ? second : third)?.fields ?? second?.fields
  const body = reading ? [options?.get('data')] : [second]
  return request(call, run, { url: first ?? UNKNOWN, options, method: exact(options?.get('method')) ?? method, body })
}

/** `https.request(url or options, callback)`; what is written to it goes out. */
const nodeRequest: Handler = (call, run) => {
  const [first, second] = call.args
  const options = first?.fields ?? second?.fields
  const host = options?.get('hostname') ?? options?.get('host')
  const url = first?.fields
    ? concat([
        text(call.name.startsWith('https') ? 'https://' : 'http://'),
        host ?? UNKNOWN,
        options?.get('path') ?? text('/'),
      ])
    : (first ?? UNKNOWN)
  const value = request(call, run, { url, options, method: exact(options?.get('method')) ?? 'GET', body: [] })
  for (const given of call.args) if (given.closure) call.invoke(given, [{ sources: value.sources }])
  return { type: 'client-request', sources: value.sources, fields: new Map([['url', url]]) }
}

const requestWrites: Handler = (call, run) => {
  const url = call.receiver?.fields?.get('url') ?? UNKNOWN
  const [body] = call.args
  if (!body || body.closure) return UNKNOWN
  return run.requests({ url, method: 'POST', payload: payload([body]), by: 'http.request' })
}

const opensSocket: Handler = (call, run) => {
  const options = call.args[0]?.fields
  const path = options?.get('path') ?? call.args[0]
  if (path !== undefined && /^[/~]/.test(knownOf(path))) run.mayChange(path, 'does')
  const host = options
    ? (options.get('host') ?? text('localhost'))
    : call.args[1]?.known !== undefined
      ? call.args[1]
      : text('localhost')
  if (addressOf(knownOf(host)) !== 'loopback') run.connected()
  connects(run, host)
  return socketTo(host, [{ kind: 'network', url: shown(host) }])
}

const listensOn = does((call, run) => {
  const host = call.args[1]?.known !== undefined ? call.args[1] : call.args[0]?.fields?.get('host')
  if (host) listens(run, host)
  else run.lower('expected')
})

const handsSockets: Handler = (call) => {
  for (const value of call.args) if (value.closure) call.invoke(value, [socketTo(text('0.0.0.0'))])
  return undefined
}

const pipes: Handler = (call, run) => {
  const [target] = call.args
  const sources = allSources(call.receiver)
  target?.handle?.sources.push(...sources)
  target?.handle?.pieces.push(undefined)
  if (target?.type === 'socket' || target?.type === 'client-request') {
    const host = shown(target.fields?.get('host') ?? target.fields?.get('url') ?? UNKNOWN)
    sends(run, host, [from(sources)])
  }
  if (call.receiver?.type === 'socket' && /spawn|exec/.test(target?.ref ?? ''))
    run.state({ kind: 'listen', reach: 'reverse-shell', executes: true })
  return target ?? UNKNOWN
}

export const JAVASCRIPT_NETWORK: Handlers = {
  '?.pipe stream.pipe socket.pipe response.pipe': pipes,
  'fetch undici.fetch node-fetch node-fetch.fetch cross-fetch undici.request': fetches,
  'axios axios.request got superagent request ky {axios got superagent request ky axios.create() needle}.{get post put patch delete head}':
    client,
  'http.request https.request http.get https.get': nodeRequest,
  'client-request.{write end}': requestWrites,
  'net.connect net.createConnection tls.connect net.Socket socket.connect': opensSocket,
  'socket.{write end send}': sendsBySocket,
  'WebSocket ws.WebSocket ws': (call, run) => {
    const address = required(call, 0)
    const host = /^wss?:\/\/([^/:?#]+)/.exec(knownOf(address))?.[1] ?? '\0'
    const carried = allSources(address).filter(isSecret)
    if (carried.length > 0)
      run.state({
        kind: 'send-data',
        host: host.replaceAll('\0', '…'),
        channel: 'socket',
        payload: carried,
      })
    return socketTo(text(host), connects(run, text(host)).sources)
  },
  'dns.{lookup resolve resolve4 resolveTxt}': looksUp,
  'net.createServer tls.createServer': handsSockets,
  'http.createServer().listen https.createServer().listen net.createServer().listen express().listen ?.listen':
    listensOn,
}
