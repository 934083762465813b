import type { Target } from '../../target.ts'
import { amountOf } from '../../targets.ts'
import type { Command, Word } from '../../words.ts'
import { type Grammar, type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { readCompose } from './compose.ts'
import { type Change, changeOf, READS } from './engine-verbs.ts'
import { readBuild, readCopy, readImageTools, readLogin, readPush, writesArchive } from './images.ts'
import { LISTING, listing, listsEverything } from './listings.ts'
import { readExec, readRun } from './run.ts'

const GLOBAL: Grammar = {
  flags: '-Dvr debug tls tlsverify version help remote',
  values:
    'H host c context config l log-level tlscacert tlscert tlskey namespace n address a root runroot connection url identity',
  stopAtOperand: true,
}

/** docker and its kin: sub-commands, some behind a noun (`container`, `image`, `volume`). */
export const ENGINE: Program = {
  names: ['docker', 'podman', 'nerdctl', 'finch'],
  read: readEngine,
  output: (command) => {
    // What is typed in as the password is not printed again.
    if (command.args.some((word) => word.known === '--password-stdin'))
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
  if (options.has('v', 'version', 'help') || verb === '' || verb === 'help' || asksForHelp(options.operands))
    return 'proven'
  const remote = elsewhere(options, command)
  stateInsecurePull(command, scribe)
  const isNoun = NOUNS.has(verb)
  const name = isNoun ? `${verb} ${second?.known ?? ''}`.trim() : verb
  const rest = options.operands.slice(isNoun ? 2 : 1)
  const standing = readVerb(name, { command, rest, scribe, remote })
  return options.unknown.length > 0 ? 'unknown' : standing
}

function asksForHelp(words: readonly Word[]): boolean {
  return words.length <= 3 && words.some((word) => word.known === '--help')
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
  /** The words after the verb. */
  readonly rest: readonly Word[]
  readonly scribe: Scribe
  readonly remote: string | undefined
}

function readVerb(name: string, call: EngineCall): Standing {
  switch (name) {
    case 'run':
    case 'create':
    case 'container run':
    case 'container create':
      return readRun(call)
    case 'exec':
    case 'container exec':
      return readExec(call)
    case 'build':
    case 'image build':
    case 'builder build':
    case 'buildx build':
    case 'buildx bake':
      return readBuild(call)
    case 'push':
    case 'image push':
    case 'manifest push':
      return readPush(call)
    case 'buildx imagetools':
      return readImageTools(call)
    case 'login':
      return readLogin(call)
    case 'cp':
    case 'container cp':
      return readCopy(call)
    case 'save':
    case 'export':
    case 'image save':
    case 'container export':
      return writesArchive(call)
    case 'compose':
      return readCompose(call.command, call.rest, call.scribe, call.remote)
  }
  if (name === 'plugin install' && call.rest.some((word) => word.known === '--grant-all-permissions'))
    call.scribe.effect({ kind: 'weaken', area: 'sandbox', feature: 'rights of an engine plugin', certainty: 'likely' })
  if (READS.has(name)) return showsEnvironment(name, call)
  const change = changeOf(name, call.rest)
  return change ? stateChange(change, call) : 'unknown'
}

/** A container's variables are where its passwords are: a template that asks for them shows them. */
function showsEnvironment(name: string, { rest, scribe }: EngineCall): Standing {
  const asked = /(?:^| )inspect$/.test(name) && rest.some((word) => /\{\{.*\bEnv\b/s.test(word.known))
  if (asked)
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

/** The things a change names; none for a sweep. */
function containerTargets({ targets, what }: Change, everything: boolean): readonly Target[] {
  const [group = '', verb] = what.split(' ')
  const type = verb !== undefined ? group : group === 'rmi' ? 'image' : 'container'
  if (targets.length === 0) return [{ kind: 'container', type, name: '', amount: 'all' }]
  return targets.map((word) => {
    const name = word.known.replaceAll('\0', '…')
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
  scribe.effect({
    kind: 'resource-change',
    system: 'docker',
    verb: change.verb,
    target: change.targets.map((word) => word.known.replaceAll('\0', '…')).join(' ') || change.what,
    targets: containerTargets(change, everything),
    mass: change.mass || change.all || everything || rest.some(isPrinted),
    stage: remote || change.family === 'cluster' ? 'unknown' : 'development',
    family: change.family,
    certainty: own ? 'possible' : remote || everything || change.all ? 'certain' : change.certainty,
  })
  return 'plain'
}
