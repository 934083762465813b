import { dirname } from 'node:path/posix'
import { hostOf } from '../../hosts.ts'
import { stageOfName } from '../../stages.ts'
import type { Command, Word } from '../../words.ts'
import { shown } from '../form/words.ts'
import { type Grammar, type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { stateServices } from './compose-services.ts'
import { readWrittenDockerfiles } from './dockerfiles.ts'
import { changesEngine } from './listings.ts'
import { stateMountedWork } from './mounted.ts'
import { mountsOf, readExec, stateBoundary } from './run.ts'
import { COMPOSE_GLOBAL, composeProject } from './started.ts'

const READS = new Set('ps ls logs config images top port version events convert stats volumes wait help'.split(' '))
const WORKS = new Set(['up', 'build', 'pull', 'start', 'create', 'unpause', 'watch', 'scale', 'attach', 'cp'])
const STOPS = new Set(['stop', 'restart', 'kill', 'pause'])

export function readCompose(command: Command, words: readonly Word[], scribe: Scribe, remote?: string): Standing {
  const options = readOptions(words, COMPOSE_GLOBAL)
  const [verbWord, ...rest] = options.operands
  const verb = verbWord?.known ?? 'help'
  if (
    options.has('help', 'h', 'version', 'v', 'dry-run') ||
    rest.some((word) => /^--(?:help|dry-run)$/.test(word.known))
  )
    return 'proven'
  if (options.unknown.length > 0) return 'unknown'
  if (READS.has(verb)) return 'expected'
  for (const word of options.values('f', 'file'))
    if (/^(?:https?|git|oci|ssh):|^git@/.test(word.known)) stateFetchedFile(word, scribe)
  if (remote !== undefined && verb !== 'exec') return changesElsewhere(verb, remote, scribe)
  if (WORKS.has(verb))
    return weakest(
      'expected',
      verb === 'build' || verb === 'up' ? readWrittenDockerfiles([], scribe) : 'proven',
      verb === 'build' || verb === 'pull' ? 'proven' : readWrittenComposeFiles(options.values('f', 'file'), scribe),
    )
  if (verb === 'exec') return readExec({ command, rest, scribe, remote })
  if (verb === 'run')
    return weakest(readWrittenComposeFiles(options.values('f', 'file'), scribe), runsService(rest, scribe))
  if (verb === 'push') {
    scribe.effect({ kind: 'publish', registry: 'registry', what: 'compose images', removes: false })
    return 'plain'
  }
  const live: Standing =
    /^(?:stop|restart|kill|pause|down|rm)$/.test(verb) && isProduction(options)
      ? changesElsewhere(verb, 'production', scribe)
      : 'expected'
  if (STOPS.has(verb)) return live
  return verb === 'down' || verb === 'rm'
    ? weakest(live, removes({ verb, project: composeProject(options), scratch: isForTests(options) }, rest, scribe))
    : 'unknown'
}

/** The file or project by its name: what runs for others. */
function isProduction(options: Options): boolean {
  return options
    .values('f', 'file', 'p', 'project-name', 'profile')
    .some((word) => stageOfName(word.known) === 'production')
}

/** Services described by a file from the network: what they run and mount is not known. */
function stateFetchedFile(word: Word, scribe: Scribe): void {
  const host = hostOf(shown(word))
  scribe.effect({ kind: 'run-code', language: 'other', origin: 'download', read: false, host, by: 'compose -f' })
}

/** On another machine the project's services are somebody's running system. */
function changesElsewhere(verb: string, target: string, scribe: Scribe): Standing {
  const change = verb === 'down' || verb === 'rm' ? 'delete' : STOPS.has(verb) ? 'restart' : 'apply'
  return changesEngine({ verb: change, target, mass: true, stage: 'unknown', family: 'compute' }, scribe)
}

const RUN: Grammar = {
  flags: 'd T i P rm detach build no-deps service-ports use-aliases quiet-pull remove-orphans',
  values: 'e env u user w workdir v volume p publish l label name entrypoint cap-add',
  stopAtOperand: true,
}

function runsService(words: readonly Word[], scribe: Scribe): Standing {
  const options = readOptions(words, RUN)
  const [service, ...inner] = options.operands
  stateBoundary(options, scribe)
  const place = { kind: 'container', name: service ? shown(service) : '' } as const
  const standing = inner.length > 0 ? scribe.runs(inner, 'compose run', { place }) : 'expected'
  stateMountedWork(inner, mountsOf(options), scribe)
  if (options.unknown.length > 0 || !service) return 'unknown'
  return standing === 'proven' ? 'expected' : standing
}

const TESTS = /(?:^|[._/-])(?:test|tests|testing|e2e|ci|integration)(?:[._/-]|$)/i

/** A project that is there for tests alone, by its own name or by all of its files. */
function isForTests(options: Options): boolean {
  const files = options.values('f', 'file')
  const name = options.value('p', 'project-name')?.known
  return name === undefined ? files.length > 0 && files.every((word) => TESTS.test(word.known)) : TESTS.test(name)
}

/** `down -v` takes the data with it; that of a project which this session started is its own. */
function removes(
  told: { verb: string; project: string; scratch: boolean },
  rest: readonly Word[],
  scribe: Scribe,
): Standing {
  const options = readOptions(rest, {
    flags: '-vfsa volumes remove-orphans force stop',
    values: '-t timeout rmi',
  })
  if (!options.has('v', 'volumes')) return options.unknown.length > 0 ? 'unknown' : 'expected'
  return changesEngine(
    {
      verb: 'delete',
      target: `volumes of compose ${told.verb}`,
      mass: true,
      family: 'storage',
      certainty: told.scratch || scribe.facts.session.started.has(told.project) ? 'possible' : 'certain',
    },
    scribe,
  )
}

/** Those that are taken when none is named; an override is taken beside them. */
const USUAL = ['compose', 'docker-compose'].flatMap((base) =>
  ['', '.override'].flatMap((more) => [`${base}${more}.yaml`, `${base}${more}.yml`]),
)

/** Settings of a service that give it a hold on this machine. */
const OPENINGS: readonly (readonly [RegExp, string])[] = [
  [/^\s*privileged:\s*(?:true|yes|on)\b/m, 'docker --privileged'],
  [/^\s*(?:pid|ipc|userns_mode):\s*["']?host\b/m, 'docker host namespaces'],
  [/(?:^|["'\s[-])\/:\/[\w/]*|source:\s*["']?\/["']?\s*$/m, 'host root mounted'],
  [/\/(?:docker|containerd|podman)\.sock\b/, 'container engine socket mounted'],
  [/^\s*-?\s*["']?(?:SYS_ADMIN|ALL|SYS_PTRACE|SYS_MODULE)["']?\s*$/m, 'docker --cap-add'],
  [/(?:^|["'\s[-])\/(?:etc|root|boot|usr)\/?:\//m, 'system folders mounted'],
]

/** Compose files that this session wrote, before they are started; older ones are the project's own. */
function readWrittenComposeFiles(named: readonly Word[], scribe: Scribe): Standing {
  const { written } = scribe.facts.session
  const paths = (named.length > 0 ? named.map((word) => word.text ?? '') : USUAL).map((text) => scribe.pathOf(text))
  const texts = paths.flatMap(({ real, sessionMade }) =>
    real !== undefined && (sessionMade || written.has(real)) ? [scribe.readText(real)] : [],
  )
  const [first] = paths
  for (const text of texts)
    if (text !== undefined) stateServices(text, dirname(first?.real ?? scribe.facts.cwd), scribe)
  const opened = texts.flatMap((text = '') => OPENINGS.filter(([pattern]) => pattern.test(text)))
  for (const [, feature] of opened)
    scribe.effect({ kind: 'weaken', area: 'sandbox', feature, certainty: 'likely', by: 'compose up' })
  return opened.length > 0 || texts.includes(undefined) ? 'plain' : 'proven'
}

export const COMPOSE: Program = {
  names: ['docker-compose', 'podman-compose'],
  read: (command, scribe) => readCompose(command, command.args, scribe),
}
