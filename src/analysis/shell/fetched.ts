import { basename } from 'node:path/posix'
import { doerOf } from '../doer.ts'
import type { Effect } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { endsIn } from '../hosts.ts'
import { isRaised } from '../layers.ts'
import { pathUse } from '../path-use.ts'
import type { PathUse } from '../paths.ts'
import type { Command } from '../words.ts'
import { type Frame, noteEffect } from './frame.ts'
import { hostOf, type Overlay } from './overlay.ts'
import { recipesOf } from './recipe-files.ts'
import { literalWord } from './values.ts'

/** Where people put code; cloning and testing it is everyday work. */
const FORGES = ['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org', 'dev.azure.com', 'sr.ht']

/** A file or folder that came from the network. */
export interface Fetched {
  readonly host: string
  /** It came in this very text, or by an earlier call. */
  readonly when: 'here' | 'before'
  /** It lies in a folder that was cloned or unpacked. */
  readonly inside: boolean
}

/** Where a file came from, if it or a folder above it was downloaded, cloned or unpacked. */
export function fetchedFrom(path: string, overlay: Overlay, facts: Facts): Fetched | undefined {
  const own = overlay.files.get(path)
  const host = own?.host ?? (own ? hostOf(own.sources) : undefined)
  if (host !== undefined) return { host, when: 'here', inside: false }
  const { downloaded, written } = facts.session
  const before = downloaded.get(path)
  if (before !== undefined) return { host: before, when: 'before', inside: false }
  if (own || written.has(path) || (overlay.trees.size === 0 && downloaded.size === 0)) return undefined
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end)
    const tree = overlay.trees.get(folder)
    if (tree && (!tree.shared || facts.file(path).kind !== 'file'))
      return { host: tree.host, when: 'here', inside: true }
    const earlier = end === path.length ? undefined : downloaded.get(folder)
    if (earlier !== undefined) return { host: earlier, when: 'before', inside: true }
  }
  return undefined
}

/** May code that was read be taken for what it is, although it came from the network? */
export function isVouched(path: string, fetched: Fetched, facts: Facts): boolean {
  if (!fetched.inside || fetched.when === 'here') return false
  return facts.session.seen.has(path) || isForge(fetched.host)
}

export function isForge(host: string): boolean {
  return endsIn(host.toLowerCase(), FORGES)
}

/** Does the address belong to the same owner as one of the project's own remotes? */
export function isOwnRemote(url: string, facts: Facts): boolean {
  const remotes = facts.git(facts.cwd)?.remotes
  const owner = ownerOf(url)
  return (
    owner !== undefined && remotes !== undefined && [...remotes.values()].some((remote) => ownerOf(remote) === owner)
  )
}

function ownerOf(url: string): string | undefined {
  const parts = /^(?:[a-z+]+:\/\/)?(?:[^@/\s]+@)?([^/:\s]+)(?::\d+)?[/:]([^/\s]+)\//i.exec(url)
  return parts ? `${parts[1]}/${parts[2]}`.toLowerCase() : undefined
}

type Unpacking = Extract<Effect, { kind: 'write-path' }>

