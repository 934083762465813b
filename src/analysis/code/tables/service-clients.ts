import { environmentOfName } from '../../../knowledge/lexicon/deployment-environments.ts'
import type { Effect, ExternalWriteNature } from '../../effects.ts'
import {
  type AbstractValue,
  exactText,
  knownOf,
  referenceValue,
  textValue,
  UNKNOWN_RESULT,
} from '../run/abstract-value.ts'
import { type CodeCall, type Handler, type Handlers, lastNamePart, voidHandler } from '../run/call-table.ts'
import { CLOUD_LIBRARIES } from '../run/remote-changes.ts'
import { observeHandler, truncateHandler } from './handlers.ts'

type ResourceChange = Extract<Effect, { kind: 'resource-change' }>

const REMOVE_METHODS = /^(?:delete|terminate|destroy|purge|remove|drop|deregister|deprovision)/i
const STOP_METHODS = /^(?:stop|disable|cancel|revoke|suspend|reboot|scale)/i

function namesInCall(call: CodeCall): string {
  const values = [...call.args, ...call.named.values()]
  const texts = (value: AbstractValue): readonly (string | undefined)[] => [
    exactText(value),
    ...[...(value.fields?.values() ?? [])].map(exactText),
  ]
  return values
    .flatMap(texts)
    .filter((text) => text !== undefined)
    .join(' ')
    .slice(0, 160)
}

function resourceChangeHandler(system: string, family: ResourceChange['family']): Handler {
  return (call, run) => {
    const method = lastNamePart(call.name).replace(/^begin_/, '')
    const verb = REMOVE_METHODS.test(method) ? 'delete' : STOP_METHODS.test(method) ? 'cancel' : undefined
    if (verb === undefined) return undefined
    const target = namesInCall(call) || method
    run.acts({
      kind: 'resource-change',
      system,
      verb,
      target,
      mass: true,
      environment: environmentOfName(target),
      family,
    })
    return UNKNOWN_RESULT
  }
}

const GOOGLE_STORAGE_HANDLER = resourceChangeHandler('google cloud', 'storage')

export const cloudDeleteHandler: Handler = (call, run) =>
  CLOUD_LIBRARIES.test(call.name) ? GOOGLE_STORAGE_HANDLER(call, run) : undefined

const containerHandler = voidHandler((call, run) =>
  run.acts({
    kind: 'resource-change',
    system: 'docker',
    verb: /kill|stop/.test(call.name) ? 'cancel' : 'delete',
    target: 'containers',
    mass: true,
    environment: 'development',
    family: 'compute',
  }),
)

export const PYTHON_CLOUD: Handlers = {
  'boto3.client().*': resourceChangeHandler('aws', 'compute'),
  'kubernetes.client.{CoreV1Api AppsV1Api BatchV1Api CustomObjectsApi NetworkingV1Api RbacAuthorizationV1Api StorageV1Api}().*':
    resourceChangeHandler('kubernetes', 'cluster'),
  '?.begin_delete': resourceChangeHandler('azure', 'compute'),
  'docker.{from_env DockerClient}().containers.list': () => ({
    element: referenceValue('docker.container()'),
    sources: [],
  }),
  'docker.container().{remove kill stop} docker.from_env().{containers.prune images.prune volumes.prune networks.prune}':
    containerHandler,
}

export const JAVASCRIPT_CLOUD: Handlers = {
  '*.{DeleteBucketCommand DeleteObjectCommand DeleteObjectsCommand TerminateInstancesCommand StopInstancesCommand DeleteTableCommand DeleteDBInstanceCommand DeleteDBClusterCommand DeleteStackCommand DeleteFunctionCommand DeleteClusterCommand DeleteServiceCommand DeleteUserCommand DeleteRoleCommand PurgeQueueCommand DeleteQueueCommand DeleteTopicCommand DeleteSecretCommand DeleteLogGroupCommand DeleteHostedZoneCommand}':
    resourceChangeHandler('aws', 'storage'),
}

function externalWriteHandler(service: string, nature: ExternalWriteNature): Handler {
  return voidHandler((call, run) => run.acts({ kind: 'external-write', service, nature, target: firstText(call) }))
}

