import type { Effect } from '../../effects.ts'
import { stageOfName } from '../../stages.ts'
import { CLOUDS } from '../run/far-changes.ts'
import { type Calls, type CodeCall, does, type Handler, lastOf } from '../run/table.ts'
import { type Abstract, exact, reference, UNKNOWN } from '../run/value.ts'

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

/** A method of a cloud's client library, told by its name: `delete_namespace`, `terminate_instances`. */
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
      by: call.name,
    })
    return UNKNOWN
  }
}

const GOOGLE = changesBy('google cloud', 'storage')

/** Deletions through objects that a cloud's library made; undefined for any other `delete`. */
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
    by: call.name,
  }),
)

export const PYTHON_CLOUD: Calls = {
  'boto3.client().*': changesBy('aws', 'compute'),
  'kubernetes.client.{CoreV1Api AppsV1Api BatchV1Api CustomObjectsApi NetworkingV1Api RbacAuthorizationV1Api StorageV1Api}().*':
    changesBy('kubernetes', 'cluster'),
  '?.begin_delete': changesBy('azure', 'compute'),
  'docker.{from_env DockerClient}().containers.list': () => ({ element: reference('docker.container()'), sources: [] }),
  'docker.container().{remove kill stop}': changesContainers,
  'docker.from_env().{containers.prune images.prune volumes.prune networks.prune}': changesContainers,
}

export const JAVASCRIPT_CLOUD: Calls = {
  '*.{DeleteBucketCommand DeleteObjectCommand DeleteObjectsCommand TerminateInstancesCommand StopInstancesCommand DeleteTableCommand DeleteDBInstanceCommand DeleteDBClusterCommand DeleteStackCommand DeleteFunctionCommand DeleteClusterCommand DeleteServiceCommand DeleteUserCommand DeleteRoleCommand PurgeQueueCommand DeleteQueueCommand DeleteTopicCommand DeleteSecretCommand DeleteLogGroupCommand DeleteHostedZoneCommand}':
    changesBy('aws', 'storage'),
}
