import { addressOf, hostOf } from '../../hosts.ts'
import { stageOf } from '../../stages.ts'
import type { Target } from '../../target.ts'
import type { ChangeVerb } from '../../verbs.ts'
import type { Command, Word } from '../../words.ts'
import { namesLocalCluster, onThisMachine } from '../form/interpret.ts'
import { type LooseWords, looseWords, onlyTells, shown } from '../form/words.ts'
import { insertedSources } from '../network/data.ts'
import { joined } from '../network/ssh.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { clusterTargets } from './cluster-targets.ts'

const VALUES = new Set(
  (
    '-n --namespace -f --filename -k --kustomize -l --selector -o --output -c --container --context --cluster --user --kubeconfig --server -s ' +
    '--token --as --as-group --field-selector --tail --since --since-time --replicas --image --address --type -p --patch --patch-file --timeout ' +
    '--grace-period --dry-run --sort-by --template -L --for --from-literal --from-file --from-env-file --port --target-port --limits --requests ' +
    '--revision --to-revision --overrides --restart --env --labels --max-log-requests --cascade --request-timeout -v --profile'
  ).split(' '),
)

const READS = new Set(
  'get describe logs log top explain diff version api-resources api-versions cluster-info events wait completion options kustomize whoami status projects tree neat'.split(
    ' ',
  ),
)
const VERBS: ReadonlyMap<string, ChangeVerb> = new Map<string, ChangeVerb>([
  ...['apply', 'replace', 'create', 'run', 'expose', 'process', 'new-app', 'new-project'].map(
    (verb) => [verb, 'apply'] as const,
  ),
  ...'patch edit label annotate set autoscale taint cordon uncordon certificate start-build tag import-image'
    .split(' ')
    .map((verb) => [verb, 'update'] as const),
  ['delete', 'delete'],
  ['scale', 'scale'],
  ['drain', 'cancel'],
])
/** Kinds whose removal takes much with it. */
const HEAVY =
  /^(?:namespaces?|ns|nodes?|no|persistentvolumes?|persistentvolumeclaims?|pvc?|crds?|customresourcedefinitions?(?:\..*)?|statefulsets?|sts|clusterroles?|projects?)(?:\/|$|,)/

/** kubectl and oc. */
export const KUBECTL: Program = { names: ['kubectl', 'k', 'oc', 'microk8s.kubectl', 'kubecolor'], read: readKubectl }

function readKubectl(command: Command, scribe: Scribe): Standing {
  const dashes = command.args.findIndex((word) => word.known === '--')
  const own = dashes < 0 ? command.args : command.args.slice(0, dashes)
  const inner = dashes < 0 ? [] : command.args.slice(dashes + 1)
  const loose = looseWords(own, VALUES)
  const verb = loose.operands[0]?.known ?? ''
  if (onlyTells(command, loose) && verb !== 'exec') return 'proven'
  if (loose.has('--insecure-skip-tls-verify'))
    scribe.effect({ kind: 'weaken', area: 'tls', feature: 'kubectl --insecure-skip-tls-verify' })
  stateServer(loose, scribe)
  const place = namesLocalCluster(loose) ? onThisMachine(scribe) : scribe
  const call: Call = { command, loose, inner, scribe: place, rest: loose.operands.slice(1) }
  const standing = readVerb(verb, call)
  return loose.has('--kubeconfig') && standing === 'expected' ? 'plain' : standing
}

/** `--server` with a token that comes from a file or variable: that machine gets the token. */
function stateServer(loose: LooseWords, scribe: Scribe): void {
  const server = loose.value('--server', '-s')
  if (!server) return
  const host = hostOf(server.known).replaceAll('\0', '…')
  const address = addressOf(host)
  scribe.effect({ kind: 'connect', host, url: shown(server), address })
  const payload = ['--token', '--password'].flatMap((name) => {
    const word = loose.value(name)
    return word ? insertedSources(word) : []
  })
  if (payload.length > 0 && address === 'public') scribe.effect({ kind: 'send-data', host, channel: 'http', payload })
}

interface Call {
  readonly command: Command
  readonly loose: LooseWords
  /** The words after `--`. */
  readonly inner: readonly Word[]
  readonly scribe: Scribe
  /** The words after the verb. */
  readonly rest: readonly Word[]
}

