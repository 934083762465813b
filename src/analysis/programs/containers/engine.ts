import type { Target } from '../../target.ts'
import { amountOf } from '../../targets.ts'
import type { Command, Word } from '../../words.ts'
import { shown } from '../form/words.ts'
import { type Grammar, type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { says } from '../system/words-of.ts'
import { readCompose } from './compose.ts'
import { type Change, changeOf, changesEngine, formsIn, READS } from './engine-verbs.ts'
import { readBuild, readCopy, readImageTools, readLogin, readPush, writesArchive } from './images.ts'
import { LISTING, listing, listsEverything } from './listings.ts'
import { readExec, readRun } from './run.ts'

const GLOBAL: Grammar = {
  flags: '-Dvr debug tls tlsverify version help remote',
  values:
    'H host c context config l log-level tlscacert tlscert tlskey namespace n address a root runroot connection url identity',
  stopAtOperand: true,
}

export const ENGINE: Program = {
  names: ['docker', 'podman', 'nerdctl', 'finch'],
  read: readEngine,
  output: (command) => {
    // What is typed in as the password is not printed again.
    if (says(command, /^--password-stdin$/))
      return { text: undefined, sources: [{ kind: 'command', program: command.name ?? 'docker', secret: false }] }
    return listing(readOptions(command.args, GLOBAL).operands)
  },
}

const NOUNS = new Set(
  'container image volume network system builder buildx context manifest plugin secret config service stack swarm node pod machine checkpoint trust'.split(
    ' ',
  ),
)

function readEngine(command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, GLOBAL)
  const [first, second] = options.operands
  const verb = first?.known ?? ''
  const { operands: args } = options
  const asks = args.length <= 3 && says({ args }, /^--help$/)
  if (options.has('v', 'version', 'help') || verb === '' || verb === 'help' || asks) return 'proven'
  const remote = elsewhere(options, command)
  stateInsecurePull(command, scribe)
  const isNoun = NOUNS.has(verb)
  const name = isNoun ? `${verb} ${second?.known ?? ''}`.trim() : verb
  const rest = options.operands.slice(isNoun ? 2 : 1)
  const standing = readVerb(name, { command, rest, scribe, remote })
  return options.unknown.length > 0 ? 'unknown' : standing
}

/** Contexts that tools for this machine set up. */
const LOCAL_CONTEXTS =
  /^(?:default|desktop-linux|desktop-windows|orbstack|rootless|colima(?:-\w+)?|rancher-desktop|podman-machine\S*|lima\S*)$/

function elsewhere(options: Options, command: Command): string | undefined {
  const context = options.value('c', 'context', 'connection')?.known
  const told = command.assignments.findLast(({ name }) => name === 'DOCKER_HOST' || name === 'CONTAINER_HOST')?.value
  const chosen = command.assignments.findLast(({ name }) => name === 'DOCKER_CONTEXT')?.value.known ?? context
  return (
    remoteHost(options.value('H', 'host', 'url')?.known ?? told?.known) ??
    (chosen === undefined || LOCAL_CONTEXTS.test(chosen) ? undefined : chosen.replaceAll('\0', '…'))
  )
}

function stateInsecurePull(command: Command, scribe: Scribe): void {
  const off = command.args.find((word) => /^--tls-verify=(?:false|0)$/.test(word.known))
  if (off) scribe.effect({ kind: 'weaken', area: 'tls', feature: `${command.name} ${off.known}` })
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

const READERS: ReadonlyMap<string, (call: EngineCall) => Standing> = new Map(
  (
    [
      ['run create container/run|create', readRun],
      ['exec container/exec', readExec],
      ['build image|builder|buildx/build buildx/bake', readBuild],
      ['push image|manifest/push', readPush],
      ['buildx/imagetools', readImageTools],
      ['login', readLogin],
      ['cp container/cp', readCopy],
      ['save export image/save container/export', writesArchive],
      ['compose', ({ command, rest, scribe, remote }) => readCompose(command, rest, scribe, remote)],
    ] satisfies [string, (call: EngineCall) => Standing][]
  ).flatMap(([forms, read]) => formsIn(forms).map((name): [string, (call: EngineCall) => Standing] => [name, read])),
)

function readVerb(name: string, call: EngineCall): Standing {
  const read = READERS.get(name)
  if (read) return read(call)
  if (name === 'plugin install' && says({ args: call.rest }, /^--grant-all-permissions$/))
    call.scribe.effect({ kind: 'weaken', area: 'sandbox', feature: 'rights of an engine plugin', certainty: 'likely' })
  if (READS.has(name)) return showsEnvironment(name, call)
  const change = changeOf(name, call.rest)
  return change ? stateChange(change, call) : 'unknown'
}

/** A container's variables are where its passwords are: a template that asks for them shows them. */
function showsEnvironment(name: string, { rest, scribe }: EngineCall): Standing {
  if (/(?:^| )inspect$/.test(name) && says({ args: rest }, /\{\{.*\bEnv\b/s))
    scribe.effect({
      kind: 'expose-secret',
      source: { kind: 'secret-store', store: 'the variables of a container' },
      sink: 'output',
    })
  return 'expected'
}

/** Sources that name what they were asked for: a list, or the one thing that was just made. */
const ONE = new Set([LISTING, 'docker', 'podman', 'nerdctl', 'finch'])

/** A word that another command prints: how many things it names is not known. */
function isPrinted(word: Word): boolean {
  return word.dynamic && word.sources.some((source) => source.kind === 'command' && !ONE.has(source.program))
}

function containerTargets({ targets, what }: Change, everything: boolean): readonly Target[] {
  const [group = '', verb] = what.split(' ')
  const type = verb !== undefined ? group : group === 'rmi' ? 'image' : 'container'
  if (targets.length === 0) return [{ kind: 'container', type, name: '', amount: 'all' }]
  return targets.map((word) => {
    const name = shown(word)
    return { kind: 'container', type, name, amount: everything ? 'all' : amountOf(name) }
  })
}

/** States a change to the engine's things; what this session started may be stopped and removed freely. */
function stateChange(change: Change, { rest, scribe, remote }: EngineCall): Standing {
  if (change.verb === 'none') return 'expected'
  const { started } = scribe.facts.session
  const everything = rest.some(listsEverything)
  const own =
    change.targets.length > 0 && change.targets.every((word) => word.text !== undefined && started.has(word.text))
  return changesEngine(
    {
      verb: change.verb,
      target: change.targets.map(shown).join(' ') || change.what,
      targets: containerTargets(change, everything),
      mass: change.mass || change.all || everything || rest.some(isPrinted),
      stage: remote || change.family === 'cluster' ? 'unknown' : 'development',
      family: change.family,
      certainty: own ? 'possible' : remote || everything || change.all ? 'certain' : change.certainty,
    },
    scribe,
  )
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
