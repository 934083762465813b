import { basename, dirname, join } from 'node:path/posix'
import type { Effect } from '../effects.ts'
import { isUsualSource } from '../package-sources.ts'
import { pathUse } from '../path-use.ts'
import { isUsualRegistry } from '../programs/packages/specs.ts'
import { families, familyFor, type ProgramFamily } from '../programs/registry.ts'
import { isRegistryName, like } from '../programs/unlisted/shapes.ts'
import { isOwnRemote } from '../provenance.ts'
import {
  endingOf,
  evaluatedAddress,
  imageShape,
  isArchiveEnding,
  isDataEnding,
  ownedName,
  type RemoteShape,
  remoteShape,
  runFrom,
} from '../remote-shape.ts'
import { loadsCode, optionSays, wordsOfName } from '../role-words.ts'
import { activates, asksOnly, isRunVerb, isTakeVerb, onlyLooks } from '../verbs.ts'
import { hasAny, hasBlank, signsIn } from '../word-signs.ts'
import type { Command, Word } from '../words.ts'
import { type Frame, noteOf } from './frame.ts'
import { overlayDownload, sourceOf } from './overlay.ts'
import { literalWord } from './values.ts'

const RUNNERS = families('build', 'packages', 'interpreters', 'containers', 'cloud')

const SOURCE =
  /^--?(?:from|(?:(?:git|repo|repository|source|package|script|plugin|module)-)?ur[il]|git|repo|repository|source|package|spec|from-module|module|script|file|filename|kustomize|template|recipe|channel|index|index-url|extra-index-url|registry|[\w-]{1,20}-source|[\w-]{1,20}file|(?:manifest|module|template|recipe|image|archive|bundle|artifact|download)-ur[il]|workflows?|playbook|flake|f|k|m|c)$/
const SERVES =
  /^(?:registry|registries|gallery|host|server|endpoint|proxy|api|\w*webhooks?|hooks?|token|origin|src|mirror|repo|repository|agents?|command|cmd|program|code|exec\w*|eval\w*|listeners?|wrapper)$/

function isLoading(option: string): boolean {
  const words = wordsOfName(option)
  return words.some((word) => loadsCode(word) || /^(?:require|import|preload)$/.test(word)) && !words.some(like(SERVES))
}
const TARGET =
  /^(?:-o|-O|-d|-D|-P|--(?:output|out|output-document|dest|destination|dir|directory|target|to|into|save|save-as|path))$/

/** What a reader has said already: the shape of a word adds nothing to it. */
export function isStated(effect: Effect): boolean {
  return (
    effect.kind === 'install' ||
    (effect.kind === 'run-code' && effect.origin === 'download') ||
    // A reader that says where it is put knows it for data.
    (effect.kind === 'download' && effect.to !== undefined)
  )
}

const SERVERS = families('network', 'data', 'desktop', 'system', 'hosting', 'agents')

function isInstalling(positions: readonly Position[]): boolean {
  return positions.some(({ option, text }) => option === undefined && /^(?:[\w-]*install[\w-]*|add)$/.test(text))
}

interface Position {
  readonly text: string
  readonly option: string | undefined
  /** The name of the option that stands right before it, whether or not it takes a word. */
  readonly before: string
  readonly verb: string
  readonly at: number
  /** A verb that runs or takes in stands before it. */
  readonly told: boolean
  readonly taken: boolean
}

/** No word has the shape of an address, of `owner/name` or of a text, and none says that what comes in is taken. */
function namesNothing({ args }: Command, family: ProgramFamily | undefined): boolean {
  const signs = signsIn(args)
  if (hasAny(signs, '/:([') || hasBlank(signs)) return false
  if (!signs.dashed) return true
  return family !== undefined && !args.some(({ known }) => known.endsWith('-') || /trust/i.test(known))
}