/** An archive from the network is unpacked: what is in that folder now came from there. */
export function trackUnpacked(effect: Unpacking, command: Command, frame: Frame): void {
  const { real, zone } = effect.path
  const from = real === undefined ? undefined : archiveOrigin(command, frame)
  if (real !== undefined && from === undefined) unpackOver(real, frame.analysis.overlay)
  if (real === undefined || from === undefined) return
  const shared = !/^(?:project|temp|home)$/.test(zone) || real === command.cwd
  frame.analysis.overlay.trees.set(real, { host: from.host, shared })
  const stem = basename(from.url.replace(/[?#].*$/s, '')).replace(/\.(?:tar|tgz|tbz2?|txz|zip|7z|rar)(?:\.\w+)?$/i, '')
  const to: PathUse | undefined = !shared
    ? effect.path
    : stem === ''
      ? undefined
      : pathUse(literalWord(`${real}/${stem}`), undefined, frame.facts)
  const { span, via, through, certainty, by, doer } = effect
  const { host, url } = from
  noteEffect(frame, { kind: 'download', host, url, to, span, via, through, certainty, by, doer })
}

/** Files that this text wrote there before may have been replaced as well. */
function unpackOver(folder: string, overlay: Overlay): void {
  overlay.unpacked.add(folder)
  for (const [path, file] of overlay.files)
    if (path.startsWith(`${folder}/`)) overlay.files.set(path, { ...file, text: undefined })
}

function archiveOrigin(command: Command, frame: Frame): { host: string; url: string } | undefined {
  const { overlay } = frame.analysis
  const piped = command.stdin.kind === 'value' ? command.stdin.value.sources : []
  for (const source of piped)
    if (source.kind === 'network') return { host: hostOf([source]) ?? source.url, url: source.url }
  for (const word of command.args.slice(0, 64)) {
    const { real } = pathUse(word, command.cwd, frame.facts)
    const fetched = real === undefined ? undefined : fetchedFrom(real, overlay, frame.facts)
    if (fetched && real !== undefined && !fetched.inside)
      return { host: fetched.host, url: `https://${fetched.host}/${basename(real)}` }
  }
  return undefined
}

const ANY = /^/
/** A script in some folder. */
const SCRIPT = /^[^\s;]*\/|^setup\.py$/
/** Programs that run what the folder they work in tells them to, by the sub-commands that do. */
const RUNNERS: ReadonlyMap<string, RegExp> = new Map([
  ...'make gmake just task rake ninja scons tox nox mvn mvnw gradle gradlew ant sbt pytest'
    .split(' ')
    .map((name) => [name, ANY] as const),
  ...'npm pnpm yarn bun'
    .split(' ')
    .map((name) => [name, /^(?:|ci|install|i|add|test|t|run|start|build|rebuild|dev|link)$/] as const),
  ...'npx pnpx bunx'.split(' ').map((name) => [name, /./] as const),
  ['cargo', /^(?:build|run|test|install|bench|check|b|r|t)$/],
  ['go', /^(?:run|test|generate)$/],
  ...'pip pip3 uv poetry pdm pipenv'.split(' ').map((name) => [name, /^(?:install|sync|run)$/] as const),
  ...'python python3 node ruby perl php'.split(' ').map((name) => [name, SCRIPT] as const),
])

/** A build or test is run in a folder that came from the network: it runs what is written there. */
export function stateFetchedRunner(command: Command, frame: Frame): void {
  const { overlay } = frame.analysis
  if (overlay.trees.size + overlay.files.size + frame.facts.session.downloaded.size === 0) return
  const words = command.args.map((word) => word.known)
  if (words.some((word) => /^(?:-n|--dry-run|--just-print|--help|--version)$/.test(word))) return
  const verbs = RUNNERS.get(basename(command.name ?? ''))
  const verb = words.find((word) => !word.startsWith('-')) ?? ''
  const fetched = verbs?.test(verb) ? (placesOf(command, frame) ?? recipeFrom(verb, command, frame)) : undefined
  if (!fetched) return
  const everyday = isForge(fetched.host) && verbs !== SCRIPT && !isInstall(command)
  noteEffect(frame, {
    kind: 'run-code',
    language: 'other',
    origin: 'download',
    read: false,
    host: fetched.host,
    span: command.span,
    via: command.via,
    through: command.through,
    certainty: everyday ? 'possible' : 'certain',
    by: command.name ?? '?',
    doer: doerOf(command.name ?? '?'),
  })
}

/** A file that tells the runner what to do came from the network, and nobody has looked at it since. */
function recipeFrom(verb: string, command: Command, frame: Frame): Fetched | undefined {
  const { cwd } = command
  if (cwd === undefined) return undefined
  for (const name of recipesOf(basename(command.name ?? ''), verb)) {
    const path = `${cwd}/${name}`
    const fetched = frame.facts.session.seen.has(path)
      ? undefined
      : fetchedFrom(path, frame.analysis.overlay, frame.facts)
    if (fetched && !fetched.inside) return fetched
  }
  return undefined
}

/** Puts things outside of the folder it builds in, or runs with more rights. */
function isInstall({ name, args, through }: Command): boolean {
  const installs = /^(?:g?make|ninja|just|task|rake|python3?)$/.test(basename(name ?? ''))
  return isRaised({ through }) || (installs && args.some((word) => word.known === 'install'))
}

/** Options whose value is where to work. */
const NAMES_FOLDER = /^(?:-C|-f|-p|-e|--(?:directory|prefix|cwd|dir|file|makefile|editable|project))$/

function placesOf(command: Command, frame: Frame): Fetched | undefined {
  const { overlay } = frame.analysis
  const words = command.args.slice(0, 32).map((word) => word.known)
  const named = words.flatMap((word, index) => {
    const given = /^(?:-C|--(?:directory|prefix|cwd|dir|file|makefile)=)(.+)$/.exec(word)?.[1]
    if (given !== undefined) return [given]
    return NAMES_FOLDER.test(words[index - 1] ?? '') || /^[^-].*\/|^\.$/.test(word) ? [word] : []
  })
  const paths = [command.cwd, ...named]
  for (const text of paths) {
    const real = text === undefined ? undefined : pathUse(literalWord(text), command.cwd, frame.facts).real
    const fetched = real === undefined ? undefined : folderFrom(real, overlay, frame.facts)
    if (fetched) return fetched
  }
  return undefined
}

/** The same for a folder; one that was there before does not count as unpacked. */
function folderFrom(path: string, overlay: Overlay, facts: Facts): Fetched | undefined {
  if (overlay.trees.get(path)?.shared) return undefined
  return fetchedFrom(path, overlay, facts)
}
