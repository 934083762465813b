import { addressOf } from '../../hosts.ts'
import { stageOfName } from '../../stages.ts'
import type { Run } from '../run/run.ts'
import { argument, does, type Handler, type Handlers, lastOf, required } from '../run/table.ts'
import { stateTyped } from '../run/typed-there.ts'
import { type Abstract, allSources, concat, exact, from, knownOf, shown, text, UNKNOWN } from '../run/value.ts'
import { connects, headerSources, listens, looksUp, mails, payload, sends, socketTo } from './network-acts.ts'

/** `requests.post(url, data=…)` and its relatives. */
const web: Handler = (call, run) => {
  const method = lastOf(call.name)
  const at = /^(?:request|stream)$/.test(method) ? 1 : 0
  const verb = at === 1 ? (exact(call.args[0]) ?? 'POST') : method.toUpperCase()
  const headers = headerSources(call.named.get('headers'))
  const body = ['data', 'json', 'files', 'params', 'content', 'body', 'fields'].map((name) => call.named.get(name))
  const extra = call.args
    .slice(at + 1)
    .filter((value) => value.known !== undefined || value.fields || value.sources.length > 0)
  const sent = payload([...body, ...extra]).filter((source) => verb !== 'GET' || source.kind !== 'literal')
  const verify = call.named.get('verify') ?? call.named.get('ssl') ?? call.named.get('verify_ssl')
  return run.requests({
    url: required(call, at, 'url'),
    method: verb,
    payload: [...sent, ...headers.plain],
    credentials: [...headers.credentials, ...payload([call.named.get('auth'), call.named.get('cookies')])],
    insecure: verify?.ref === 'False' ? 'verify=False' : undefined,
  })
}

/** `urlopen(url or Request, data)`. */
const opensUrl: Handler = (call, run) => {
  const given = required(call, 0, 'url')
  const request = given.fields
  const body = argument(call, 1, 'data') ?? request?.get('data')
  const headers = headerSources(request?.get('headers'))
  return run.requests({
    url: request?.get('url') ?? given,
    method: exact(request?.get('method')) ?? (body ? 'POST' : 'GET'),
    payload: [...payload([body]), ...headers.plain],
    credentials: headers.credentials,
  })
}

const makesRequest: Handler = (call) => {
  const fields = new Map<string, Abstract>(call.named)
  for (const [position, value] of call.args.entries())
    fields.set(['url', 'data', 'headers'][position] ?? `${position}`, value)
  return { fields, sources: [] }
}

const retrieves: Handler = (call, run) => {
  const savedTo = argument(call, 1, 'filename', 'out') ?? text('/tmp/\0')
  const fetched = run.requests({
    url: required(call, 0, 'url'),
    method: 'GET',
    payload: [],
    savedTo,
  })
  run.carries(savedTo, allSources(fetched))
  return fetched
}

const connection: Handler = (call) => ({
  type: 'http-connection',
  fields: new Map([['host', required(call, 0, 'host')]]),
  sources: [],
})

const connectionRequest: Handler = (call, run) => {
  const host = call.receiver?.fields?.get('host') ?? UNKNOWN
  const url = concat([text('https://'), host, call.args[1] ?? text('/')])
  const headers = headerSources(argument(call, 3, 'headers'))
  return run.requests({
    url,
    method: exact(call.args[0]) ?? 'GET',
    payload: payload([argument(call, 2, 'body')]),
    credentials: headers.credentials,
  })
}

function hostOf(value: Abstract | undefined): Abstract {
  return value?.items?.[0] ?? value ?? UNKNOWN
}

const socketConnects = does((call, run) => {
  const host = hostOf(call.args[0])
  note(run, host)
  // One port after another: what `nmap` does.
  const port = call.args[0]?.items?.[1]
  if (call.name.endsWith('connect_ex') && port && port.number === undefined && addressOf(knownOf(host)) !== 'loopback')
    run.state({ kind: 'observe', what: 'host-scan', certainty: 'likely' })
  call.receiver?.fields?.set('host', host)
  connects(run, host)
})

function note(run: Run, host: Abstract): void {
  if (addressOf(knownOf(host)) !== 'loopback') run.connected()
}

const createsConnection: Handler = (call, run) => {
  const host = hostOf(call.args[0])
  note(run, host)
  connects(run, host)
  return socketTo(host)
}

const socketSends = does((call, run) => {
  const host = call.name.endsWith('sendto') ? hostOf(call.args.at(-1)) : (call.receiver?.fields?.get('host') ?? UNKNOWN)
  sends(run, shown(host), [call.args[0]])
})

const socketReceives: Handler = (call) => {
  const host = call.receiver?.fields?.get('host')
  return from([{ kind: 'network', url: host ? shown(host) : 'socket' }])
}

const binds = does((call, run) => listens(run, hostOf(call.args[0])))

const accepts: Handler = () => ({ items: [socketTo(undefined), UNKNOWN], sources: [] })

const serves: Handler = (call, run) => {
  listens(run, hostOf(argument(call, 0, 'server_address', 'host')))
  return undefined
}

/** `app.run(host='0.0.0.0')`: without a host it stays here. */
const applicationRuns = does((call, run) => {
  const host = call.named.get('host')
  if (host) listens(run, host)
  else run.lower('expected')
})

const sendsMail: Handler = (call, run) => {
  const to = shown(call.args[1])
  return mails(run, to, call.args.flatMap(allSources))
}

const opensLine =
  (ref: string): Handler =>
  (call, run) => {
    connects(run, required(call, 0, 'host'))
    return { ref, sources: [] }
  }

