import { dirname } from 'node:path/posix'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { displayText } from '../../../analysis/interpret/loose-words.ts'
import { type Grammar, type Options, readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { COMPOSE_GLOBAL_GRAMMAR, formatComposeProject } from '../../../analysis/interpret/started-containers.ts'
import { hostOf } from '../../../analysis/remote/hosts.ts'
import type { Command, Word } from '../../../analysis/words.ts'
import { environmentOfName } from '../../lexicon/deployment-environments.ts'
import { recordServices } from './compose-services.ts'
import { listMounts, readExec, recordSandboxOpenings } from './container-run.ts'
import { readSessionDockerfiles } from './dockerfiles.ts'
import { recordEngineChange } from './listings.ts'
import { recordMountedFolderWork } from './mounted-folders.ts'

const READ_ONLY_VERBS = new Set(
  'ps ls logs config images top port version events convert stats volumes wait help'.split(' '),
)
const ROUTINE_VERBS = new Set(['up', 'build', 'pull', 'start', 'create', 'unpause', 'watch', 'scale', 'attach', 'cp'])
const STOPPING_VERBS = new Set(['stop', 'restart', 'kill', 'pause'])

export function readCompose(
  command: Command,
  words: readonly Word[],
  recorder: EffectRecorder,
  remote?: string,
): CommandGrade {
  const options = readOptions(words, COMPOSE_GLOBAL_GRAMMAR)
  const [verbWord, ...rest] = options.operands
  const verb = verbWord?.known ?? 'help'
  if (
    options.has('help', 'h', 'version', 'v', 'dry-run') ||
    rest.some((word) => /^--(?:help|dry-run)$/.test(word.known))
  )
    return 'proven'
  if (options.unknown.length > 0) return 'unknown'
  if (READ_ONLY_VERBS.has(verb)) return 'expected'
  for (const word of options.values('f', 'file'))
    if (/^(?:https?|git|oci|ssh):|^git@/.test(word.known)) recordDownloadedCompose(word, recorder)
  if (remote !== undefined && verb !== 'exec') return recordRemoteComposeChange(verb, remote, recorder)
  if (ROUTINE_VERBS.has(verb))
    return weakestGrade(
      'expected',
      verb === 'build' || verb === 'up' ? readSessionDockerfiles([], recorder) : 'proven',
      verb === 'build' || verb === 'pull' ? 'proven' : readSessionComposeFiles(options.values('f', 'file'), recorder),
    )
  if (verb === 'exec') return readExec({ command, rest, recorder, remote })
  if (verb === 'run')
    return weakestGrade(
      readSessionComposeFiles(options.values('f', 'file'), recorder),
      analyzeComposeRun(rest, recorder),
    )
  if (verb === 'push') {
    recorder.effect({ kind: 'publish', registry: 'registry', what: 'compose images', removes: false })
    return 'plain'
  }
  const live: CommandGrade =
    /^(?:stop|restart|kill|pause|down|rm)$/.test(verb) && isProductionProject(options)
      ? recordRemoteComposeChange(verb, 'production', recorder)
      : 'expected'
  if (STOPPING_VERBS.has(verb)) return live
  return verb === 'down' || verb === 'rm'
    ? weakestGrade(
        live,
        analyzeComposeRemoval(
          { verb, project: formatComposeProject(options), scratch: isTestProject(options) },
          rest,
          recorder,
        ),
      )
    : 'unknown'
}

/** The file or project by its name: what runs for others. */
function isProductionProject(options: Options): boolean {
  return options
    .values('f', 'file', 'p', 'project-name', 'profile')
    .some((word) => environmentOfName(word.known) === 'production')
}

/** Services described by a file from the network: what they run and mount is not known. */
function recordDownloadedCompose(word: Word, recorder: EffectRecorder): void {
  const host = hostOf(displayText(word))
  recorder.effect({ kind: 'run-code', language: 'other', origin: 'download', read: false, host, by: 'compose -f' })
}

/** On another machine the project's services are somebody's running system. */
function recordRemoteComposeChange(verb: string, target: string, recorder: EffectRecorder): CommandGrade {
  const change = verb === 'down' || verb === 'rm' ? 'delete' : STOPPING_VERBS.has(verb) ? 'restart' : 'apply'
  return recordEngineChange({ verb: change, target, mass: true, environment: 'unknown', family: 'compute' }, recorder)
}

const COMPOSE_RUN_GRAMMAR: Grammar = {
  flags: 'd T i P rm detach build no-deps service-ports use-aliases quiet-pull remove-orphans',
  values: 'e env u user w workdir v volume p publish l label name entrypoint cap-add',
  stopAtOperand: true,
}

function analyzeComposeRun(words: readonly Word[], recorder: EffectRecorder): CommandGrade {
  const options = readOptions(words, COMPOSE_RUN_GRAMMAR)
  const [service, ...inner] = options.operands
  recordSandboxOpenings(options, recorder)
  const place = { kind: 'container', name: service ? displayText(service) : '' } as const
  const grade = inner.length > 0 ? recorder.runs(inner, 'compose run', { place }) : 'expected'
  recordMountedFolderWork(inner, listMounts(options), recorder)
  if (options.unknown.length > 0 || !service) return 'unknown'
  return grade === 'proven' ? 'expected' : grade
}

const TEST_NAME = /(?:^|[._/-])(?:test|tests|testing|e2e|ci|integration)(?:[._/-]|$)/i

/** A project that is there for tests alone, by its own name or by all of its files. */
function isTestProject(options: Options): boolean {
  const files = options.values('f', 'file')
  const name = options.value('p', 'project-name')?.known
  return name === undefined
    ? files.length > 0 && files.every((word) => TEST_NAME.test(word.known))
    : TEST_NAME.test(name)
}

/** `down -v` takes the data with it; that of a project which this session started is its own. */
function analyzeComposeRemoval(
  target: { verb: string; project: string; scratch: boolean },
  rest: readonly Word[],
  recorder: EffectRecorder,
): CommandGrade {
  const options = readOptions(rest, {
    flags: '-vfsa volumes remove-orphans force stop',
    values: '-t timeout rmi',
  })
  if (!options.has('v', 'volumes')) return options.unknown.length > 0 ? 'unknown' : 'expected'
  return recordEngineChange(
    {
      verb: 'delete',
      target: `volumes of compose ${target.verb}`,
      mass: true,
      family: 'storage',
      certainty: target.scratch || recorder.facts.session.started.has(target.project) ? 'possible' : 'certain',
    },
    recorder,
  )
}

/** Those that are taken when none is named; an override is taken beside them. */
const DEFAULT_COMPOSE_FILES = ['compose', 'docker-compose'].flatMap((base) =>
  ['', '.override'].flatMap((more) => [`${base}${more}.yaml`, `${base}${more}.yml`]),
)

/** Settings of a service that give it a hold on this machine. */
const HOST_ACCESS_SETTINGS: readonly (readonly [RegExp, string])[] = [
  [/^\s*privileged:\s*(?:true|yes|on)\b/m, 'docker --privileged'],
  [/^\s*(?:pid|ipc|userns_mode):\s*["']?host\b/m, 'docker host namespaces'],
  [/(?:^|["'\s[-])\/:\/[\w/]*|source:\s*["']?\/["']?\s*$/m, 'host root mounted'],
  [/\/(?:docker|containerd|podman)\.sock\b/, 'container engine socket mounted'],
  [/^\s*-?\s*["']?(?:SYS_ADMIN|ALL|SYS_PTRACE|SYS_MODULE)["']?\s*$/m, 'docker --cap-add'],
  [/(?:^|["'\s[-])\/(?:etc|root|boot|usr)\/?:\//m, 'system folders mounted'],
]

/** Compose files that this session wrote, before they are started; older ones are the project's own. */
function readSessionComposeFiles(named: readonly Word[], recorder: EffectRecorder): CommandGrade {
  const { written } = recorder.facts.session
  const paths = (named.length > 0 ? named.map((word) => word.text ?? '') : DEFAULT_COMPOSE_FILES).map((text) =>
    recorder.pathOf(text),
  )
  const texts = paths.flatMap(({ real, sessionMade }) =>
    real !== undefined && (sessionMade || written.has(real)) ? [recorder.readText(real)] : [],
  )
  const [first] = paths
  for (const text of texts)
    if (text !== undefined) recordServices(text, dirname(first?.real ?? recorder.facts.cwd), recorder)
  const opened = texts.flatMap((text = '') => HOST_ACCESS_SETTINGS.filter(([pattern]) => pattern.test(text)))
  for (const [, feature] of opened)
    recorder.effect({ kind: 'weaken', area: 'sandbox', feature, certainty: 'likely', by: 'compose up' })
  return opened.length > 0 || texts.includes(undefined) ? 'plain' : 'proven'
}

export const COMPOSE_PROGRAM: Program = {
  names: ['docker-compose', 'podman-compose'],
  read: (command, recorder) => readCompose(command, command.args, recorder),
}
