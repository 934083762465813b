import { parseClusterTargets } from '../../../analysis/interpret/cluster-targets.ts'
import { insertedSources } from '../../../analysis/interpret/data-sources.ts'
import { recordReads, recordWrite } from '../../../analysis/interpret/file-tool.ts'
import { joinWordTexts } from '../../../analysis/interpret/joined-words.ts'
import { displayText } from '../../../analysis/interpret/loose-words.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec, SpecCall, SpecCallHandler } from '../../../analysis/interpret/spec.ts'
import { classifyHost, hostOf } from '../../../analysis/remote/hosts.ts'
import type { Word } from '../../../analysis/words.ts'
import { environmentOfCommand } from '../../lexicon/deployment-environments.ts'
import type { ChangeVerb } from '../../lexicon/verbs.ts'

/** Kinds whose removal takes much with it. */
const CASCADING_KIND =
  /^(?:namespaces?|ns|nodes?|no|persistentvolumes?|persistentvolumeclaims?|pvc?|crds?|customresourcedefinitions?(?:\..*)?|statefulsets?|sts|clusterroles?|projects?)(?:\/|$|,)/

/** `--server` with a token that comes from a file or variable: that machine gets the token. */
const recordServerAddress: SpecCallHandler = ({ loose, recorder }) => {
  const server = loose.value('--server', '-s')
  if (!server) return 'proven'
  const host = hostOf(displayText(server))
  const address = classifyHost(host)
  recorder.effect({ kind: 'connect', host, url: displayText(server), address })
  const payload = ['--token', '--password'].flatMap((name) => loose.values(name).slice(-1).flatMap(insertedSources))
  if (payload.length > 0 && address === 'public') recorder.effect({ kind: 'send-data', host, channel: 'http', payload })
  return 'proven'
}

const recordPortForward: SpecCallHandler = ({ loose, recorder }) => {
  const addresses = (loose.value('--address')?.known ?? '').split(',')
  const open = addresses.some((each) => each !== '' && (each === '0.0.0.0' || classifyHost(each) !== 'loopback'))
  recorder.effect({ kind: 'listen', reach: open ? 'network' : 'loopback', executes: false })
  return 'plain'
}

const recordRoleBinding: SpecCallHandler = ({ loose, recorder }) => {
  const role = loose.value('--clusterrole', '--role')
  const accounts = ['--user', '--serviceaccount', '--group'].flatMap((name) => loose.value(name) ?? [])
  recorder.effect({
    kind: 'grant',
    what: 'cluster role',
    to: loose.operands.slice(1).map(displayText).join(' '),
    reach: 'remote',
    targets: accounts.map((word) => ({
      kind: 'right',
      account: displayText(word),
      right: role ? displayText(role) : '',
      amount: 'one',
    })),
  })
  return 'plain'
}

const recordPolicyGrant: SpecCallHandler = ({ loose, recorder }) => {
  const [, , what = '', ...to] = loose.operands.map(displayText)
  recorder.effect({ kind: 'grant', what, to: to.join(' '), reach: 'remote' })
  return 'plain'
}

/** A plug-in's sub-command, by its name: `kubectl argo rollouts abort web`. */
const readPluginCommand: SpecCallHandler = (call) => {
  const words = call.loose.operands.slice(1, 3).map(({ known }) => known)
  if (words.some((word) => /^(?:delete|destroy|purge|remove|uninstall|drop)$/.test(word)))
    return changeCluster('delete')(call)
  return words.some((word) =>
    /^(?:abort|promote|undo|restart|retry|pause|set|apply|install|upgrade|rollback|terminate)$/.test(word),
  )
    ? changeCluster('update')(call)
    : 'unknown'
}

/** Reads; a secret's content is shown by these formats. */
const gradeKubectlGet: SpecCallHandler = (call) => {
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
  return (loose.has('--raw') && /\/secrets(?:\/|\?|$)/.test(raw)) || (isSecret && shows && !selectsOnlyMetadata(format))
    ? recordKubernetesSecret(call)
    : 'expected'
}

