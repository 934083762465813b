import { environmentOfName } from '../../../knowledge/lexicon/deployment-environments.ts'
import { classifyHost } from '../../remote/hosts.ts'
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
import {
  argument,
  type Handler,
  type Handlers,
  lastNamePart,
  requiredArgument,
  voidHandler,
} from '../run/call-table.ts'
import { recordTypedLine } from '../run/remote-typing.ts'
import type { CodeRun } from '../run/run.ts'
import {
  headerSources,
  lookupHandler,
  payloadSources,
  recordConnection,
  recordListen,
  recordSend,
  recordSentMail,
  socketValue,
} from './network-handlers.ts'

/** `requests.post(url, data=…)` and its relatives. */
const webRequestHandler: Handler = (call, run) => {
  const method = lastNamePart(call.name)
  const at = /^(?:request|stream)$/.test(method) ? 1 : 0
  const verb = at === 1 ? (exactText(call.args[0]) ?? 'POST') : method.toUpperCase()
  const headers = headerSources(call.named.get('headers'))
  const body = ['data', 'json', 'files', 'params', 'content', 'body', 'fields'].map((name) => call.named.get(name))
  const extra = call.args
    .slice(at + 1)
    .filter((value) => value.known !== undefined || value.fields || value.sources.length > 0)
  const sent = payloadSources([...body, ...extra]).filter((source) => verb !== 'GET' || source.kind !== 'literal')
  const verify = call.named.get('verify') ?? call.named.get('ssl') ?? call.named.get('verify_ssl')
  return run.requests({
    url: requiredArgument(call, at, 'url'),
    method: verb,
    payload: [...sent, ...headers.plain],
    credentials: [...headers.credentials, ...payloadSources([call.named.get('auth'), call.named.get('cookies')])],
    insecure: verify?.ref === 'False' ? 'verify=False' : undefined,
  })
}

/** `urlopen(url or Request, data)`. */
const urlopenHandler: Handler = (call, run) => {
  const given = requiredArgument(call, 0, 'url')
  const request = given.fields
  const body = argument(call, 1, 'data') ?? request?.get('data')
  const headers = headerSources(request?.get('headers'))
  return run.requests({
    url: request?.get('url') ?? given,
    method: exactText(request?.get('method')) ?? (body ? 'POST' : 'GET'),
    payload: [...payloadSources([body]), ...headers.plain],
    credentials: headers.credentials,
  })
}

const requestObjectHandler: Handler = (call) => {
  const fields = new Map<string, AbstractValue>(call.named)
  for (const [position, value] of call.args.entries())
    fields.set(['url', 'data', 'headers'][position] ?? `${position}`, value)
  return { fields, sources: [] }
}

const retrieveHandler: Handler = (call, run) => {
  const savedTo = argument(call, 1, 'filename', 'out') ?? textValue('/tmp/\0')
  const fetched = run.requests({
    url: requiredArgument(call, 0, 'url'),
    method: 'GET',
    payload: [],
    savedTo,
  })
  run.carries(savedTo, allSources(fetched))
  return fetched
}

const connectionHandler: Handler = (call) => ({
  type: 'http-connection',
  fields: new Map([['host', requiredArgument(call, 0, 'host')]]),
  sources: [],
})

const connectionRequestHandler: Handler = (call, run) => {
  const host = call.receiver?.fields?.get('host') ?? UNKNOWN_RESULT
  const url = concatValues([textValue('https://'), host, call.args[1] ?? textValue('/')])
  const headers = headerSources(argument(call, 3, 'headers'))
  return run.requests({
    url,
    method: exactText(call.args[0]) ?? 'GET',
    payload: payloadSources([argument(call, 2, 'body')]),
    credentials: headers.credentials,
  })
}

function hostArgument(value: AbstractValue | undefined): AbstractValue {
  return value?.items?.[0] ?? value ?? UNKNOWN_RESULT
}