const uploads = (channel: 'ssh' | 'other' | 'bucket'): Handler =>
  does((call, run) => {
    run.lower('plain')
    const file = call.name.includes('stor') ? call.args[1] : call.args[0]
    const data = file?.type === 'file' || file === undefined ? (file?.sources ?? []) : run.reads(file)
    const where = call.args.map(exact).filter((value) => value !== undefined)[1] ?? call.name
    run.state({
      kind: 'send-data',
      host: channel === 'bucket' ? where : (exact(call.receiver?.fields?.get('host')) ?? '…'),
      channel,
      payload: data,
    })
  })

const remote: Handler = (call, run) => {
  const host = exact(call.receiver?.fields?.get('host')) ?? (run.loose.far.makers.of(call.name).host || '…')
  stateTyped({ line: required(call, 0, 'command'), shell: 'shell' }, call.name, host, run)
  return from([{ kind: 'network', url: 'ssh' }])
}

function cloud(
  verb: 'delete' | 'create' | 'update',
  family: 'storage' | 'compute' | 'identity' | 'queue' | 'other',
  mass: boolean,
): Handler {
  return does((call, run) => {
    run.lower('plain')
    const target = exact(call.receiver) ?? exact(call.named.get('Bucket') ?? [...call.named.values()][0]) ?? '…'
    const stage = stageOfName(target)
    run.state({ kind: 'resource-change', system: 'aws', verb, target, mass, stage, family })
  })
}

/** A named thing of the AWS library; what a bucket holds goes by the bucket's name. */
function awsResource(kind: string, known: string): Abstract {
  const part = (name: string): [string, Abstract] => [name, { ref: `aws.${kind}().${name}`, sources: [], known }]
  return { ref: `aws.${kind}()`, sources: [], known, fields: new Map([part('objects'), part('object_versions')]) }
}

export const PYTHON_NETWORK: Handlers = {
  '{requests httpx requests.Session() requests.session() httpx.Client() httpx.AsyncClient() aiohttp.ClientSession() urllib3.PoolManager() cloudscraper.create_scraper() requests.sessions.Session()}.{get post put patch delete head options request}':
    web,
  'urllib3.request httpx.stream': web,
  'urllib.request.urlopen urllib2.urlopen urllib.urlopen': opensUrl,
  'urllib.request.Request urllib2.Request': makesRequest,
  'urllib.request.urlretrieve urllib.urlretrieve wget.download': retrieves,
  'http.client.{HTTPConnection HTTPSConnection}': connection,
  'http-connection.request': connectionRequest,
  'socket.socket': () => socketTo(undefined),
  'socket.create_connection asyncio.open_connection websocket.create_connection websockets.connect telnetlib.Telnet':
    createsConnection,
  'socket.{connect connect_ex}': socketConnects,
  'socket.{send sendall sendto sendfile}': socketSends,
  'socket.{recv recvfrom makefile}': socketReceives,
  'socket.bind': binds,
  'socket.accept': accepts,
  'socket.{gethostbyname getaddrinfo gethostbyname_ex} dns.resolver.resolve dns.resolver.query': looksUp,
  'http.server.HTTPServer http.server.ThreadingHTTPServer socketserver.TCPServer socketserver.ThreadingTCPServer socketserver.UDPServer wsgiref.simple_server.make_server xmlrpc.server.SimpleXMLRPCServer':
    serves,
  'flask.Flask().run uvicorn.run aiohttp.web.run_app fastapi.FastAPI().run': applicationRuns,
  'smtplib.{SMTP SMTP_SSL}': opensLine('smtplib.SMTP()'),
  'smtplib.SMTP().{sendmail send_message} ?.sendmail': sendsMail,
  'ftplib.FTP': opensLine('ftplib.FTP()'),
  'ftplib.FTP().{storbinary storlines}': uploads('other'),
  'paramiko.SSHClient().exec_command ?.exec_command': remote,
  'paramiko.SSHClient().connect': (call, run) => connects(run, required(call, 0, 'hostname')),
  'paramiko.SSHClient().open_sftp().put': uploads('ssh'),
  '?.{upload_file upload_fileobj put_object upload_from_filename upload_blob} boto3.client().{upload_file upload_fileobj put_object}':
    uploads('bucket'),
  'boto3.client().{delete_bucket delete_objects} ?.{delete_bucket terminate_instances}': cloud(
    'delete',
    'storage',
    true,
  ),
  'boto3.client().delete_object': cloud('delete', 'storage', false),
  'boto3.client().{terminate_instances stop_instances delete_stack delete_function delete_cluster delete_db_instance delete_table}':
    cloud('delete', 'compute', true),
  'boto3.client().{create_user attach_user_policy create_access_key put_user_policy attach_role_policy}': cloud(
    'create',
    'identity',
    false,
  ),
  'boto3.resource().buckets.all': () => ({ element: awsResource('Bucket', '\0'), sources: [] }),
  'boto3.resource().{Bucket Table Instance Queue Stack}': (call) =>
    awsResource(lastOf(call.name), exact(call.args[0]) ?? '\0'),
  'aws.Bucket().{objects object_versions}.{all filter}': (call) => ({
    ref: 'aws.Objects()',
    sources: [],
    known: knownOf(call.receiver),
  }),
  'aws.{Objects Bucket}().delete aws.Bucket().{delete_objects objects.delete object_versions.delete}': cloud(
    'delete',
    'storage',
    true,
  ),
  'aws.{Table().delete Instance().terminate Stack().delete}': cloud('delete', 'compute', true),
  'aws.Queue().{purge delete} boto3.client().{purge_queue delete_queue}': cloud('delete', 'queue', true),
}