/** Fields that tell of a thing without its content; annotations may hold a copy of that. */
function selectsOnlyMetadata(format: string): boolean {
  const fields = format.match(/\.[A-Za-z][\w.[\]*'"-]*/g) ?? []
  const other = /\.\.|\{\s*[.@]\s*\}|\$|-file/.test(format)
  const named =
    /^\.(?:items(?:\[[^\]]*\])?\.?)?(?:metadata\.(?:name|namespace|labels|creationTimestamp|uid)|type|kind|apiVersion)\b/
  return fields.length > 0 && !other && fields.every((field) => named.test(field) || /^\.items(?:\[\*\])?$/.test(field))
}

function recordKubernetesSecret({ command, recorder }: SpecCall): CommandGrade {
  recorder.effect({
    kind: 'expose-secret',
    source: { kind: 'secret-store', store: 'kubernetes' },
    sink: command.stdout === 'file' ? 'file' : 'output',
  })
  return 'plain'
}

const runInPod: SpecCallHandler = ({ loose, recorder, command }) => {
  const [verb, first, ...words] = loose.operands
  const pod = first ? displayText(first) : ''
  const place = { kind: 'container', name: pod } as const
  const grade =
    words.length > 0 && verb?.known !== 'debug' ? recorder.runs(words, 'kubectl exec', { place }) : 'unknown'
  recorder.effect({
    kind: 'remote-exec',
    host: `pod ${pod}`,
    writes: grade === 'proven' ? 'no' : grade === 'unknown' ? 'unknown' : 'yes',
  })
  if (environmentOfCommand(command) === 'production' && grade !== 'proven')
    recorder.effect({
      kind: 'resource-change',
      system: 'kubernetes',
      verb: 'update',
      target: `${pod} ${joinWordTexts(words).text ?? ''}`.slice(0, 120),
      mass: false,
      environment: 'production',
      family: 'cluster',
      certainty: 'likely',
    })
  return grade === 'proven' ? 'expected' : grade === 'unknown' ? 'unknown' : 'plain'
}

const copyPodFiles: SpecCallHandler = ({ rest: [from, to], recorder }) => {
  if (!from || !to) return 'unknown'
  const isPod = (word: Word) => /^[^/.][^:]*:/.test(word.known)
  const local = isPod(from) ? undefined : recorder.path(from)
  if (local) recordReads([from], recorder)
  if (local?.tags.includes('secret') && isPod(to))
    recorder.effect({
      kind: 'send-data',
      host: `the pod ${displayText(to)}`,
      channel: 'other',
      payload: [{ kind: 'file', path: local.real ?? local.text, secret: true }],
    })
  if (isPod(to)) recorder.effect({ kind: 'remote-exec', host: displayText(to), writes: 'yes', certainty: 'likely' })
  else recordWrite(to, 'create', recorder)
  return 'plain'
}

const changeCluster =
  (verb: ChangeVerb): SpecCallHandler =>
  ({ command, loose, recorder }) => {
    const rest = loose.operands.slice(1)
    const given = ['-f', '-k', '-l', '-n', '--selector'].flatMap((name) => {
      const value = loose.value(name)
      return value ? [`${name} ${displayText(value)}`] : []
    })
    const sweeping =
      loose.has('--all', '-A', '--all-namespaces', '-l', '--selector', '--field-selector') ||
      (verb === 'delete' && loose.has('-f', '--filename', '-k', '--kustomize'))
    const heavy = verb === 'delete' && rest.some((word) => CASCADING_KIND.test(word.known))
    const emptied = verb === 'scale' && loose.value('--replicas')?.known === '0'
    recorder.effect({
      kind: 'resource-change',
      system: 'kubernetes',
      verb: heavy ? 'destroy' : verb,
      target: [...rest.map(displayText), ...given].join(' ').slice(0, 200),
      targets: parseClusterTargets(rest, loose, recorder),
      mass: sweeping || heavy || emptied || (verb === 'delete' && rest.length > 4) || verb === 'cancel',
      environment: environmentOfCommand(command),
      family: 'cluster',
    })
    return 'plain'
  }

export const KUBECTL: ProgramSpec = {
  names: 'kubectl k oc microk8s.kubectl kubecolor',
  system: 'kubernetes',
  options:
    '--command -n: -f: --filename: -k: --kustomize: -l: -o: -c: --container: -s: --as: --as-group: --field-selector: --tail: --since: --since-time: --replicas: --type: -p: --patch: --patch-file: --grace-period: --dry-run: --sort-by: -L: --for: --from-literal: --from-file: --from-env-file: --target-port: --limits: --requests: --to-revision: --overrides: --restart: --labels: --max-log-requests: --cascade: --request-timeout: -v:',
  hands: 'exec',
  serves: false,
  also: [
    ['--server|-s', recordServerAddress],
    ['--kubeconfig', 'local'],
  ],
  rules: [
    ['get|describe', gradeKubectlGet],
    ['exec|debug|rsh|attach', runInPod],
    ['port-forward|proxy', recordPortForward],
    ['cp', copyPodFiles],
    [
      'config/view|get-contexts|current-context|get-clusters|get-users/--raw view-secret create/token',
      recordKubernetesSecret,
    ],
    [
      'config/view|get-contexts|current-context|get-clusters|get-users auth/can-i|whoami rollout/status|history',
      'read',
    ],
    ['config login|logout|project|plugin|krew', 'local'],
    ['rollout/restart', changeCluster('restart')],
    ['adm/policy/add-*', recordPolicyGrant],
    ['adm/top|inspect|must-gather|node-logs|release|verify-image-signature', 'read'],
    [
      'logs|log|top|explain|diff|version|api-resources|api-versions|cluster-info|events|wait|completion|options|kustomize|whoami|status|projects|tree|neat',
      'read',
    ],
    ['create/clusterrolebinding|rolebinding', recordRoleBinding, changeCluster('apply')],
    ['apply|replace|create|run|expose|process|new-app|new-project', changeCluster('apply')],
    [
      'patch|edit|label|annotate|set|autoscale|taint|cordon|uncordon|certificate|start-build|tag|import-image|rollout|auth|adm',
      changeCluster('update'),
    ],
    ['delete', changeCluster('delete')],
    ['scale', changeCluster('scale')],
    ['drain', changeCluster('cancel')],
    ['**', readPluginCommand],
  ],
  examples: {
    match: ['kubectl delete ns shop', 'kubectl exec web -- rm -rf /srv', 'kubectl get secret db -o yaml'],
    pass: ['kubectl get pods', 'kubectl logs web', 'oc adm top nodes'],
  },
}