const socketConnectHandler = voidHandler((call, run) => {
  const host = hostArgument(call.args[0])
  noteConnection(run, host)
  // One port after another: what `nmap` does.
  const port = call.args[0]?.items?.[1]
  if (
    call.name.endsWith('connect_ex') &&
    port &&
    port.number === undefined &&
    classifyHost(knownOf(host)) !== 'loopback'
  )
    run.state({ kind: 'observe', what: 'host-scan', certainty: 'likely' })
  call.receiver?.fields?.set('host', host)
  recordConnection(run, host)
})

function noteConnection(run: CodeRun, host: AbstractValue): void {
  if (classifyHost(knownOf(host)) !== 'loopback') run.connected()
}

const createConnectionHandler: Handler = (call, run) => {
  const host = hostArgument(call.args[0])
  noteConnection(run, host)
  recordConnection(run, host)
  return socketValue(host)
}

const socketSendHandler = voidHandler((call, run) => {
  const host = call.name.endsWith('sendto')
    ? hostArgument(call.args.at(-1))
    : (call.receiver?.fields?.get('host') ?? UNKNOWN_RESULT)
  recordSend(run, valueForDisplay(host), [call.args[0]])
})

const socketReceiveHandler: Handler = (call) => {
  const host = call.receiver?.fields?.get('host')
  return valueFrom([{ kind: 'network', url: host ? valueForDisplay(host) : 'socket' }])
}

const bindHandler = voidHandler((call, run) => recordListen(run, hostArgument(call.args[0])))

const acceptHandler: Handler = () => ({ items: [socketValue(undefined), UNKNOWN_RESULT], sources: [] })

const serverHandler: Handler = (call, run) => {
  recordListen(run, hostArgument(argument(call, 0, 'server_address', 'host')))
  return undefined
}

/** `app.run(host='0.0.0.0')`: without a host it stays here. */
const appRunHandler = voidHandler((call, run) => {
  const host = call.named.get('host')
  if (host) recordListen(run, host)
  else run.lower('expected')
})

const sendMailHandler: Handler = (call, run) => {
  const to = valueForDisplay(call.args[1])
  return recordSentMail(run, to, call.args.flatMap(allSources))
}

const openSessionHandler =
  (ref: string): Handler =>
  (call, run) => {
    recordConnection(run, requiredArgument(call, 0, 'host'))
    return { ref, sources: [] }
  }

const uploadHandler = (channel: 'ssh' | 'other' | 'bucket'): Handler =>
  voidHandler((call, run) => {
    run.lower('plain')
    const file = call.name.includes('stor') ? call.args[1] : call.args[0]
    const data = file?.type === 'file' || file === undefined ? (file?.sources ?? []) : run.reads(file)
    const where = call.args.map(exactText).filter((value) => value !== undefined)[1] ?? call.name
    run.state({
      kind: 'send-data',
      host: channel === 'bucket' ? where : (exactText(call.receiver?.fields?.get('host')) ?? '…'),
      channel,
      payload: data,
    })
  })

const remoteExecHandler: Handler = (call, run) => {
  const host = exactText(call.receiver?.fields?.get('host')) ?? (run.unresolved.remote.makers.of(call.name).host || '…')
  recordTypedLine({ line: requiredArgument(call, 0, 'command'), shell: 'shell' }, call.name, host, run)
  return valueFrom([{ kind: 'network', url: 'ssh' }])
}

function cloudHandler(
  verb: 'delete' | 'create' | 'update',
  family: 'storage' | 'compute' | 'identity' | 'queue' | 'other',
  mass: boolean,
): Handler {
  return voidHandler((call, run) => {
    run.lower('plain')
    const target = exactText(call.receiver) ?? exactText(call.named.get('Bucket') ?? [...call.named.values()][0]) ?? '…'
    const environment = environmentOfName(target)
    run.state({ kind: 'resource-change', system: 'aws', verb, target, mass, environment, family })
  })
}

/** A named thing of the AWS library; what a bucket holds goes by the bucket's name. */
function awsResource(kind: string, known: string): AbstractValue {
  const part = (name: string): [string, AbstractValue] => [name, { ref: `aws.${kind}().${name}`, sources: [], known }]
  return { ref: `aws.${kind}()`, sources: [], known, fields: new Map([part('objects'), part('object_versions')]) }
}

