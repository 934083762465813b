import { dirname, resolve } from 'node:path/posix'
import type { Effect } from '../effects.ts'
import { programName } from '../interpret/base-name.ts'
import { isEngine, portsOfEmpty } from '../interpret/started-containers.ts'
import type { Command } from '../words.ts'
import { urlParts } from './hosts.ts'
import { developmentPort } from './local-endpoints.ts'

const MAX_WORDS = 60
const MAX_PRIOR_COMMANDS = 64
const PORT_OPTIONS = /^(?:-p|-P|--?(?:\w+-)*port)$/
const PLACE_OPTIONS =
  /^(?:-[DcdpfsS]|--?(?:data|datadir|data-?dir(?:ectory)?|dbpath|db-?path|dir|directory|home|prefix|root|base-?dir|config|conf|config-?file|defaults-file|pid-?file|pid-?path|socket|sock|unix-?socket|workdir|work-?dir|state-?dir|run-?dir))$/
/** Those among them that hold all that the server has, or through which alone it is reached. */
const DATA_OPTIONS =
  /^(?:-[Ds]|--?(?:data|datadir|data-?dir(?:ectory)?|pgdata|dbpath|db-?path|dir|directory|base-?dir|socket|sock|unix-?socket))$/
const HOST_OPTIONS = /^(?:-h|--?(?:host|hostname|server|url|uri))$/
const LOOPBACK_ADDRESS = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|0\.0\.0\.0|\/.*)(?::\d+)?$/
const DAEMON_OPTIONS = /^--?(?:daemoni[sz]e|daemon|background|fork|detach|detached|start|bg)(?:=(?:yes|true|1))?$/
const START_VERBS = /^(?:start|up|serve|server|run|boot|launch|daemon|init)$/

function serverMarks({ args, cwd }: Command): string[] {
  const marks: string[] = []
  // `-o "-p 5433"`: options that are handed on.
  const words = args.slice(0, MAX_WORDS).flatMap(({ text = '' }) => (/^-\S+ /.test(text) ? text.split(/\s+/) : [text]))
  for (const [at, text] of words.entries()) {
    const [, option = text, attached] = /^(--?[\w-]+)=(.*)$/s.exec(text) ?? []
    const value = attached ?? words[at + 1] ?? ''
    const port = /^(?:[\w.]*:)?(\d{2,5})$/.exec(value)?.[1]
    if (PORT_OPTIONS.test(option) && port !== undefined) marks.push(`${PORT_MARK}${port}`)
    else if (
      /^--?(?:listen|bind|addr|address|\w+-addr(?:ess)?)$/.test(option) &&
      value.includes(':') &&
      port !== undefined
    )
      marks.push(`${PORT_MARK}${port}`)
    else if (PLACE_OPTIONS.test(option) && /^[~./\w][\w./~-]*$/.test(value) && /\//.test(value))
      marks.push(`server of ${resolve(cwd ?? '/', value).replace(/\/$/, '')}`)
    const { host, port: reached } = text.includes('://') ? urlParts(text) : { host: '', port: '' }
    if (reached !== '' && LOOPBACK_ADDRESS.test(host)) marks.push(`${PORT_MARK}${reached}`)
  }
  return marks
}

export function startedServers(command: Command): readonly string[] {
  const { name = '', args, background } = command
  if (isEngine(name)) return portsOfEmpty(command).map((port) => `${PORT_MARK}${port}`)
  const words = args.slice(0, MAX_WORDS).map(({ text = '' }) => text)
  const named = /(?:server|[a-z]d)$/.test(programName(name))
  const port = background ? developmentPort(command) : undefined
  const marks = serverMarks(command)
  if (port !== undefined && !marks.some((mark) => mark.startsWith(PORT_MARK))) marks.push(`${PORT_MARK}${port}`)
  if (!background && !named && !words.some((word) => DAEMON_OPTIONS.test(word) || START_VERBS.test(word))) return []
  return marks
}

const PORT_MARK = 'server on port '

/** Does a server of the session answer there? */
export function isSessionPort(port: string, { started, before }: Pick<ServerContext, 'started' | 'before'>): boolean {
  const mark = `${PORT_MARK}${port}`
  return started.has(mark) || before.slice(0, MAX_PRIOR_COMMANDS).some((each) => startedServers(each).includes(mark))
}

function isSessionServer(command: Command, started: (mark: string) => boolean): boolean {
  return isLocalServer(command) && serverMarks(command).some(started)
}

function isLocalServer({ args }: Command): boolean {
  const at = args.findIndex(({ known }) => HOST_OPTIONS.test(known))
  const host = at < 0 ? undefined : args[at + 1]?.text
  return at < 0 || (host !== undefined && LOOPBACK_ADDRESS.test(host))
}

function namesNoOtherMachine({ args }: Command): boolean {
  const hosts = args.flatMap(({ known }) =>
    known.includes('://') ? urlParts(known).host : (/^(?:-\S+=)?([\w.@-]+):\d+$/.exec(known)?.[1] ?? []),
  )
  return hosts.every((host) => LOOPBACK_ADDRESS.test(host)) && !args.some(({ known }) => /[@\0]/.test(known))
}

function dataFolders({ args, cwd }: Command): readonly string[] {
  return args.slice(0, MAX_WORDS).flatMap(({ known }, at) => {
    const [, option = known, attached] = /^(--?[\w-]+)=(.*)$/s.exec(known) ?? []
    const value = attached ?? args[at + 1]?.text
    const isSocket = HOST_OPTIONS.test(option) && value?.startsWith('/') === true
    if (!isSocket && !DATA_OPTIONS.test(option)) return []
    if (value === undefined || !/^[~./\w][\w./~-]*\/[\w./~-]*$/.test(value)) return ['/']
    const place = resolve(cwd ?? '/', value)
    return [/\.sock(?:et)?$/.test(place) ? dirname(place) : place]
  })
}

interface ServerContext {
  /** It runs in a container that the session filled. */
  readonly inside: boolean
  readonly started: ReadonlySet<string>
  readonly before: readonly Command[]
  readonly isPassing: (folder: string) => boolean
}

function isTemporaryServer(command: Command, isPassing: ServerContext['isPassing']): boolean {
  const folders = dataFolders(command)
  return folders.length > 0 && folders.every(isPassing) && isLocalServer(command)
}

/** To stop a server that the session started is its own affair; one in a temporary folder is nobody's. */
export function withSessionServer<E extends Effect>(effect: E, command: Command, around: ServerContext): E {
  const about =
    (effect.kind === 'service-control' &&
      (effect.verb === 'stop' || effect.verb === 'restart' || effect.verb === 'reload')) ||
    (effect.kind === 'database-change' && effect.reach !== 'remote')
  // What a queue's own program does in such a container stays in it.
  const within = around.inside && effect.kind === 'resource-change' && effect.family === 'queue'
  if (!about && !(within && namesNoOtherMachine(command))) return effect
  if (around.inside && isLocalServer(command)) return { ...effect, certainty: 'possible' }
  const here = new Set(around.before.slice(0, MAX_PRIOR_COMMANDS).flatMap(startedServers))
  return isSessionServer(command, (mark) => here.has(mark) || around.started.has(mark)) ||
    isTemporaryServer(command, around.isPassing)
    ? { ...effect, certainty: 'possible' }
    : effect
}
