import { dirname, resolve } from 'node:path/posix'
import { programName } from './base-name.ts'
import type { Effect } from './effects.ts'
import { isEngine, portsOfEmpty } from './programs/containers/started.ts'
import type { Command } from './words.ts'

const MOST_WORDS = 60
const MOST_BEFORE = 64
const PORT = /^(?:-p|-P|--?(?:\w+-)*port)$/
const PLACE =
  /^(?:-[DcdpfsS]|--?(?:data|datadir|data-?dir(?:ectory)?|dbpath|db-?path|dir|directory|home|prefix|root|base-?dir|config|conf|config-?file|defaults-file|pid-?file|pid-?path|socket|sock|unix-?socket|workdir|work-?dir|state-?dir|run-?dir))$/
/** Those among them that hold all that the server has, or through which alone it is reached. */
const DATA =
  /^(?:-[Ds]|--?(?:data|datadir|data-?dir(?:ectory)?|pgdata|dbpath|db-?path|dir|directory|base-?dir|socket|sock|unix-?socket))$/
const HOST = /^(?:-h|--?(?:host|hostname|server|url|uri))$/
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|0\.0\.0\.0|\/.*)(?::\d+)?$/
const STAYS = /^--?(?:daemoni[sz]e|daemon|background|fork|detach|detached|start|bg)(?:=(?:yes|true|1))?$/
const STARTS = /^(?:start|up|serve|server|run|boot|launch|daemon|init)$/

function marksOf({ args, cwd }: Command): readonly string[] {
  const marks: string[] = []
  for (let at = 0; at < Math.min(args.length, MOST_WORDS); at++) {
    const text = args[at]?.text ?? ''
    const [, option = text, attached] = /^(--?[\w-]+)=(.*)$/s.exec(text) ?? []
    const value = attached ?? args[at + 1]?.text ?? ''
    const port = /^(?:[\w.]*:)?(\d{2,5})$/.exec(value)?.[1]
    if (PORT.test(option) && port !== undefined) marks.push(`server on port ${port}`)
    else if (
      /^--?(?:listen|bind|addr|address|\w+-addr(?:ess)?)$/.test(option) &&
      value.includes(':') &&
      port !== undefined
    )
      marks.push(`server on port ${port}`)
    else if (PLACE.test(option) && /^[~./\w][\w./~-]*$/.test(value) && /\//.test(value))
      marks.push(`server of ${resolve(cwd ?? '/', value).replace(/\/$/, '')}`)
  }
  return marks
}

export function serversStarted(command: Command): readonly string[] {
  const { name = '', args, background } = command
  if (isEngine(name)) return portsOfEmpty(command).map((port) => `server on port ${port}`)
  const words = args.slice(0, MOST_WORDS).map(({ text = '' }) => text)
  const named = /(?:server|[a-z]d)$/.test(programName(name))
  if (!background && !named && !words.some((word) => STAYS.test(word) || STARTS.test(word))) return []
  return marksOf(command)
}

function isOwnServer(command: Command, started: (mark: string) => boolean): boolean {
  return isHere(command) && marksOf(command).some(started)
}

function isHere({ args }: Command): boolean {
  const at = args.findIndex(({ known }) => HOST.test(known))
  const host = at < 0 ? undefined : args[at + 1]?.text
  return at < 0 || (host !== undefined && LOOPBACK.test(host))
}

function foldersOf({ args, cwd }: Command): readonly string[] {
  return args.slice(0, MOST_WORDS).flatMap(({ known }, at) => {
    const [, option = known, attached] = /^(--?[\w-]+)=(.*)$/s.exec(known) ?? []
    const value = attached ?? args[at + 1]?.text
    if (!DATA.test(option)) return []
    if (value === undefined || !/^[~./\w][\w./~-]*\/[\w./~-]*$/.test(value)) return ['/']
    const place = resolve(cwd ?? '/', value)
    return [/\.sock(?:et)?$/.test(place) ? dirname(place) : place]
  })
}

interface Around {
  /** It runs in a container that the session filled. */
  readonly inside: boolean
  readonly started: ReadonlySet<string>
  readonly before: readonly Command[]
  readonly isPassing: (folder: string) => boolean
}

function isPassingServer(command: Command, isPassing: Around['isPassing']): boolean {
  const folders = foldersOf(command)
  return folders.length > 0 && folders.every(isPassing) && isHere(command)
}

/** To stop a server that the session started is its own affair; one in a temporary folder is nobody's. */
export function ofOwnServer<E extends Effect>(effect: E, command: Command, around: Around): E {
  const about =
    (effect.kind === 'service-control' && /^(?:stop|restart|reload)$/.test(effect.verb)) ||
    (effect.kind === 'database-change' && effect.reach !== 'remote')
  if (!about) return effect
  if (around.inside && isHere(command)) return { ...effect, certainty: 'possible' }
  const here = new Set(around.before.slice(0, MOST_BEFORE).flatMap(serversStarted))
  return isOwnServer(command, (mark) => here.has(mark) || around.started.has(mark)) ||
    isPassingServer(command, around.isPassing)
    ? { ...effect, certainty: 'possible' }
    : effect
}
