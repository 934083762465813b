import { classifyHost } from '../../remote/hosts.ts'
import { isSecretSource } from '../../text/secrets.ts'
import {
  type AbstractValue,
  allSources,
  concatValues,
  exactText,
  knownOf,
  textValue,
  UNKNOWN_RESULT,
  valueForDisplay,
  valueFrom,
} from '../run/abstract-value.ts'
import { type CodeCall, type Handler, type Handlers, requiredArgument, voidHandler } from '../run/call-table.ts'
import type { CodeRun } from '../run/run.ts'
import {
  headerSources,
  lookupHandler,
  payloadSources,
  recordConnection,
  recordListen,
  recordSend,
  sendToSocketHandler,
  socketValue,
} from './network-handlers.ts'

const fetchHandler: Handler = (call, run) => {
  const [url, options] = call.args
  return sendRequest(call, run, {
    url: url ?? UNKNOWN_RESULT,
    options: options?.fields,
    method: exactText(options?.fields?.get('method')) ?? 'GET',
    body: [options?.fields?.get('body')],
  })
}

interface SentRequest {
  readonly url: AbstractValue
  readonly options: ReadonlyMap<string, AbstractValue> | undefined
  readonly method: string
  readonly body: readonly (AbstractValue | undefined)[]
}

function sendRequest(_call: CodeCall, run: CodeRun, sent: SentRequest): AbstractValue {
  const headers = headerSources(sent.options?.get('headers'))
  const data = payloadSources([...sent.body, sent.options?.get('params')])
  return run.requests({
    url: sent.url,
    method: sent.method,
    payload: [...data, ...headers.plain],
    credentials: [
      ...headers.credentials,
      ...payloadSources([sent.options?.get('auth')]).filter((source) => source.kind !== 'literal'),
    ],
  })
}

const clientHandler: Handler = (call, run) => {
  const [first, second, third] = call.args
  const [method = 'GET'] =
    /(?<=\.)(?:get|post|put|patch|delete|head)$/.exec(call.name)?.map((verb) => verb.toUpperCase()) ?? []
  const single = first?.fields
  if (single)
    return sendRequest(call, run, {
      url: single.get('url') ?? UNKNOWN_RESULT,
      options: single,
      method: exactText(single.get('method')) ?? method,
      body: [single.get('data'), single.get('json'), single.get('body')],
    })
  const reading = method === 'GET' || method === 'HEAD' || method === 'DELETE'
  const options = (reading ? second : third)?.fields ?? second?.fields
  const body = reading ? [options?.get('data')] : [second]
  return sendRequest(call, run, {
    url: first ?? UNKNOWN_RESULT,
    options,
    method: exactText(options?.get('method')) ?? method,
    body,
  })
}

/** `https.request(url or options, callback)`; what is written to it goes out. */
const nodeRequestHandler: Handler = (call, run) => {
  const [first, second] = call.args
  const options = first?.fields ?? second?.fields
  const host = options?.get('hostname') ?? options?.get('host')
  const url = first?.fields
    ? concatValues([
        textValue(call.name.startsWith('https') ? 'https://' : 'http://'),
        host ?? UNKNOWN_RESULT,
        options?.get('path') ?? textValue('/'),
      ])
    : (first ?? UNKNOWN_RESULT)
  const value = sendRequest(call, run, { url, options, method: exactText(options?.get('method')) ?? 'GET', body: [] })
  for (const given of call.args) if (given.closure) call.invoke(given, [{ sources: value.sources }])
  return { type: 'client-request', sources: value.sources, fields: new Map([['url', url]]) }
}

const requestWriteHandler: Handler = (call, run) => {
  const url = call.receiver?.fields?.get('url') ?? UNKNOWN_RESULT
  const [body] = call.args
  if (!body || body.closure) return UNKNOWN_RESULT
  return run.requests({ url, method: 'POST', payload: payloadSources([body]), by: 'http.request' })
}

const socketHandler: Handler = (call, run) => {
  const options = call.args[0]?.fields
  const path = options?.get('path') ?? call.args[0]
  if (path !== undefined && /^[/~]/.test(knownOf(path))) run.mayChange(path, 'does')
  const host = options
    ? (options.get('host') ?? textValue('localhost'))
    : call.args[1]?.known !== undefined
      ? call.args[1]
      : textValue('localhost')
  if (classifyHost(knownOf(host)) !== 'loopback') run.connected()
  recordConnection(run, host)
  return socketValue(host, [{ kind: 'network', url: valueForDisplay(host) }])
}

const listenHandler = voidHandler((call, run) => {
  const host = call.args[1]?.known !== undefined ? call.args[1] : call.args[0]?.fields?.get('host')
  if (host) recordListen(run, host)
  else run.lower('expected')
})

const socketServerHandler: Handler = (call) => {
  for (const value of call.args) if (value.closure) call.invoke(value, [socketValue(textValue('0.0.0.0'))])
  return undefined
}

const pipeHandler: Handler = (call, run) => {
  const [target] = call.args
  const sources = allSources(call.receiver)
  target?.handle?.sources.push(...sources)
  target?.handle?.pieces.push(undefined)
  if (target?.type === 'socket' || target?.type === 'client-request') {
    const host = valueForDisplay(target.fields?.get('host') ?? target.fields?.get('url') ?? UNKNOWN_RESULT)
    recordSend(run, host, [valueFrom(sources)])
  }
  if (call.receiver?.type === 'socket' && /spawn|exec/.test(target?.ref ?? ''))
    run.state({ kind: 'listen', reach: 'reverse-shell', executes: true })
  return target ?? UNKNOWN_RESULT
}

export const JAVASCRIPT_NETWORK: Handlers = {
  '?.pipe stream.pipe socket.pipe response.pipe': pipeHandler,
  'fetch undici.fetch node-fetch node-fetch.fetch cross-fetch undici.request': fetchHandler,
  'axios axios.request got superagent request ky {axios got superagent request ky axios.create() needle}.{get post put patch delete head}':
    clientHandler,
  'http.request https.request http.get https.get': nodeRequestHandler,
  'client-request.{write end}': requestWriteHandler,
  'net.connect net.createConnection tls.connect net.Socket socket.connect': socketHandler,
  'socket.{write end send}': sendToSocketHandler,
  'WebSocket ws.WebSocket ws': (call, run) => {
    const address = requiredArgument(call, 0)
    const host = /^wss?:\/\/([^/:?#]+)/.exec(knownOf(address))?.[1] ?? '\0'
    const carried = allSources(address).filter(isSecretSource)
    if (carried.length > 0)
      run.state({
        kind: 'send-data',
        host: host.replaceAll('\0', '…'),
        channel: 'socket',
        payload: carried,
      })
    return socketValue(textValue(host), recordConnection(run, textValue(host)).sources)
  },
  'dns.{lookup resolve resolve4 resolveTxt}': lookupHandler,
  'net.createServer tls.createServer': socketServerHandler,
  'http.createServer().listen https.createServer().listen net.createServer().listen express().listen ?.listen':
    listenHandler,
}