function readVerb(verb: string, call: Call): Standing {
  const { loose, scribe, rest } = call
  switch (verb) {
    case 'get':
    case 'describe':
      return readsResource(verb, call)
    case 'exec':
    case 'debug':
    case 'rsh':
    case 'attach':
      return runsInside(verb, call)
    case 'port-forward':
    case 'proxy': {
      const open = (loose.value('--address')?.known ?? '')
        .split(',')
        .some((address) => address !== '' && (address === '0.0.0.0' || addressOf(address) !== 'loopback'))
      scribe.effect({ kind: 'listen', reach: open ? 'network' : 'loopback', executes: false })
      return 'plain'
    }
    case 'cp':
      return copies(rest, scribe)
    case 'config':
      if (/^(?:view|get-contexts|current-context|get-clusters|get-users)$/.test(rest[0]?.known ?? ''))
        return loose.has('--raw') ? secret(call) : 'expected'
      return 'plain'
    case 'auth':
      return /^(?:can-i|whoami)$/.test(rest[0]?.known ?? '') ? 'expected' : changes('update', call)
    case 'rollout': {
      const action = rest[0]?.known ?? ''
      if (action === 'status' || action === 'history') return 'expected'
      return changes(action === 'restart' ? 'restart' : 'update', call)
    }
    case 'adm':
      return administers(call)
    case 'view-secret':
      return secret(call)
    case 'login':
    case 'logout':
    case 'project':
    case 'plugin':
    case 'krew':
      return 'plain'
  }
  if (READS.has(verb)) return 'expected'
  const change = VERBS.get(verb) ?? pluginChange(rest)
  if (!change) return 'unknown'
  if (verb === 'create' && /^(?:clusterrolebinding|rolebinding)$/.test(rest[0]?.known ?? ''))
    scribe.effect({
      kind: 'grant',
      what: 'cluster role',
      to: rest.map(shown).join(' '),
      reach: 'remote',
      targets: bindingTargets(loose),
    })
  if (verb === 'create' && rest[0]?.known === 'token') return secret(call)
  return changes(change, call)
}

/** Who gets which role. */
function bindingTargets(loose: LooseWords): readonly Target[] {
  const role = loose.value('--clusterrole', '--role')
  const right = role ? shown(role) : ''
  const accounts = ['--user', '--serviceaccount', '--group'].flatMap((name) => loose.value(name) ?? [])
  return accounts.map((word) => ({ kind: 'right', account: shown(word), right, amount: 'one' }))
}

/** A plug-in's sub-command, by its name: `kubectl argo rollouts abort web`. */
function pluginChange(rest: readonly Word[]): ChangeVerb | undefined {
  const words = rest.slice(0, 2).map((word) => word.known)
  if (words.some((word) => /^(?:delete|destroy|purge|remove|uninstall|drop)$/.test(word))) return 'delete'
  return words.some((word) =>
    /^(?:abort|promote|undo|restart|retry|pause|set|apply|install|upgrade|rollback|terminate)$/.test(word),
  )
    ? 'update'
    : undefined
}

/** `oc adm`: policies, nodes, upgrades. */
function administers(call: Call): Standing {
  const words = call.rest.map(shown)
  if (words[0] === 'policy' && /^add-/.test(words[1] ?? '')) {
    call.scribe.effect({ kind: 'grant', what: words[1] ?? '', to: words.slice(2).join(' '), reach: 'remote' })
    return 'plain'
  }
  return /^(?:top|inspect|must-gather|node-logs|release|verify-image-signature)$/.test(words[0] ?? '')
    ? 'expected'
    : changes('update', call)
}

/** Reads; a secret's content is shown by these formats. */
function readsResource(verb: string, call: Call): Standing {
  const { loose, rest } = call
  const kinds = rest.map((word) => word.known.toLowerCase()).join(' ')
  const raw = loose.value('--raw')?.known ?? ''
  if (/\/secrets(?:\/|\?|$)/.test(`${raw} ${kinds}`.trim()) && loose.has('--raw')) return secret(call)
  const isSecret = /(?:^|[ ,])secrets?(?:[ ,/]|$)/.test(kinds)
  const format =
    loose.value('-o', '--output', '--template')?.known ??
    [...loose.options.keys()].find((name) => /^-o./.test(name))?.slice(2) ??
    ''
  const shows = /^=?(?:yaml|json|jsonpath|go-template|custom-columns)/.test(format) || loose.has('--template')
  if (verb === 'get' && isSecret && shows && !asksForNames(format)) return secret(call)
  return 'expected'
}