export const PYTHON_NETWORK: Handlers = {
  '{requests httpx requests.Session() requests.session() httpx.Client() httpx.AsyncClient() aiohttp.ClientSession() urllib3.PoolManager() cloudscraper.create_scraper() requests.sessions.Session()}.{get post put patch delete head options request}':
    webRequestHandler,
  'urllib3.request httpx.stream': webRequestHandler,
  'urllib.request.urlopen urllib2.urlopen urllib.urlopen': urlopenHandler,
  'urllib.request.Request urllib2.Request': requestObjectHandler,
  'urllib.request.urlretrieve urllib.urlretrieve wget.download': retrieveHandler,
  'http.client.{HTTPConnection HTTPSConnection}': connectionHandler,
  'http-connection.request': connectionRequestHandler,
  'socket.socket': () => socketValue(undefined),
  'socket.create_connection asyncio.open_connection websocket.create_connection websockets.connect telnetlib.Telnet':
    createConnectionHandler,
  'socket.{connect connect_ex}': socketConnectHandler,
  'socket.{send sendall sendto sendfile}': socketSendHandler,
  'socket.{recv recvfrom makefile}': socketReceiveHandler,
  'socket.bind': bindHandler,
  'socket.accept': acceptHandler,
  'socket.{gethostbyname getaddrinfo gethostbyname_ex} dns.resolver.resolve dns.resolver.query': lookupHandler,
  'http.server.HTTPServer http.server.ThreadingHTTPServer socketserver.TCPServer socketserver.ThreadingTCPServer socketserver.UDPServer wsgiref.simple_server.make_server xmlrpc.server.SimpleXMLRPCServer':
    serverHandler,
  'flask.Flask().run uvicorn.run aiohttp.web.run_app fastapi.FastAPI().run': appRunHandler,
  'smtplib.{SMTP SMTP_SSL}': openSessionHandler('smtplib.SMTP()'),
  'smtplib.SMTP().{sendmail send_message} ?.sendmail': sendMailHandler,
  'ftplib.FTP': openSessionHandler('ftplib.FTP()'),
  'ftplib.FTP().{storbinary storlines}': uploadHandler('other'),
  'paramiko.SSHClient().exec_command ?.exec_command': remoteExecHandler,
  'paramiko.SSHClient().connect': (call, run) => recordConnection(run, requiredArgument(call, 0, 'hostname')),
  'paramiko.SSHClient().open_sftp().put': uploadHandler('ssh'),
  '?.{upload_file upload_fileobj put_object upload_from_filename upload_blob} boto3.client().{upload_file upload_fileobj put_object}':
    uploadHandler('bucket'),
  'boto3.client().{delete_bucket delete_objects} ?.{delete_bucket terminate_instances}': cloudHandler(
    'delete',
    'storage',
    true,
  ),
  'boto3.client().delete_object': cloudHandler('delete', 'storage', false),
  'boto3.client().{terminate_instances stop_instances delete_stack delete_function delete_cluster delete_db_instance delete_table}':
    cloudHandler('delete', 'compute', true),
  'boto3.client().{create_user attach_user_policy create_access_key put_user_policy attach_role_policy}': cloudHandler(
    'create',
    'identity',
    false,
  ),
  'boto3.resource().buckets.all': () => ({ element: awsResource('Bucket', '\0'), sources: [] }),
  'boto3.resource().{Bucket Table Instance Queue Stack}': (call) =>
    awsResource(lastNamePart(call.name), exactText(call.args[0]) ?? '\0'),
  'aws.Bucket().{objects object_versions}.{all filter}': (call) => ({
    ref: 'aws.Objects()',
    sources: [],
    known: knownOf(call.receiver),
  }),
  'aws.{Objects Bucket}().delete aws.Bucket().{delete_objects objects.delete object_versions.delete}': cloudHandler(
    'delete',
    'storage',
    true,
  ),
  'aws.{Table().delete Instance().terminate Stack().delete}': cloudHandler('delete', 'compute', true),
  'aws.Queue().{purge delete} boto3.client().{purge_queue delete_queue}': cloudHandler('delete', 'queue', true),
}