export function stateRemoteCode(command: Command, frame: Frame): void {
  if (frame.place !== 'here') return
  const family = familyFor(command.name ?? '')
  if (namesNothing(command, family) || asksOnly(command)) return
  const positions = positionsOf(command.args)
  const loads = family === undefined || RUNNERS.has(family) || (SERVERS.has(family) && isInstalling(positions))
  if (loads && positions.some((each) => each.text === '-')) statePiped(command, positions, frame)
  let put: Put | undefined
  const fetches = positions.some(({ option }) => option !== undefined && TARGET.test(option))
  for (const position of positions) {
    const shape = remoteShape(position.text) ?? nameShape(position)
    const hub = shape ? undefined : hubShape(position, family, command, frame)
    if (hub && !isOwnRemote(hub.address, frame.facts)) {
      stateRun(hub, command, frame)
      return
    }
    if (!shape || isUsualRegistry(shape.address) || isOwnRemote(shape.address, frame.facts)) continue
    if (
      position.option !== undefined
        ? isCodeOption(position, positions, shape, family)
        : loads && isCode(position, shape, { family, fetches, command })
    ) {
      stateRun(shape, command, frame)
      return
    }
    const other = family === 'git' && basename(command.name ?? '') !== 'git'
    // What only looks at an address, or reads it as an option, puts nothing down.
    const read = onlyLooks(basename(command.name ?? '')) || optionSays(position.before) === 'read'
    if ((family === undefined || other) && position.option === undefined && !read) {
      put ??= putOf(positions)
      stateFetch(shape, put, command, frame)
    }
  }
  if (family === undefined) stateGotten(command, positions, frame)
  stateTrusted(command, positions, frame)
  const text = loads || family === 'files' ? command.args.find((word) => isText(word)) : undefined
  const address = text?.text === undefined ? undefined : evaluatedAddress(text.text)
  const shape = address === undefined ? undefined : remoteShape(address)
  if (shape) stateRun(shape, command, frame)
}

const GETTING = /^(?:get|fetch|download|pull|receive|recv|grab|dl)$/

/** Words that say that something is fetched from wherever the program gets it: `x get ID -o file`, `xget owner/name`. */
function stateGotten(command: Command, positions: readonly Position[], frame: Frame): void {
  const name = basename(command.name ?? '')
  const [first] = positions.filter(({ option }) => option === undefined)
  if (/(?:get|fetch)$/.test(name) && first) {
    const owned = ownedName(first.text, false)
    if (owned && isRegistryName(first.text))
      stateFetch(owned, putOf(positions.filter((each) => each !== first)), command, frame)
    return
  }
  const named = positions.find(({ option }) => option !== undefined && TARGET.test(option))
  if (!named || !GETTING.test(first?.text ?? '')) return
  stateFetch(
    { address: `${name}:${positions.at(-1)?.text ?? ''}`, host: name, what: 'file', ending: '' },
    putOf(positions),
    command,
    frame,
  )
}

const TRUSTS_CODE = /^(?:--?|(?:[^,]{0,200},){0,20})trust[-_]remote[-_]code(?:=(?:true|1|yes)|$)/i

function stateTrusted(command: Command, positions: readonly Position[], frame: Frame): void {
  if (!command.args.some(like(TRUSTS_CODE))) return
  const texts = positions.flatMap(({ text }) => [text, ...text.split(/[,=]/, 20)])
  const named = texts.map((text) => ownedName(text, false)).find((shape) => shape !== undefined)
  const address = named?.address ?? 'a model'
  stateRun({ host: 'huggingface.co', address, what: 'repository', ending: '' }, command, frame)
}

/** `apply -f -`, `build -`. */
function statePiped(command: Command, positions: readonly Position[], frame: Frame): void {
  const url = command.stdin.kind === 'value' ? sourceOf(command.stdin.value.sources) : undefined
  const shape = url === undefined ? undefined : remoteShape(url.includes('://') ? url : `https://${url}`)
  if (shape && positions.some(({ text }) => isRunVerb(text) || isTakeVerb(text))) stateRun(shape, command, frame)
}

