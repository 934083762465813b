import { hostOf } from '../../hosts.ts'
import type { Command, Word } from '../../words.ts'
import { worst } from '../git/standing.ts'
import { type OptionGrammar, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { readWrittenDockerfiles } from './dockerfiles.ts'
import { readExec, stateBoundary } from './run.ts'

const GLOBAL: OptionGrammar = {
  flags: ['verbose', 'v', 'version', 'help', 'h', 'compatibility', 'no-ansi', 'dry-run', 'all-resources'],
  values: [
    'f',
    'file',
    'p',
    'project-name',
    'profile',
    'env-file',
    'project-directory',
    'ansi',
    'progress',
    'parallel',
    'c',
    'context',
    'H',
    'host',
  ],
  stopAtOperand: true,
}

const READS = new Set([
  'ps',
  'ls',
  'logs',
  'config',
  'images',
  'top',
  'port',
  'version',
  'events',
  'convert',
  'stats',
  'volumes',
  'wait',
  'help',
])
const WORKS = new Set(['up', 'build', 'pull', 'start', 'create', 'unpause', 'watch', 'scale', 'attach', 'cp'])
const STOPS = new Set(['stop', 'restart', 'kill', 'pause'])

/** docker compose: the project's own services. */
export function readCompose(command: Command, words: readonly Word[], scribe: Scribe, remote?: string): Standing {
  const options = readOptions(words, GLOBAL)
  const [verbWord, ...rest] = options.operands
  const verb = verbWord?.known ?? 'help'
  if (options.has('help', 'h', 'version', 'v', 'dry-run') || rest.some((word) => word.known === '--help'))
    return 'proven'
  if (options.unknown.length > 0) return 'unknown'
  if (READS.has(verb)) return 'expected'
  for (const word of options.values('f', 'file'))
    if (/^(?:https?|git|oci|ssh):|^git@/.test(word.known)) stateFetchedFile(word, scribe)
  if (remote !== undefined && verb !== 'exec') return changesElsewhere(verb, remote, scribe)
  if (WORKS.has(verb))
    return worst('expected', verb === 'build' || verb === 'up' ? readWrittenDockerfiles([], scribe) : 'proven')
  if (verb === 'exec') return readExec({ command, rest, scribe, remote })
  if (verb === 'run') return runsService(rest, scribe)
  if (verb === 'push') {
    scribe.effect({ kind: 'publish', registry: 'registry', what: 'compose images', removes: false })
    return 'plain'
  }
  if (STOPS.has(verb)) return 'expected'
  return verb === 'down' || verb === 'rm' ? removes(verb, rest, scribe) : 'unknown'
}

/** Services described by a file from the network: what they run and mount is not known. */
function stateFetchedFile(word: Word, scribe: Scribe): void {
  const host = hostOf(word.known).replaceAll('\0', '…')
  scribe.effect({ kind: 'run-code', language: 'other', origin: 'download', read: false, host, by: 'compose -f' })
}

/** On another machine the project's services are somebody's running system. */
function changesElsewhere(verb: string, remote: string, scribe: Scribe): Standing {
  scribe.effect({
    kind: 'resource-change',
    system: 'docker',
    verb: verb === 'down' || verb === 'rm' ? 'delete' : STOPS.has(verb) ? 'restart' : 'apply',
    target: remote,
    mass: true,
    stage: 'unknown',
    family: 'compute',
  })
  return 'plain'
}

const RUN: OptionGrammar = {
  flags: [
    'd',
    'T',
    'i',
    'P',
    'rm',
    'detach',
    'build',
    'no-deps',
    'service-ports',
    'use-aliases',
    'quiet-pull',
    'remove-orphans',
  ],
  values: [
    'e',
    'env',
    'u',
    'user',
    'w',
    'workdir',
    'v',
    'volume',
    'p',
    'publish',
    'l',
    'label',
    'name',
    'entrypoint',
    'cap-add',
  ],
  stopAtOperand: true,
}

/** `compose run service command`: the command runs inside. */
function runsService(words: readonly Word[], scribe: Scribe): Standing {
  const options = readOptions(words, RUN)
  const [service, ...inner] = options.operands
  stateBoundary(options, scribe)
  const place = { kind: 'container', name: service?.known.replaceAll('\0', '…') ?? '' } as const
  const standing = inner.length > 0 ? scribe.runs(inner, 'compose run', { place }) : 'expected'
  if (options.unknown.length > 0 || !service) return 'unknown'
  return standing === 'proven' ? 'expected' : standing
}

/** `down -v` takes the data with it. */
function removes(verb: string, rest: readonly Word[], scribe: Scribe): Standing {
  const options = readOptions(rest, {
    flags: ['v', 'volumes', 'remove-orphans', 'f', 'force', 's', 'stop', 'a'],
    values: ['t', 'timeout', 'rmi'],
  })
  if (!options.has('v', 'volumes')) return options.unknown.length > 0 ? 'unknown' : 'expected'
  scribe.effect({
    kind: 'resource-change',
    system: 'docker',
    verb: 'delete',
    target: `volumes of compose ${verb}`,
    mass: true,
    stage: 'development',
    family: 'storage',
  })
  return 'plain'
}

export const COMPOSE: Program = {
  names: ['docker-compose', 'podman-compose'],
  read: (command, scribe) => readCompose(command, command.args, scribe),
}
