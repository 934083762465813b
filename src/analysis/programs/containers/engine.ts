import type { Certainty, Effect } from '../../effects.ts'
import type { Target } from '../../target.ts'
import { amountOf } from '../../targets.ts'
import type { Command, Word } from '../../words.ts'
import type { FormCall, Spec, SubReader } from '../form/form.ts'
import { interpret, optionsOf, specProgram } from '../form/interpret.ts'
import { shown } from '../form/words.ts'
import { readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { says } from '../system/words-of.ts'
import { readCompose } from './compose.ts'
import { readBuild, readCopy, readImageTools, readLogin, readPush, writesArchive } from './images.ts'
import { changesEngine, LISTING, listing, listsEverything } from './listings.ts'
import { readAttach, readExec, readRun } from './run.ts'

/** Contexts that tools for this machine set up. */
const LOCAL_CONTEXTS =
  /^(?:default|desktop-linux|desktop-windows|orbstack|rootless|colima(?:-\w+)?|rancher-desktop|podman-machine\S*|lima\S*)$/

function elsewhere({ loose, command }: FormCall): string | undefined {
  const context = loose.value('-c', '--context', '--connection')?.known
  const told = command.assignments.findLast(({ name }) => name === 'DOCKER_HOST' || name === 'CONTAINER_HOST')?.value
  const chosen = command.assignments.findLast(({ name }) => name === 'DOCKER_CONTEXT')?.value.known ?? context
  return (
    remoteHost(loose.value('-H', '--host', '--url')?.known ?? told?.known) ??
    (chosen === undefined || LOCAL_CONTEXTS.test(chosen) ? undefined : chosen.replaceAll('\0', '…'))
  )
}

/** The machine an engine runs on, when it is not this one. */
function remoteHost(text: string | undefined): string | undefined {
  if (text === undefined || /^(?:unix|npipe|fd):/.test(text)) return undefined
  return text.replaceAll('\0', '…').replace(/^[a-z]+:\/\//, '')
}

export interface EngineCall {
  readonly command: Command
  readonly rest: readonly Word[]
  readonly scribe: Scribe
  readonly remote: string | undefined
}

const reads =
  (read: (call: EngineCall) => Standing): SubReader =>
  (call) =>
    read({ ...call, remote: elsewhere(call) })

const insecure: SubReader = ({ command, scribe }) => {
  const off = command.args.find((word) => /^--tls-verify=(?:false|0)$/.test(word.known))
  if (off) scribe.effect({ kind: 'weaken', area: 'tls', feature: `${command.name} ${off.known}` })
  return 'proven'
}

const plugsIn: SubReader = ({ rest, scribe }) => {
  if (says({ args: rest }, /^--grant-all-permissions$/))
    scribe.effect({ kind: 'weaken', area: 'sandbox', feature: 'rights of an engine plugin', certainty: 'likely' })
  return 'unknown'
}

/** A container's variables are where its passwords are: a template that asks for them shows them. */
const looks: SubReader = (call) => {
  const { rest, scribe } = call
  if (/(?:^| )inspect$/.test(nameOf(call)) && says({ args: rest }, /\{\{.*\bEnv\b/s))
    scribe.effect({
      kind: 'expose-secret',
      source: { kind: 'secret-store', store: 'the variables of a container' },
      sink: 'output',
    })
  return 'expected'
}

/** The words of the sub-command: `volume rm`. */
function nameOf({ loose: { operands }, rest }: FormCall): string {
  return operands
    .slice(0, operands.length - rest.length)
    .map(shown)
    .join(' ')
}

/** Sources that name what they were asked for: a list, or the one thing that was just made. */
const ONE = new Set([LISTING, 'docker', 'podman', 'nerdctl', 'finch'])

/** A word that another command prints: how many things it names is not known. */
function isPrinted(word: Word): boolean {
  return word.dynamic && word.sources.some((source) => source.kind === 'command' && !ONE.has(source.program))
}

function containerTargets(targets: readonly Word[], what: string, everything: boolean): readonly Target[] {
  const [group = '', verb] = what.split(' ')
  const type = verb !== undefined ? group : group === 'rmi' ? 'image' : 'container'
  if (targets.length === 0) return [{ kind: 'container', type, name: '', amount: 'all' }]
  return targets.map((word) => {
    const name = shown(word)
    return { kind: 'container', type, name, amount: everything ? 'all' : amountOf(name) }
  })
}

type Change = Extract<Effect, { kind: 'resource-change' }>

/** A change to the engine's things; what this session started may be stopped and removed freely. `mass`: it covers more than is named. */
const changes =
  (verb: Change['verb'], usual: Certainty, of: Change['family'] = 'compute', wide = false): SubReader =>
  (call) => {
    const { rest, scribe } = call
    const name = nameOf(call)
    const remote = elsewhere(call)
    const { operands, has } = readOptions(rest, {
      flags: 'a f v l q all force volumes link depend no-trunc i interactive detach d',
      values: 's t signal time timeout filter platform label driver subnet opt o m message c change author',
    })
    const volumes = has('volumes') || (name.endsWith('rm') && has('v'))
    // Without it only leftovers of builds go; the cache of the builder is made anew in any case.
    const all = has('all', 'a') && !/^build/.test(name)
    const { started } = scribe.facts.session
    const everything = rest.some(listsEverything)
    const own = operands.length > 0 && operands.every(({ text }) => text !== undefined && started.has(text))
    const family = volumes ? 'storage' : of
    return changesEngine(
      {
        verb,
        target: operands.map(shown).join(' ') || name,
        targets: containerTargets(operands, name, everything),
        mass: wide || operands.some(({ glob }) => glob) || all || everything || rest.some(isPrinted),
        stage: remote || family === 'cluster' ? 'unknown' : 'development',
        family,
        certainty: own ? 'possible' : remote || everything || all || volumes ? 'certain' : usual,
      },
      scribe,
    )
  }

export const ENGINE_SPEC: Spec = {
  names: 'docker podman nerdctl finch',
  style: 'leading',
  options:
    '-Dvr --debug --tls --tlsverify --version --help --remote -Hclna: --host: --context: --config: --log-level: --tlscacert: --tlscert: --tlskey: --namespace: --address: --root: --runroot: --connection: --url: --identity:',
  also: [['**', insecure]],
  rules: [
    ['-v help', 'shows'],
    ['run|create container/run|create', reads(readRun)],
    ['exec container/exec', reads(readExec)],
    ['attach container/attach', reads(readAttach)],
    ['unshare', ({ rest, scribe }) => (rest.length === 0 ? 'plain' : scribe.runs(rest, 'podman unshare'))],
    ['build image|builder|buildx/build buildx/bake', reads(readBuild)],
    ['push image|manifest/push', reads(readPush)],
    ['buildx/imagetools', reads(readImageTools)],
    ['login', reads(readLogin)],
    ['cp container/cp', reads(readCopy)],
    ['save|export image/save container/export', reads(writesArchive)],
    ['compose', reads(({ command, rest, scribe, remote }) => readCompose(command, rest, scribe, remote))],
    ['plugin/install', plugsIn],
    [
      'ps|ls|list|images|inspect|logs|info|version|top|stats|port|diff|history|search|events|wait container|image|volume|network|context|node|service|stack|secret|config|pod|plugin|manifest|machine/ls|list|ps|inspect|logs|top|stats|port|diff|history|exists|show|services system/df|info|events buildx/ls|inspect|du|version builder/du',
      looks,
    ],
    [
      'pull|tag|start|unpause|load|import|commit|logout|rename|update|init|scout|sbom|debug image/pull|tag|load|import container/start|commit|rename|unpause volume/create network/create|connect|disconnect|reload context|buildx/create|use machine/start|init pod/create|start manifest/create',
      'read',
    ],
    // Containers are made to be thrown away; what may be lost is data in volumes.
    ['stop|pause container/stop|pause pod|machine/stop', changes('cancel', 'possible')],
    ['kill container|pod/kill', changes('cancel', 'likely')],
    ['restart container|pod/restart', changes('restart', 'possible')],
    ['rm container|pod/rm', changes('delete', 'likely')],
    ['rmi image|network/rm|remove buildx|manifest/rm', changes('delete', 'possible')],
    ['context/rm', changes('delete', 'likely', 'config')],
    ['volume/rm|remove', changes('delete', 'certain', 'storage')],
    ['volume/prune', changes('purge', 'certain', 'storage', true)],
    ['system|container|network|pod/prune', changes('purge', 'likely', 'compute', true)],
    ['image|builder|buildx/prune', changes('purge', 'possible', 'compute', true)],
    ['system/reset', changes('destroy', 'certain', 'storage', true)],
    ['machine/rm', changes('destroy', 'certain', 'storage')],
    [
      'service/create|update|scale|rollback stack/deploy secret|config/create node/update swarm/init|join|update',
      changes('update', 'certain', 'cluster'),
    ],
    ['service|stack|secret|config|node/rm swarm/leave stack/down', changes('delete', 'certain', 'cluster', true)],
    ['**', 'unread'],
  ],
  examples: {
    match: ['docker volume rm data', 'docker push acme/shop:1', 'docker run --privileged alpine'],
    pass: ['docker ps', 'docker build -t shop .', 'docker start web'],
  },
}

export const ENGINE: Program = {
  ...specProgram(ENGINE_SPEC),
  read: (command, scribe) => {
    const { operands: args } = optionsOf(ENGINE_SPEC, command)
    const asks = args.length === 0 || (args.length <= 3 && says({ args }, /^--help$/))
    return asks ? 'proven' : interpret(ENGINE_SPEC, command, scribe)
  },
  output: (command) => {
    // What is typed in as the password is not printed again.
    if (says(command, /^--password-stdin$/))
      return { text: undefined, sources: [{ kind: 'command', program: command.name ?? 'docker', secret: false }] }
    return listing(optionsOf(ENGINE_SPEC, command).operands)
  },
}

/** Stores of registry passwords: `get` prints one. */
export const CREDENTIAL_HELPERS: Program = {
  names: ['desktop', 'osxkeychain', 'secretservice', 'pass', 'wincred', 'ecr-login', 'gcr', 'gcloud', 'acr-env'].map(
    (store) => `docker-credential-${store}`,
  ),
  read: ({ args: [verb], stdout }, scribe) => {
    if (verb?.known !== 'get') return /^(?:version|list)$/.test(verb?.known ?? '') ? 'expected' : 'plain'
    scribe.effect({
      kind: 'expose-secret',
      source: { kind: 'secret-store', store: 'docker' },
      sink: stdout === 'file' ? 'file' : 'output',
      certainty: stdout === 'pipe' || stdout === 'captured' ? 'possible' : 'certain',
    })
    return 'plain'
  },
}