function isText({ text }: Word): boolean {
  return text !== undefined && /[\s([]/.test(text) && evaluatedAddress(text) !== undefined
}

function positionsOf(args: readonly Word[]): readonly Position[] {
  const positions: Position[] = []
  let option: string | undefined
  let verb = ''
  let at = 0
  let told = false
  let taken = false
  for (const { known } of args) {
    const joined = known.startsWith('-') ? /^(--?[\w-]+)=(.+)$/s.exec(known) : null
    const before = option === undefined ? '' : option.replace(/^-+/, '')
    if (joined) positions.push({ text: joined[2] ?? '', option: joined[1], before, verb, at, told, taken })
    else if (known.startsWith('-') && known !== '-') {
      option = known
      continue
    } else if (option !== undefined && (SOURCE.test(option) || isLoading(option) || TARGET.test(option))) {
      positions.push({ text: known, option, before, verb, at, told, taken })
      // `-plugin install URL`: the option may as well be a flag before its verb.
      if (activates(known)) {
        verb = known
        taken ||= isTakeVerb(known)
        told ||= taken || isRunVerb(known)
      }
    } else {
      positions.push({ text: known, option: undefined, before, verb, at, told, taken })
      verb = known
      taken ||= isTakeVerb(known)
      told ||= taken || isRunVerb(known)
      at++
    }
    option = undefined
  }
  return positions
}

const FORGE_NAME = /^(?:github|gitlab|bitbucket|codeberg|git)$/i

/** `owner/name` counts where an option or a forge's name says that a repository stands there, or with a version. */
function nameShape({ text, option, verb, told }: Position): RemoteShape | undefined {
  if (option !== undefined && told && /^(?:-f|--from|--image|--source)$/.test(option)) {
    const image = imageShape(text)
    if (image) return image
  }
  if (option !== undefined)
    return /^--?(?:git|repo|repository|from|spec)$/.test(option) ? ownedName(text, false) : undefined
  if (FORGE_NAME.test(verb) && told) return ownedName(text, false)
  return isRunVerb(verb) || isTakeVerb(verb) ? ownedName(text, true) : undefined
}

const GETS = /^(?:install|get|add|pull|run|serve|start|exec|launch|spawn|boot)$/
const RUNS = /^(?:run|start|exec|launch|spawn|boot)$/

/** `owner/name` right after such a verb, unless it lies here. */
function hubShape(
  { text, option, verb }: Position,
  family: ProgramFamily | undefined,
  command: Command,
  frame: Frame,
): RemoteShape | undefined {
  if (family !== undefined || option !== undefined || !GETS.test(verb) || !isRegistryName(text)) return undefined
  const shape = (RUNS.test(verb) ? imageShape(text) : undefined) ?? ownedName(text, false)
  const [owner = ''] = text.split('/', 1)
  // `run lint/all`: a task is called by what it does.
  if (!shape || isDataEnding(endingOf(text)) || isRunVerb(owner) || isTakeVerb(owner) || onlyLooks(owner))
    return undefined
  const { real } = pathUse(literalWord(text), command.cwd, frame.facts)
  const here = real === undefined ? 'missing' : frame.facts.file(real).kind
  const folder = real === undefined ? 'missing' : frame.facts.file(dirname(real)).kind
  return /^(?:missing|unknown)$/.test(here) && folder !== 'directory' ? shape : undefined
}

function isCodeOption(
  { option = '' }: Position,
  all: readonly Position[],
  shape: RemoteShape,
  family: ProgramFamily | undefined,
): boolean {
  if (isLoading(option) && (!isDataEnding(shape.ending) || isArchiveEnding(shape.ending))) return true
  const archive =
    isArchiveEnding(shape.ending) && all.some(({ text, option: of }) => of === undefined && isTakeVerb(text))
  if (isDataEnding(shape.ending) && !archive) return false
  if (!SOURCE.test(option) || (family !== undefined && !RUNNERS.has(family))) return false
  const script = isScriptEnding(shape.ending)
  if (family === undefined && script && /^(?:-f|--file|--script)$/.test(option)) return true
  // `--snakefile https://…`: a file of that tool's own kind.
  if (
    /^--[a-z-]{3,}file$/.test(option) &&
    !/(?:ca|env|key|log|cert|schema|config|pid|lock|out|in|data)-?file$/.test(option)
  )
    return true
  // What is only called an address is as often what is tested: its end must say that it is code, or the verb.
  if (/ur[il]$/.test(option) && !script && shape.what === 'file' && !all.some(({ text }) => isTakeVerb(text)))
    return false
  return all.some(({ text, option: named }) => named === undefined && (isRunVerb(text) || isTakeVerb(text)))
}

interface Around {
  readonly family: ProgramFamily | undefined
  readonly fetches: boolean
  readonly command: Command
}

function isCode(
  { verb, at, told, taken }: Position,
  shape: RemoteShape,
  { family, fetches, command }: Around,
): boolean {
  const archive = isArchiveEnding(shape.ending)
  const name = basename(command.name ?? '')
  const named = shape.what === 'repository' || (shape.ending !== '' && !isDataEnding(shape.ending))
  // What an image or a store of content is addressed by, anywhere after a verb that runs.
  const stored = told && shape.what === 'repository' && /^(?!https?:|git|ssh:)[a-z][a-z+-]*:\/\//i.test(shape.address)
  const takes =
    (taken && named) ||
    stored ||
    (told && FORGE_NAME.test(verb)) ||
    isTakeVerb(verb) ||
    isTakeVerb(name) ||
    (at === 0 && (isRunVerb(name) || /run$/.test(name)))
  if (isDataEnding(shape.ending) && !(archive && takes)) return false
  if (takes || (family === undefined && verb === 'pull' && shape.what === 'repository')) return true
  const script = isScriptEnding(shape.ending)
  // An address without the name of a file is as often what is tested or served.
  if (isRunVerb(verb)) return shape.what === 'repository' || script
  if (at > 0 || fetches || onlyLooks(name)) return false
  return (
    script ||
    (family === undefined &&
      /[@+][\w./-]+$/.test(shape.address) &&
      shape.what === 'repository' &&
      !/^\w+:/.test(shape.address))
  )
}

function isScriptEnding(ending: string): boolean {
  return ending !== '' && !isDataEnding(ending) && !/^(?:com|org|net|io|dev|app|php|aspx?|jsp|cgi)$/.test(ending)
}

function stateRun({ host, address }: RemoteShape, command: Command, frame: Frame): void {
  // The front page of a registry is where packages are looked up: `source 'https://rubygems.org'`.
  if (/^https:\/\/[^/]+\/?$/.test(address) && isUsualSource(host)) return
  noteOf(command, runFrom(address, host), frame)
}

interface Put {
  readonly named: Position | undefined
  readonly after: Position | undefined
}

function putOf(positions: readonly Position[]): Put {
  return {
    named: positions.find(({ option }) => option !== undefined && TARGET.test(option)),
    after: positions.findLast(
      ({ option, text }) => option === undefined && remoteShape(text) === undefined && /^[./~]|\//.test(text),
    ),
  }
}

function stateFetch(shape: RemoteShape, { named, after }: Put, command: Command, frame: Frame): void {
  const last = basename(shape.address.replace(/[?#].*$/s, '')).replace(/\.git$/, '')
  const place = named?.text ?? after?.text ?? last
  const folder = named !== undefined && /^-(?:d|D|P|-di|-dest)/.test(named.option ?? '') && endingOfName(place) === ''
  const texts = folder && shape.what === 'file' ? [place, join(place, last)] : [place]
  for (const text of texts) {
    const to = pathUse(literalWord(text), command.cwd, frame.facts)
    if (to.real === undefined || !/^(?:project|temp|home|outside)$/.test(to.zone)) continue
    const { host, address: url } = shape
    noteOf(command, { kind: 'download', host, url, to, tree: 'clone', certainty: 'likely' }, frame)
    if (shape.what === 'repository') frame.analysis.overlay.trees.set(to.real, { from: shape.address, shared: false })
    else overlayDownload(frame.analysis.overlay, to.real, shape.address)
  }
}

function endingOfName(path: string): string {
  return /\.\w{1,10}$/.exec(basename(path))?.[0] ?? ''
}
