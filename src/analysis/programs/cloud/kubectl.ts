import { addressOf, hostOf } from '../../hosts.ts'
import { stageOf } from '../../stages.ts'
import type { ChangeVerb } from '../../verbs.ts'
import type { Word } from '../../words.ts'
import { reads, writes } from '../files/touching.ts'
import type { FormCall, Spec, SubReader } from '../form/form.ts'
import { shown } from '../form/words.ts'
import { insertedSources } from '../network/data.ts'
import { joined } from '../network/ssh.ts'
import type { Standing } from '../program.ts'
import { clusterTargets } from './cluster-targets.ts'

/** Kinds whose removal takes much with it. */
const HEAVY =
  /^(?:namespaces?|ns|nodes?|no|persistentvolumes?|persistentvolumeclaims?|pvc?|crds?|customresourcedefinitions?(?:\..*)?|statefulsets?|sts|clusterroles?|projects?)(?:\/|$|,)/

/** `--server` with a token that comes from a file or variable: that machine gets the token. */
const asksServer: SubReader = ({ loose, scribe }) => {
  const server = loose.value('--server', '-s')
  if (!server) return 'proven'
  const host = hostOf(shown(server))
  const address = addressOf(host)
  scribe.effect({ kind: 'connect', host, url: shown(server), address })
  const payload = ['--token', '--password'].flatMap((name) => loose.values(name).slice(-1).flatMap(insertedSources))
  if (payload.length > 0 && address === 'public') scribe.effect({ kind: 'send-data', host, channel: 'http', payload })
  return 'proven'
}

const forwards: SubReader = ({ loose, scribe }) => {
  const addresses = (loose.value('--address')?.known ?? '').split(',')
  const open = addresses.some((each) => each !== '' && (each === '0.0.0.0' || addressOf(each) !== 'loopback'))
  scribe.effect({ kind: 'listen', reach: open ? 'network' : 'loopback', executes: false })
  return 'plain'
}

const binds: SubReader = ({ loose, scribe }) => {
  const role = loose.value('--clusterrole', '--role')
  const accounts = ['--user', '--serviceaccount', '--group'].flatMap((name) => loose.value(name) ?? [])
  scribe.effect({
    kind: 'grant',
    what: 'cluster role',
    to: loose.operands.slice(1).map(shown).join(' '),
    reach: 'remote',
    targets: accounts.map((word) => ({
      kind: 'right',
      account: shown(word),
      right: role ? shown(role) : '',
      amount: 'one',
    })),
  })
  return 'plain'
}

const addsPolicy: SubReader = ({ loose, scribe }) => {
  const [, , what = '', ...to] = loose.operands.map(shown)
  scribe.effect({ kind: 'grant', what, to: to.join(' '), reach: 'remote' })
  return 'plain'
}

/** A plug-in's sub-command, by its name: `kubectl argo rollouts abort web`. */
const plugsIn: SubReader = (call) => {
  const words = call.loose.operands.slice(1, 3).map(({ known }) => known)
  if (words.some((word) => /^(?:delete|destroy|purge|remove|uninstall|drop)$/.test(word)))
    return changes('delete')(call)
  return words.some((word) =>
    /^(?:abort|promote|undo|restart|retry|pause|set|apply|install|upgrade|rollback|terminate)$/.test(word),
  )
    ? changes('update')(call)
    : 'unknown'
}

/** Reads; a secret's content is shown by these formats. */
const looks: SubReader = (call) => {
  const { loose } = call
  const [verb, ...rest] = loose.operands.map(({ known }) => known.toLowerCase())
  const kinds = rest.join(' ')
  const raw = `${loose.value('--raw')?.known ?? ''} ${kinds}`.trim()
  const format =
    loose.value('-o', '--output', '--template')?.known ??
    [...loose.options.keys()].find((name) => /^-o./.test(name))?.slice(2) ??
    ''
  const shows = /^=?(?:yaml|json|jsonpath|go-template|custom-columns)/.test(format) || loose.has('--template')
  const isSecret = verb === 'get' && /(?:^|[ ,])secrets?(?:[ ,/]|$)/.test(kinds)
  return (loose.has('--raw') && /\/secrets(?:\/|\?|$)/.test(raw)) || (isSecret && shows && !asksForNames(format))
    ? secret(call)
    : 'expected'
}