/** Fields that tell of a thing without its content; annotations may hold a copy of that. */
function asksForNames(format: string): boolean {
  const fields = format.match(/\.[A-Za-z][\w.[\]*'"-]*/g) ?? []
  const other = /\.\.|\{\s*[.@]\s*\}|\$|-file/.test(format)
  const named =
    /^\.(?:items(?:\[[^\]]*\])?\.?)?(?:metadata\.(?:name|namespace|labels|creationTimestamp|uid)|type|kind|apiVersion)\b/
  return fields.length > 0 && !other && fields.every((field) => named.test(field) || /^\.items(?:\[\*\])?$/.test(field))
}

function secret({ command, scribe }: Call): Standing {
  scribe.effect({
    kind: 'expose-secret',
    source: { kind: 'secret-store', store: 'kubernetes' },
    sink: command.stdout === 'file' ? 'file' : 'output',
  })
  return 'plain'
}

function runsInside(verb: string, { inner, rest, scribe, command }: Call): Standing {
  const pod = rest[0] ? shown(rest[0]) : ''
  const words = inner.length > 0 ? inner : rest.slice(1)
  const place = { kind: 'container', name: pod } as const
  const standing = words.length > 0 && verb !== 'debug' ? scribe.runs(words, 'kubectl exec', { place }) : 'unknown'
  const text = joined(words).text ?? ''
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
      target: `${pod} ${text}`.slice(0, 120),
      mass: false,
      stage: 'production',
      family: 'cluster',
      certainty: 'likely',
    })
  return standing === 'proven' ? 'expected' : standing === 'unknown' ? 'unknown' : 'plain'
}

function copies(rest: readonly Word[], scribe: Scribe): Standing {
  const [from, to] = rest
  if (!from || !to) return 'unknown'
  const isPod = (word: Word) => /^[^/.][^:]*:/.test(word.known)
  const local = isPod(from) ? undefined : scribe.path(from)
  if (local) scribe.effect({ kind: 'read-path', path: local, list: false })
  if (local?.tags.includes('secret') && isPod(to))
    scribe.effect({
      kind: 'send-data',
      host: `the pod ${shown(to)}`,
      channel: 'other',
      payload: [{ kind: 'file', path: local.real ?? local.text, secret: true }],
    })
  if (isPod(to)) scribe.effect({ kind: 'remote-exec', host: shown(to), writes: 'yes', certainty: 'likely' })
  else scribe.effect({ kind: 'write-path', path: scribe.path(to), how: 'create', content: undefined })
  return 'plain'
}

function changes(verb: ChangeVerb, { command, loose, rest, scribe }: Call): Standing {
  const target = [
    ...rest.map(shown),
    ...['-f', '-k', '-l', '-n', '--selector'].flatMap((name) =>
      loose.value(name) ? [`${name} ${loose.value(name)?.known.replaceAll('\0', '…')}`] : [],
    ),
  ].join(' ')
  const sweeping =
    loose.has('--all', '-A', '--all-namespaces', '-l', '--selector', '--field-selector') ||
    (verb === 'delete' && loose.has('-f', '--filename', '-k', '--kustomize'))
  const heavy = verb === 'delete' && rest.some((word) => HEAVY.test(word.known))
  const emptied = verb === 'scale' && /^0$/.test(loose.value('--replicas')?.known ?? '')
  scribe.effect({
    kind: 'resource-change',
    system: 'kubernetes',
    verb: heavy && verb === 'delete' ? 'destroy' : verb,
    target: target.slice(0, 200),
    targets: clusterTargets(rest, loose, scribe),
    mass: sweeping || heavy || emptied || (verb === 'delete' && rest.length > 4) || verb === 'cancel',
    stage: stageOf(command),
    family: 'cluster',
  })
  return 'plain'
}
