import type { Command, Word } from '../words.ts'
import { type Grammar, type Options, readOptions } from './options.ts'

export const COMPOSE_GLOBAL_GRAMMAR: Grammar = {
  flags: '-vh verbose version help compatibility no-ansi dry-run all-resources',
  values: 'f file p project-name profile env-file project-directory ansi progress parallel c context H host',
  stopAtOperand: true,
}

const ENGINE_COMMAND = /(?:^|\/)(?:docker|podman|nerdctl|finch)$/
const COMPOSE_COMMAND = /(?:^|\/)(?:docker|podman)-compose$/

/** A compose project, told by the options that choose it: what `up` started, `down` of the same project may take away. */
export function formatComposeProject(options: Options): string {
  const chosen = options.values('f', 'file', 'p', 'project-name', 'project-directory').map((word) => word.known)
  return ['compose project', ...chosen].join(' ')
}

/** The containers and compose projects that a command starts, by the names they are later stopped and removed by. */
export function listStartedContainers({ name = '', args }: Command): readonly string[] {
  const words = ENGINE_COMMAND.test(name) ? args : COMPOSE_COMMAND.test(name) ? [undefined, ...args] : []
  const [verb, ...rest] = words
  if (verb === undefined || verb.known === 'compose')
    return listStartedProjects(rest.filter((word) => word !== undefined))
  if (verb.known !== 'run' && verb.known !== 'create') return []
  return readOptions(
    rest.filter((word) => word !== undefined),
    { values: 'name', flags: '-dit rm it detach' },
  )
    .values('name')
    .flatMap((word) => (word.text === undefined ? [] : [word.text]))
}

const HOLDS = /^(?:-v|--(?:volume|mount|volumes-from|network|net|link|env-file|device|pod))(?:=|$)/
/** A client inside may be led elsewhere: `-e PGHOST=db`, `-e DATABASE_URL`. */
const TARGETS_HOST = /(?:^|=)[A-Z_]*(?:HOST(?:NAME|ADDR)?|URL|URI|DSN|ADDR(?:ESS)?)(?:=|$)/
/** An image that hands on what it is sent, or a word inside that names another machine: what answers there is not in the container. */
const LEADS_ELSEWHERE =
  /(?:^|[/_-])(?:socat|[\w-]*proxy|tunnel|gateway|forward(?:er)?|cloudflared|ngrok|autossh|openssh(?:-\w+)?|bastion|relay|pgbouncer|pgpool|twemproxy)(?=$|[:/_@-])|(?:^|[=,@/])(?!localhost:|127\.|0\.0\.0\.0:)[a-z][\w-]*(?:\.[\w-]+)+:\d{2,5}(?=$|[,/])/i
const READ_ONLY = /:ro(?:,|$)|(?:^|,)readonly(?:=true|=1)?(?:,|$)/

/** A container of the session with nothing of before in it, and nothing beside it that it could reach: what it keeps is the session's. */
export function emptyContainers(command: Command): readonly string[] {
  return isEmptyStart(command) ? listStartedContainers(command).map(emptyContainerKey) : []
}

export function emptyContainerKey(name: string): string {
  return `container ${name} with nothing from before`
}

/** The ports of this machine behind which such a container answers. */
export function portsOfEmpty(command: Command): readonly string[] {
  if (!isEmptyStart(command)) return []
  return command.args.flatMap(({ known }, at) => {
    const [, attached] = /^(?:-p=?|--publish=)(.+)$/.exec(known) ?? []
    const mapping = attached ?? (/^(?:-p|--publish)$/.test(known) ? command.args[at + 1]?.known : undefined) ?? ''
    return /^(?:[\d.]+:)?(\d{2,5}):\d{1,5}(?:\/tcp)?$/.exec(mapping)?.[1] ?? []
  })
}

/** The ports of this machine that a container hands on to somewhere else. */
export function portsOfRelay(words: readonly string[]): readonly string[] {
  if (!/^(?:run|create)$/.test(words[0] ?? '') || !words.some((word) => LEADS_ELSEWHERE.test(word))) return []
  return words.flatMap((word, at) => {
    const [, attached] = /^(?:-p=?|--publish=)(.+)$/.exec(word) ?? []
    const mapping = attached ?? (/^(?:-p|--publish)$/.test(word) ? words[at + 1] : undefined) ?? ''
    return /^(?:[\d.]+:)?(\d{2,5}):\d{1,5}(?:\/tcp)?$/.exec(mapping)?.[1] ?? []
  })
}

export function isEngine(name: string): boolean {
  return ENGINE_COMMAND.test(name)
}

function isEmptyStart({ name = '', args }: Command): boolean {
  if (!ENGINE_COMMAND.test(name) || args[0]?.known !== 'run' || args.some(({ text }) => text === undefined))
    return false
  return args.every(({ known }, at) => {
    if (TARGETS_HOST.test(known) || LEADS_ELSEWHERE.test(known)) return false
    return !HOLDS.test(known) || READ_ONLY.test(known.includes('=') ? known : (args[at + 1]?.known ?? ''))
  })
}

function listStartedProjects(words: readonly Word[]): readonly string[] {
  const options = readOptions(words, COMPOSE_GLOBAL_GRAMMAR)
  return /^(?:up|run|create)$/.test(options.operands[0]?.known ?? '') ? [formatComposeProject(options)] : []
}