/** Fields that tell of a thing without its content; annotations may hold a copy of that. */
function asksForNames(format: string): boolean {
  const fields = format.match(/\.[A-Za-z][\w.[\]*'"-]*/g) ?? []
  const other = /\.\.|\{\s*[.@]\s*\}|\$|-file/.test(format)
  const named =
    /^\.(?:items(?:\[[^\]]*\])?\.?)?(?:metadata\.(?:name|namespace|labels|creationTimestamp|uid)|type|kind|apiVersion)\b/
  return fields.length > 0 && !other && fields.every((field) => named.test(field) || /^\.items(?:\[\*\])?$/.test(field))
}

function secret({ command, scribe }: FormCall): Standing {
  scribe.effect({
    kind: 'expose-secret',
    source: { kind: 'secret-store', store: 'kubernetes' },
    sink: command.stdout === 'file' ? 'file' : 'output',
  })
  return 'plain'
}

const runsInside: SubReader = ({ loose, scribe, command }) => {
  const [verb, first, ...words] = loose.operands
  const pod = first ? shown(first) : ''
  const place = { kind: 'container', name: pod } as const
  const standing =
    words.length > 0 && verb?.known !== 'debug' ? scribe.runs(words, 'kubectl exec', { place }) : 'unknown'
  scribe.effect({
    kind: 'remote-exec',
    host: `pod ${pod}`,
    writes: standing === 'proven' ? 'no' : standing === 'unknown' ? 'unknown' : 'yes',
  })
  if (stageOf(command) === 'production' && standing !== 'proven')
    scribe.effect({
      kind: 'resource-change',
      system: 'kubernetes',
      verb: 'update',
      target: `${pod} ${joined(words).text ?? ''}`.slice(0, 120),
      mass: false,
      stage: 'production',
      family: 'cluster',
      certainty: 'likely',
    })
  return standing === 'proven' ? 'expected' : standing === 'unknown' ? 'unknown' : 'plain'
}

const copies: SubReader = ({ rest: [from, to], scribe }) => {
  if (!from || !to) return 'unknown'
  const isPod = (word: Word) => /^[^/.][^:]*:/.test(word.known)
  const local = isPod(from) ? undefined : scribe.path(from)
  if (local) reads([from], scribe)
  if (local?.tags.includes('secret') && isPod(to))
    scribe.effect({
      kind: 'send-data',
      host: `the pod ${shown(to)}`,
      channel: 'other',
      payload: [{ kind: 'file', path: local.real ?? local.text, secret: true }],
    })
  if (isPod(to)) scribe.effect({ kind: 'remote-exec', host: shown(to), writes: 'yes', certainty: 'likely' })
  else writes(to, 'create', scribe)
  return 'plain'
}

const changes =
  (verb: ChangeVerb): SubReader =>
  ({ command, loose, scribe }) => {
    const rest = loose.operands.slice(1)
    const given = ['-f', '-k', '-l', '-n', '--selector'].flatMap((name) => {
      const value = loose.value(name)
      return value ? [`${name} ${shown(value)}`] : []
    })
    const sweeping =
      loose.has('--all', '-A', '--all-namespaces', '-l', '--selector', '--field-selector') ||
      (verb === 'delete' && loose.has('-f', '--filename', '-k', '--kustomize'))
    const heavy = verb === 'delete' && rest.some((word) => HEAVY.test(word.known))
    const emptied = verb === 'scale' && loose.value('--replicas')?.known === '0'
    scribe.effect({
      kind: 'resource-change',
      system: 'kubernetes',
      verb: heavy ? 'destroy' : verb,
      target: [...rest.map(shown), ...given].join(' ').slice(0, 200),
      targets: clusterTargets(rest, loose, scribe),
      mass: sweeping || heavy || emptied || (verb === 'delete' && rest.length > 4) || verb === 'cancel',
      stage: stageOf(command),
      family: 'cluster',
    })
    return 'plain'
  }

export const KUBECTL: Spec = {
  names: 'kubectl k oc microk8s.kubectl kubecolor',
  system: 'kubernetes',
  options:
    '--command -n: -f: --filename: -k: --kustomize: -l: -o: -c: --container: -s: --as: --as-group: --field-selector: --tail: --since: --since-time: --replicas: --type: -p: --patch: --patch-file: --grace-period: --dry-run: --sort-by: -L: --for: --from-literal: --from-file: --from-env-file: --target-port: --limits: --requests: --to-revision: --overrides: --restart: --labels: --max-log-requests: --cascade: --request-timeout: -v:',
  hands: 'exec',
  serves: false,
  also: [
    ['--server|-s', asksServer],
    ['--kubeconfig', 'local'],
  ],
  rules: [
    ['get|describe', looks],
    ['exec|debug|rsh|attach', runsInside],
    ['port-forward|proxy', forwards],
    ['cp', copies],
    ['config/view|get-contexts|current-context|get-clusters|get-users/--raw view-secret create/token', secret],
    [
      'config/view|get-contexts|current-context|get-clusters|get-users auth/can-i|whoami rollout/status|history',
      'read',
    ],
    ['config login|logout|project|plugin|krew', 'local'],
    ['rollout/restart', changes('restart')],
    ['adm/policy/add-*', addsPolicy],
    ['adm/top|inspect|must-gather|node-logs|release|verify-image-signature', 'read'],
    [
      'logs|log|top|explain|diff|version|api-resources|api-versions|cluster-info|events|wait|completion|options|kustomize|whoami|status|projects|tree|neat',
      'read',
    ],
    ['create/clusterrolebinding|rolebinding', binds, changes('apply')],
    ['apply|replace|create|run|expose|process|new-app|new-project', changes('apply')],
    [
      'patch|edit|label|annotate|set|autoscale|taint|cordon|uncordon|certificate|start-build|tag|import-image|rollout|auth|adm',
      changes('update'),
    ],
    ['delete', changes('delete')],
    ['scale', changes('scale')],
    ['drain', changes('cancel')],
    ['**', plugsIn],
  ],
  examples: {
    match: ['kubectl delete ns shop', 'kubectl exec web -- rm -rf /srv', 'kubectl get secret db -o yaml'],
    pass: ['kubectl get pods', 'kubectl logs web', 'oc adm top nodes'],
  },
}
