import type { Certainty, Effect } from '../../../analysis/effects.ts'
import { hasMatchingWord } from '../../../analysis/interpret/command-words.ts'
import { displayText } from '../../../analysis/interpret/loose-words.ts'
import { readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec, SpecCall, SpecCallHandler } from '../../../analysis/interpret/spec.ts'
import { createSpecProgram, interpretSpec, readSpecOptions } from '../../../analysis/interpret/spec-interpreter.ts'
import type { Target } from '../../../analysis/target.ts'
import { amountOf } from '../../../analysis/targets.ts'
import type { Command, Word } from '../../../analysis/words.ts'
import { LISTING_SOURCE } from '../../lexicon/source-names.ts'
import { readCompose } from './compose.ts'
import { readAttach, readExec, readRun } from './container-run.ts'
import { readBuild, readCopy, readImageTools, readLogin, readPush, recordImageArchive } from './images.ts'
import { describeListing, isUnfilteredListing, recordEngineChange } from './listings.ts'

/** Contexts that tools for this machine set up. */
const LOCAL_CONTEXTS =
  /^(?:default|desktop-linux|desktop-windows|orbstack|rootless|colima(?:-\w+)?|rancher-desktop|podman-machine\S*|lima\S*)$/

function findRemoteEngine({ loose, command }: SpecCall): string | undefined {
  const context = loose.value('-c', '--context', '--connection')?.known
  const hostVariable = command.assignments.findLast(
    ({ name }) => name === 'DOCKER_HOST' || name === 'CONTAINER_HOST',
  )?.value
  const chosen = command.assignments.findLast(({ name }) => name === 'DOCKER_CONTEXT')?.value.known ?? context
  return (
    parseRemoteHost(loose.value('-H', '--host', '--url')?.known ?? hostVariable?.known) ??
    (chosen === undefined || LOCAL_CONTEXTS.test(chosen) ? undefined : chosen.replaceAll('\0', '…'))
  )
}