function firstText(call: CodeCall): string {
  const texts = [...call.named.values(), ...call.args].map(exactText)
  return texts.find((each) => each !== undefined)?.slice(0, 120) ?? ''
}

function secretStoreHandler(store: string): Handler {
  return (_call, run) => {
    run.lower('plain')
    const source = { kind: 'secret-store', store } as const
    run.state({ kind: 'expose-secret', source, sink: 'output', certainty: 'likely' })
    return { sources: [source] }
  }
}

const searchFolderHandler: Handler = (call, run) => {
  const folder = exactText(call.args.at(-1))
  if (folder === undefined) return undefined
  const path = run.recorder.pathOf(folder)
  const { written } = run.recorder.facts.session
  const ours = path.sessionMade || [...written.keys()].some((file) => file.startsWith(`${path.real}/`))
  if (path.zone === 'temp' && !ours) run.dynamicRun('python')
  return undefined
}

export const PYTHON_SERVICES: Handlers = {
  'nmap.PortScanner().scan': observeHandler('host-scan'),
  'boto3.client().{get_secret_value batch_get_secret_value}': secretStoreHandler('aws'),
  'hvac.Client().secrets.{kv.read_secret_version kv.v1.read_secret kv.v2.read_secret_version}':
    secretStoreHandler('vault'),
  'stripe.{Refund Charge PaymentIntent Payout Transfer Invoice Subscription Topup}.{create cancel pay}':
    externalWriteHandler('stripe', 'payment'),
  'stripe.{Customer.delete Subscription.delete}': externalWriteHandler('stripe', 'deletion'),
  'slack_sdk.WebClient().{chat_postMessage files_upload files_upload_v2}': externalWriteHandler('slack', 'message'),
  'twilio.rest.Client().{messages.create calls.create}': externalWriteHandler('twilio', 'message'),
  'tweepy.Client().{create_tweet delete_tweet}': externalWriteHandler('twitter', 'message'),
  'telegram.Bot().{send_message send_document}': externalWriteHandler('telegram', 'message'),
  'github.Github().get_repo().delete': externalWriteHandler('github', 'deletion'),
  'github.Github().get_repo().{create_issue get_pull().merge}': externalWriteHandler('github', 'record'),
  'sys.path.{insert append}': searchFolderHandler,
}

export const JAVASCRIPT_SERVICES: Handlers = {
  'stripe().{refunds.create charges.create payouts.create transfers.create paymentIntents.create}':
    externalWriteHandler('stripe', 'payment'),
  '{@octokit/rest @octokit/core octokit}.Octokit().{repos.delete rest.repos.delete git.deleteRef rest.git.deleteRef}':
    externalWriteHandler('github', 'deletion'),
  '{@octokit/rest @octokit/core octokit}.Octokit().{pulls.merge rest.pulls.merge}': externalWriteHandler(
    'github',
    'merge',
  ),
  '@slack/web-api.WebClient().chat.postMessage': externalWriteHandler('slack', 'message'),
  'twilio().{messages.create calls.create}': externalWriteHandler('twilio', 'message'),
}

function ftpUploadHandler(position: number): Handler {
  return (call, run) => {
    const value = call.args[position]
    if (!value) return undefined
    const payload = run.reads(value)
    run.acts({ kind: 'send-data', host: 'ftp server', channel: 'other', payload })
    return UNKNOWN_RESULT
  }
}

export const RUBY_SERVICES: Handlers = {
  'Net.FTP.open': (call) => {
    const client: AbstractValue = referenceValue('Net.FTP.new()')
    for (const value of call.args) if (value.closure) call.invoke(value, [client])
    return client
  },
  '?.{putbinaryfile puttextfile}': ftpUploadHandler(0),
  'File.truncate': truncateHandler,
}

/** `find(sub { … }, folders)`: the code sees every path below them. */
const findFilesHandler = voidHandler((call, run) => {
  const [visit, ...folders] = call.args
  for (const folder of folders) {
    run.reads(folder, true)
    if (visit) call.invoke(visit, [textValue(`${knownOf(folder).replace(/\/$/, '')}/\0`)])
  }
})

export const PERL_SERVICES: Handlers = {
  'find finddepth File.Find.find File.Find.finddepth': findFilesHandler,
  'Net.FTP.new().put ?.put': ftpUploadHandler(0),
}
