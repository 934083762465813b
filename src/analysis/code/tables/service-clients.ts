import type { Effect, Nature } from '../../effects.ts'
import { stageOfName } from '../../stages.ts'
import { CLOUDS } from '../run/far-changes.ts'
import { type CodeCall, does, type Handler, type Handlers, lastOf } from '../run/table.ts'
import { type Abstract, exact, knownOf, reference, text, UNKNOWN } from '../run/value.ts'
import { observes, truncates } from './acts.ts'

type Change = Extract<Effect, { kind: 'resource-change' }>

const REMOVES = /^(?:delete|terminate|destroy|purge|remove|drop|deregister|deprovision)/i
const STOPS = /^(?:stop|disable|cancel|revoke|suspend|reboot|scale)/i

function namesIn(call: CodeCall): string {
  const values = [...call.args, ...call.named.values()]
  const texts = (value: Abstract): readonly (string | undefined)[] => [
    exact(value),
    ...[...(value.fields?.values() ?? [])].map(exact),
  ]
  return values
    .flatMap(texts)
    .filter((text) => text !== undefined)
    .join(' ')
    .slice(0, 160)
}

function changesBy(system: string, family: Change['family']): Handler {
  return (call, run) => {
    const method = lastOf(call.name).replace(/^begin_/, '')
    const verb = REMOVES.test(method) ? 'delete' : STOPS.test(method) ? 'cancel' : undefined
    if (verb === undefined) return undefined
    const target = namesIn(call) || method
    run.acts({
      kind: 'resource-change',
      system,
      verb,
      target,
      mass: true,
      stage: stageOfName(target),
      family,
    })
    return UNKNOWN
  }
}

const GOOGLE = changesBy('google cloud', 'storage')

export const deletesInCloud: Handler = (call, run) => (CLOUDS.test(call.name) ? GOOGLE(call, run) : undefined)

const changesContainers = does((call, run) =>
  run.acts({
    kind: 'resource-change',
    system: 'docker',
    verb: /kill|stop/.test(call.name) ? 'cancel' : 'delete',
    target: 'containers',
    mass: true,
    stage: 'development',
    family: 'compute',
  }),
)

export const PYTHON_CLOUD: Handlers = {
  'boto3.client().*': changesBy('aws', 'compute'),
  'kubernetes.client.{CoreV1Api AppsV1Api BatchV1Api CustomObjectsApi NetworkingV1Api RbacAuthorizationV1Api StorageV1Api}().*':
    changesBy('kubernetes', 'cluster'),
  '?.begin_delete': changesBy('azure', 'compute'),
  'docker.{from_env DockerClient}().containers.list': () => ({ element: reference('docker.container()'), sources: [] }),
  'docker.container().{remove kill stop} docker.from_env().{containers.prune images.prune volumes.prune networks.prune}':
    changesContainers,
}

export const JAVASCRIPT_CLOUD: Handlers = {
  '*.{DeleteBucketCommand DeleteObjectCommand DeleteObjectsCommand TerminateInstancesCommand StopInstancesCommand DeleteTableCommand DeleteDBInstanceCommand DeleteDBClusterCommand DeleteStackCommand DeleteFunctionCommand DeleteClusterCommand DeleteServiceCommand DeleteUserCommand DeleteRoleCommand PurgeQueueCommand DeleteQueueCommand DeleteTopicCommand DeleteSecretCommand DeleteLogGroupCommand DeleteHostedZoneCommand}':
    changesBy('aws', 'storage'),
}

function reaches(service: string, nature: Nature): Handler {
  return does((call, run) => run.acts({ kind: 'external-write', service, nature, target: firstText(call) }))
}

function firstText(call: CodeCall): string {
  const texts = [...call.named.values(), ...call.args].map(exact)
  return texts.find((each) => each !== undefined)?.slice(0, 120) ?? ''
}

function shows(store: string): Handler {
  return (_call, run) => {
    run.lower('plain')
    const source = { kind: 'secret-store', store } as const
    run.state({ kind: 'expose-secret', source, sink: 'output', certainty: 'likely' })
    return { sources: [source] }
  }
}

const searchesFolder: Handler = (call, run) => {
  const folder = exact(call.args.at(-1))
  if (folder === undefined) return undefined
  const path = run.scribe.pathOf(folder)
  const { written } = run.scribe.facts.session
  const ours = path.sessionMade || [...written.keys()].some((file) => file.startsWith(`${path.real}/`))
  if (path.zone === 'temp' && !ours) run.dynamicRun('python')
  return undefined
}

export const PYTHON_SERVICES: Handlers = {
  'nmap.PortScanner().scan': observes('host-scan'),
  'boto3.client().{get_secret_value batch_get_secret_value}': shows('aws'),
  'hvac.Client().secrets.{kv.read_secret_version kv.v1.read_secret kv.v2.read_secret_version}': shows('vault'),
  'stripe.{Refund Charge PaymentIntent Payout Transfer Invoice Subscription Topup}.{create cancel pay}': reaches(
    'stripe',
    'payment',
  ),
  'stripe.{Customer.delete Subscription.delete}': reaches('stripe', 'deletion'),
  'slack_sdk.WebClient().{chat_postMessage files_upload files_upload_v2}': reaches('slack', 'message'),
  'twilio.rest.Client().{messages.create calls.create}': reaches('twilio', 'message'),
  'tweepy.Client().{create_tweet delete_tweet}': reaches('twitter', 'message'),
  'telegram.Bot().{send_message send_document}': reaches('telegram', 'message'),
  'github.Github().get_repo().delete': reaches('github', 'deletion'),
  'github.Github().get_repo().{create_issue get_pull().merge}': reaches('github', 'record'),
  'sys.path.{insert append}': searchesFolder,
}

export const JAVASCRIPT_SERVICES: Handlers = {
  'stripe().{refunds.create charges.create payouts.create transfers.create paymentIntents.create}': reaches(
    'stripe',
    'payment',
  ),
  '{@octokit/rest @octokit/core octokit}.Octokit().{repos.delete rest.repos.delete git.deleteRef rest.git.deleteRef}':
    reaches('github', 'deletion'),
  '{@octokit/rest @octokit/core octokit}.Octokit().{pulls.merge rest.pulls.merge}': reaches('github', 'merge'),
  '@slack/web-api.WebClient().chat.postMessage': reaches('slack', 'message'),
  'twilio().{messages.create calls.create}': reaches('twilio', 'message'),
}

function uploads(position: number): Handler {
  return (call, run) => {
    const value = call.args[position]
    if (!value) return undefined
    const payload = run.reads(value)
    run.acts({ kind: 'send-data', host: 'ftp server', channel: 'other', payload })
    return UNKNOWN
  }
}

export const RUBY_SERVICES: Handlers = {
  'Net.FTP.open': (call) => {
    const client: Abstract = reference('Net.FTP.new()')
    for (const value of call.args) if (value.closure) call.invoke(value, [client])
    return client
  },
  '?.{putbinaryfile puttextfile}': uploads(0),
  'File.truncate': truncates,
}

/** `find(sub { … }, folders)`: the code sees every path below them. */
const findsFiles = does((call, run) => {
  const [visit, ...folders] = call.args
  for (const folder of folders) {
    run.reads(folder, true)
    if (visit) call.invoke(visit, [text(`${knownOf(folder).replace(/\/$/, '')}/\0`)])
  }
})

export const PERL_SERVICES: Handlers = {
  'find finddepth File.Find.find File.Find.finddepth': findsFiles,
  'Net.FTP.new().put ?.put': uploads(0),
}