/** The machine an engine runs on, when it is not this one. */
function parseRemoteHost(text: string | undefined): string | undefined {
  if (text === undefined || /^(?:unix|npipe|fd):/.test(text)) return undefined
  return text.replaceAll('\0', '…').replace(/^[a-z]+:\/\//, '')
}

export interface EngineCall {
  readonly command: Command
  readonly rest: readonly Word[]
  readonly recorder: EffectRecorder
  readonly remote: string | undefined
}

const toSubcommandAnalyzer =
  (read: (call: EngineCall) => CommandGrade): SpecCallHandler =>
  (call) =>
    read({ ...call, remote: findRemoteEngine(call) })

const analyzeTlsVerify: SpecCallHandler = ({ command, recorder }) => {
  const off = command.args.find((word) => /^--tls-verify=(?:false|0)$/.test(word.known))
  if (off) recorder.effect({ kind: 'weaken', area: 'tls', feature: `${command.name} ${off.known}` })
  return 'proven'
}

const analyzePluginInstall: SpecCallHandler = ({ rest, recorder }) => {
  if (hasMatchingWord({ args: rest }, /^--grant-all-permissions$/))
    recorder.effect({ kind: 'weaken', area: 'sandbox', feature: 'rights of an engine plugin', certainty: 'likely' })
  return 'unknown'
}

/** A container's variables are where its passwords are: a template that asks for them shows them. */
const analyzeInspect: SpecCallHandler = (call) => {
  const { rest, recorder } = call
  if (/(?:^| )inspect$/.test(formatSubcommand(call)) && hasMatchingWord({ args: rest }, /\{\{.*\bEnv\b/s))
    recorder.effect({
      kind: 'expose-secret',
      source: { kind: 'secret-store', store: 'the variables of a container' },
      sink: 'output',
    })
  return 'expected'
}

/** The words of the sub-command: `volume rm`. */
function formatSubcommand({ loose: { operands }, rest }: SpecCall): string {
  return operands
    .slice(0, operands.length - rest.length)
    .map(displayText)
    .join(' ')
}

/** Sources that name what they were asked for: a list, or the one thing that was just made. */
const NAMED_OUTPUT_SOURCES = new Set([LISTING_SOURCE, 'docker', 'podman', 'nerdctl', 'finch'])

/** A word that another command prints: how many things it names is not known. */
function isComputedName(word: Word): boolean {
  return (
    word.dynamic &&
    word.sources.some((source) => source.kind === 'command' && !NAMED_OUTPUT_SOURCES.has(source.program))
  )
}

function listContainerTargets(targets: readonly Word[], what: string, everything: boolean): readonly Target[] {
  const [group = '', verb] = what.split(' ')
  const type = verb !== undefined ? group : group === 'rmi' ? 'image' : 'container'
  if (targets.length === 0) return [{ kind: 'container', type, name: '', amount: 'all' }]
  return targets.map((word) => {
    const name = displayText(word)
    return { kind: 'container', type, name, amount: everything ? 'all' : amountOf(name) }
  })
}

type ResourceChange = Extract<Effect, { kind: 'resource-change' }>

/** A change to the engine's things; what this session started may be stopped and removed freely. `mass`: it covers more than is named. */
const makeChangeAnalyzer =
  (
    verb: ResourceChange['verb'],
    usual: Certainty,
    of: ResourceChange['family'] = 'compute',
    wide = false,
  ): SpecCallHandler =>
  (call) => {
    const { rest, recorder } = call
    const name = formatSubcommand(call)
    const remote = findRemoteEngine(call)
    const { operands, has } = readOptions(rest, {
      flags: 'a f v l q all force volumes link depend no-trunc i interactive detach d',
      values: 's t signal time timeout filter platform label driver subnet opt o m message c change author',
    })
    const volumes = has('volumes') || (name.endsWith('rm') && has('v'))
    // Without it only leftovers of builds go; the cache of the builder is made anew in any case.
    const all = has('all', 'a') && !/^build/.test(name)
    const { started } = recorder.facts.session
    const everything = rest.some(isUnfilteredListing)
    const own = operands.length > 0 && operands.every(({ text }) => text !== undefined && started.has(text))
    const family = volumes ? 'storage' : of
    return recordEngineChange(
      {
        verb,
        target: operands.map(displayText).join(' ') || name,
        targets: listContainerTargets(operands, name, everything),
        mass: wide || operands.some(({ glob }) => glob) || all || everything || rest.some(isComputedName),
        environment: remote || family === 'cluster' ? 'unknown' : 'development',
        family,
        certainty: own ? 'possible' : remote || everything || all || volumes ? 'certain' : usual,
      },
      recorder,
    )
  }

export const ENGINE_SPEC: ProgramSpec = {
  names: 'docker podman nerdctl finch',
  style: 'leading',
  options:
    '-Dvr --debug --tls --tlsverify --version --help --remote -Hclna: --host: --context: --config: --log-level: --tlscacert: --tlscert: --tlskey: --namespace: --address: --root: --runroot: --connection: --url: --identity:',
  also: [['**', analyzeTlsVerify]],
  rules: [
    ['-v help', 'shows'],
    ['run|create container/run|create', toSubcommandAnalyzer(readRun)],
    ['exec container/exec', toSubcommandAnalyzer(readExec)],
    ['attach container/attach', toSubcommandAnalyzer(readAttach)],
    ['unshare', ({ rest, recorder }) => (rest.length === 0 ? 'plain' : recorder.runs(rest, 'podman unshare'))],
    ['build image|builder|buildx/build buildx/bake', toSubcommandAnalyzer(readBuild)],
    ['push image|manifest/push', toSubcommandAnalyzer(readPush)],
    ['buildx/imagetools', toSubcommandAnalyzer(readImageTools)],
    ['login', toSubcommandAnalyzer(readLogin)],
    ['cp container/cp', toSubcommandAnalyzer(readCopy)],
    ['save|export image/save container/export', toSubcommandAnalyzer(recordImageArchive)],
    [
      'compose',
      toSubcommandAnalyzer(({ command, rest, recorder, remote }) => readCompose(command, rest, recorder, remote)),
    ],
    ['plugin/install', analyzePluginInstall],
    [
      'ps|ls|list|images|inspect|logs|info|version|top|stats|port|diff|history|search|events|wait container|image|volume|network|context|node|service|stack|secret|config|pod|plugin|manifest|machine/ls|list|ps|inspect|logs|top|stats|port|diff|history|exists|show|services system/df|info|events buildx/ls|inspect|du|version builder/du',
      analyzeInspect,
    ],
    [
      'pull|tag|start|unpause|load|import|commit|logout|rename|update|init|scout|sbom|debug image/pull|tag|load|import container/start|commit|rename|unpause volume/create network/create|connect|disconnect|reload context|buildx/create|use machine/start|init pod/create|start manifest/create',
      'read',
    ],
    // Containers are made to be thrown away; what may be lost is data in volumes.
    ['stop|pause container/stop|pause pod|machine/stop', makeChangeAnalyzer('cancel', 'possible')],
    ['kill container|pod/kill', makeChangeAnalyzer('cancel', 'likely')],
    ['restart container|pod/restart', makeChangeAnalyzer('restart', 'possible')],
    ['rm container|pod/rm', makeChangeAnalyzer('delete', 'likely')],
    ['rmi image|network/rm|remove buildx|manifest/rm', makeChangeAnalyzer('delete', 'possible')],
    ['context/rm', makeChangeAnalyzer('delete', 'likely', 'config')],
    ['volume/rm|remove', makeChangeAnalyzer('delete', 'certain', 'storage')],
    ['volume/prune', makeChangeAnalyzer('purge', 'certain', 'storage', true)],
    ['system|container|network|pod/prune', makeChangeAnalyzer('purge', 'likely', 'compute', true)],
    ['image|builder|buildx/prune', makeChangeAnalyzer('purge', 'possible', 'compute', true)],
    ['system/reset', makeChangeAnalyzer('destroy', 'certain', 'storage', true)],
    ['machine/rm', makeChangeAnalyzer('destroy', 'certain', 'storage')],
    [
      'service/create|update|scale|rollback stack/deploy secret|config/create node/update swarm/init|join|update',
      makeChangeAnalyzer('update', 'certain', 'cluster'),
    ],
    [
      'service|stack|secret|config|node/rm swarm/leave stack/down',
      makeChangeAnalyzer('delete', 'certain', 'cluster', true),
    ],
    ['**', 'unread'],
  ],
  examples: {
    match: ['docker volume rm data', 'docker push acme/shop:1', 'docker run --privileged alpine'],
    pass: ['docker ps', 'docker build -t shop .', 'docker start web'],
  },
}

export const ENGINE_PROGRAM: Program = {
  ...createSpecProgram(ENGINE_SPEC),
  read: (command, recorder) => {
    const { operands: args } = readSpecOptions(ENGINE_SPEC, command)
    const asks = args.length === 0 || (args.length <= 3 && hasMatchingWord({ args }, /^--help$/))
    return asks ? 'proven' : interpretSpec(ENGINE_SPEC, command, recorder)
  },
  output: (command) => {
    // What is typed in as the password is not printed again.
    if (hasMatchingWord(command, /^--password-stdin$/))
      return { text: undefined, sources: [{ kind: 'command', program: command.name ?? 'docker', secret: false }] }
    return describeListing(readSpecOptions(ENGINE_SPEC, command).operands)
  },
}

/** Stores of registry passwords: `get` prints one. */
export const CREDENTIAL_HELPERS: Program = {
  names: ['desktop', 'osxkeychain', 'secretservice', 'pass', 'wincred', 'ecr-login', 'gcr', 'gcloud', 'acr-env'].map(
    (store) => `docker-credential-${store}`,
  ),
  read: ({ args: [verb], stdout }, recorder) => {
    if (verb?.known !== 'get') return /^(?:version|list)$/.test(verb?.known ?? '') ? 'expected' : 'plain'
    recorder.effect({
      kind: 'expose-secret',
      source: { kind: 'secret-store', store: 'docker' },
      sink: stdout === 'file' ? 'file' : 'output',
      certainty: stdout === 'pipe' || stdout === 'captured' ? 'possible' : 'certain',
    })
    return 'plain'
  },
}
