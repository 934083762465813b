import { basename, dirname, join } from 'node:path/posix'
import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import { isCodeLoadingWord, optionRole, wordsOfName } from '../../knowledge/lexicon/role-words.ts'
import { isActivationVerb, isIntakeVerb, isReadOnlyVerb, isRunVerb } from '../../knowledge/lexicon/verbs.ts'
import type { Effect } from '../effects.ts'
import { isOwnRemote } from '../flow/provenance.ts'
import { isRegistryName, matching } from '../generic/word-shapes.ts'
import { isUsualRegistry } from '../interpret/package-specs.ts'
import { createFamilySet, familyFor, type ProgramFamily } from '../interpret/registry.ts'
import { literalWord } from '../interpret/values.ts'
import { pathUse } from '../paths/path-use.ts'
import { isUsualSource } from '../remote/package-sources.ts'
import {
  downloadedCodeRun,
  endingOf,
  evaluatedAddress,
  isArchiveEnding,
  isDataEnding,
  parseImageAddress,
  parseOwnedName,
  parseRemoteAddress,
  type RemoteAddress,
} from '../remote/remote-addresses.ts'
import { charactersIn, hasAnyCharacter, hasBlank } from '../text/word-characters.ts'
import type { Command, Word } from '../words.ts'
import { type Frame, noteDraft } from './frame.ts'
import { networkSourceOf, overlayDownload } from './overlay.ts'

const RUNNER_FAMILIES = createFamilySet('build', 'packages', 'interpreters', 'containers', 'cloud')

const SOURCE_OPTIONS =
  /^--?(?:from|(?:(?:git|repo|repository|source|package|script|plugin|module)-)?ur[il]|git|repo|repository|source|package|spec|from-module|module|script|file|filename|kustomize|template|recipe|channel|index|index-url|extra-index-url|registry|[\w-]{1,20}-source|[\w-]{1,20}file|(?:manifest|module|template|recipe|image|archive|bundle|artifact|download)-ur[il]|workflows?|playbook|flake|f|k|m|c)$/
const SERVICE_OPTIONS =
  /^(?:registry|registries|gallery|host|server|endpoint|proxy|api|\w*webhooks?|hooks?|token|origin|src|mirror|repo|repository|agents?|command|cmd|program|code|exec\w*|eval\w*|listeners?|wrapper)$/

function isLoadingOption(option: string): boolean {
  const words = wordsOfName(option)
  return (
    words.some((word) => isCodeLoadingWord(word) || /^(?:require|import|preload)$/.test(word)) &&
    !words.some(matching(SERVICE_OPTIONS))
  )
}
const TARGET_OPTIONS =
  /^(?:-o|-O|-d|-D|-P|--(?:output|out|output-document|dest|destination|dir|directory|target|to|into|save|save-as|path))$/

/** What an analyzer has said already: the shape of a word adds nothing to it. */
export function isRecordedFetch(effect: Effect): boolean {
  return (
    effect.kind === 'install' ||
    (effect.kind === 'run-code' && effect.origin === 'download') ||
    // An analyzer that says where it is put knows it for data.
    (effect.kind === 'download' && effect.to !== undefined)
  )
}

const SERVER_FAMILIES = createFamilySet('network', 'data', 'desktop', 'system', 'hosting', 'agents')

function hasInstallVerb(positions: readonly WordPosition[]): boolean {
  return positions.some(({ option, text }) => option === undefined && /^(?:[\w-]*install[\w-]*|add)$/.test(text))
}

interface WordPosition {
  readonly text: string
  readonly option: string | undefined
  /** The name of the option that stands right before it, whether or not it takes a word. */
  readonly before: string
  readonly verb: string
  readonly at: number
  /** A verb that runs or takes in stands before it. */
  readonly afterVerb: boolean
  readonly taken: boolean
}

/** No word has the shape of an address, of `owner/name` or of a text, and none says that what comes in is taken. */
function namesNoSource({ args }: Command, family: ProgramFamily | undefined): boolean {
  const signs = charactersIn(args)
  if (hasAnyCharacter(signs, '/:([') || hasBlank(signs)) return false
  if (!signs.dashed) return true
  return family !== undefined && !args.some(({ known }) => known.endsWith('-') || /trust/i.test(known))
}

export function recordRemoteCode(command: Command, frame: Frame): void {
  if (frame.place !== 'here') return
  const family = familyFor(command.name ?? '')
  if (namesNoSource(command, family) || isHelpOrDryRun(command)) return
  const positions = positionsOf(command.args)
  const loads =
    family === undefined || RUNNER_FAMILIES.has(family) || (SERVER_FAMILIES.has(family) && hasInstallVerb(positions))
  if (loads && positions.some((each) => each.text === '-')) recordPipedCode(command, positions, frame)
  let put: DownloadTarget | undefined
  const fetches = positions.some(({ option }) => option !== undefined && TARGET_OPTIONS.test(option))
  for (const position of positions) {
    const shape = parseRemoteAddress(position.text) ?? repositoryAddress(position)
    const hub = shape ? undefined : hubAddress(position, family, command, frame)
    if (hub && !isOwnRemote(hub.address, frame.facts)) {
      recordRemoteRun(hub, command, frame)
      return
    }
    if (!shape || isUsualRegistry(shape.address) || isOwnRemote(shape.address, frame.facts)) continue
    if (
      position.option !== undefined
        ? isCodeOption(position, positions, shape, family)
        : loads && isRemoteCode(position, shape, { family, fetches, command })
    ) {
      recordRemoteRun(shape, command, frame)
      return
    }
    const other = family === 'git' && basename(command.name ?? '') !== 'git'
    // What only looks at an address, or reads it as an option, puts nothing down.
    const read = isReadOnlyVerb(basename(command.name ?? '')) || optionRole(position.before) === 'read'
    if ((family === undefined || other) && position.option === undefined && !read) {
      put ??= downloadTargetOf(positions)
      recordRemoteFetch(shape, put, command, frame)
    }
  }
  if (family === undefined) recordFetchedId(command, positions, frame)
  recordTrustedRemoteCode(command, positions, frame)
  const text = loads || family === 'files' ? command.args.find((word) => isCodeText(word)) : undefined
  const address = text?.text === undefined ? undefined : evaluatedAddress(text.text)
  const shape = address === undefined ? undefined : parseRemoteAddress(address)
  if (shape) recordRemoteRun(shape, command, frame)
}

const FETCH_VERBS = /^(?:get|fetch|download|pull|receive|recv|grab|dl)$/

/** Words that say that something is fetched from wherever the program gets it: `x get ID -o file`, `xget owner/name`. */
function recordFetchedId(command: Command, positions: readonly WordPosition[], frame: Frame): void {
  const name = basename(command.name ?? '')
  const [first] = positions.filter(({ option }) => option === undefined)
  if (/(?:get|fetch)$/.test(name) && first) {
    const owned = parseOwnedName(first.text, false)
    if (owned && isRegistryName(first.text))
      recordRemoteFetch(owned, downloadTargetOf(positions.filter((each) => each !== first)), command, frame)
    return
  }
  const named = positions.find(({ option }) => option !== undefined && TARGET_OPTIONS.test(option))
  if (!named || !FETCH_VERBS.test(first?.text ?? '')) return
  recordRemoteFetch(
    { address: `${name}:${positions.at(-1)?.text ?? ''}`, host: name, what: 'file', ending: '' },
    downloadTargetOf(positions),
    command,
    frame,
  )
}

const TRUST_REMOTE_CODE = /^(?:--?|(?:[^,]{0,200},){0,20})trust[-_]remote[-_]code(?:=(?:true|1|yes)|$)/i

function recordTrustedRemoteCode(command: Command, positions: readonly WordPosition[], frame: Frame): void {
  if (!command.args.some(matching(TRUST_REMOTE_CODE))) return
  const texts = positions.flatMap(({ text }) => [text, ...text.split(/[,=]/, 20)])
  const named = texts.map((text) => parseOwnedName(text, false)).find((shape) => shape !== undefined)
  const address = named?.address ?? 'a model'
  recordRemoteRun({ host: 'huggingface.co', address, what: 'repository', ending: '' }, command, frame)
}

/** `apply -f -`, `build -`. */
function recordPipedCode(command: Command, positions: readonly WordPosition[], frame: Frame): void {
  const url = command.stdin.kind === 'value' ? networkSourceOf(command.stdin.value.sources) : undefined
  const shape = url === undefined ? undefined : parseRemoteAddress(url.includes('://') ? url : `https://${url}`)
  if (shape && positions.some(({ text }) => isRunVerb(text) || isIntakeVerb(text)))
    recordRemoteRun(shape, command, frame)
}

function isCodeText({ text }: Word): boolean {
  return text !== undefined && /[\s([]/.test(text) && evaluatedAddress(text) !== undefined
}

function positionsOf(args: readonly Word[]): readonly WordPosition[] {
  const positions: WordPosition[] = []
  let option: string | undefined
  let verb = ''
  let at = 0
  let afterVerb = false
  let taken = false
  for (const { known } of args) {
    const joined = known.startsWith('-') ? /^(--?[\w-]+)=(.+)$/s.exec(known) : null
    const before = option === undefined ? '' : option.replace(/^-+/, '')
    if (joined)
      positions.push({ text: joined[2] ?? '', option: joined[1], before, verb, at, afterVerb: afterVerb, taken })
    else if (known.startsWith('-') && known !== '-') {
      option = known
      continue
    } else if (
      option !== undefined &&
      (SOURCE_OPTIONS.test(option) || isLoadingOption(option) || TARGET_OPTIONS.test(option))
    ) {
      positions.push({ text: known, option, before, verb, at, afterVerb: afterVerb, taken })
      // `-plugin install URL`: the option may as well be a flag before its verb.
      if (isActivationVerb(known)) {
        verb = known
        taken ||= isIntakeVerb(known)
        afterVerb ||= taken || isRunVerb(known)
      }
    } else {
      positions.push({ text: known, option: undefined, before, verb, at, afterVerb: afterVerb, taken })
      verb = known
      taken ||= isIntakeVerb(known)
      afterVerb ||= taken || isRunVerb(known)
      at++
    }
    option = undefined
  }
  return positions
}

const FORGE_NAME = /^(?:github|gitlab|bitbucket|codeberg|git)$/i

/** `owner/name` counts where an option or a forge's name says that a repository stands there, or with a version. */
function repositoryAddress({ text, option, verb, afterVerb }: WordPosition): RemoteAddress | undefined {
  if (option !== undefined && afterVerb && /^(?:-f|--from|--image|--source)$/.test(option)) {
    const image = parseImageAddress(text)
    if (image) return image
  }
  if (option !== undefined)
    return /^--?(?:git|repo|repository|from|spec)$/.test(option) ? parseOwnedName(text, false) : undefined
  if (FORGE_NAME.test(verb) && afterVerb) return parseOwnedName(text, false)
  return isRunVerb(verb) || isIntakeVerb(verb) ? parseOwnedName(text, true) : undefined
}

const GET_VERBS = /^(?:install|get|add|pull|run|serve|start|exec|launch|spawn|boot)$/
const RUN_VERBS = /^(?:run|start|exec|launch|spawn|boot)$/

/** `owner/name` right after such a verb, unless it lies here. */
function hubAddress(
  { text, option, verb }: WordPosition,
  family: ProgramFamily | undefined,
  command: Command,
  frame: Frame,
): RemoteAddress | undefined {
  if (family !== undefined || option !== undefined || !GET_VERBS.test(verb) || !isRegistryName(text)) return undefined
  const shape = (RUN_VERBS.test(verb) ? parseImageAddress(text) : undefined) ?? parseOwnedName(text, false)
  const [owner = ''] = text.split('/', 1)
  // `run lint/all`: a task is called by what it does.
  if (!shape || isDataEnding(endingOf(text)) || isRunVerb(owner) || isIntakeVerb(owner) || isReadOnlyVerb(owner))
    return undefined
  const { real } = pathUse(literalWord(text), command.cwd, frame.facts)
  const here = real === undefined ? 'missing' : frame.facts.file(real).kind
  const folder = real === undefined ? 'missing' : frame.facts.file(dirname(real)).kind
  return /^(?:missing|unknown)$/.test(here) && folder !== 'directory' ? shape : undefined
}

function isCodeOption(
  { option = '' }: WordPosition,
  all: readonly WordPosition[],
  shape: RemoteAddress,
  family: ProgramFamily | undefined,
): boolean {
  if (isLoadingOption(option) && (!isDataEnding(shape.ending) || isArchiveEnding(shape.ending))) return true
  const archive =
    isArchiveEnding(shape.ending) && all.some(({ text, option: of }) => of === undefined && isIntakeVerb(text))
  if (isDataEnding(shape.ending) && !archive) return false
  if (!SOURCE_OPTIONS.test(option) || (family !== undefined && !RUNNER_FAMILIES.has(family))) return false
  const script = isScriptEnding(shape.ending)
  if (family === undefined && script && /^(?:-f|--file|--script)$/.test(option)) return true
  // `--snakefile https://…`: a file of that tool's own kind.
  if (
    /^--[a-z-]{3,}file$/.test(option) &&
    !/(?:ca|env|key|log|cert|schema|config|pid|lock|out|in|data)-?file$/.test(option)
  )
    return true
  // What is only called an address is as often what is tested: its end must say that it is code, or the verb.
  if (/ur[il]$/.test(option) && !script && shape.what === 'file' && !all.some(({ text }) => isIntakeVerb(text)))
    return false
  return all.some(({ text, option: named }) => named === undefined && (isRunVerb(text) || isIntakeVerb(text)))
}

interface FetchContext {
  readonly family: ProgramFamily | undefined
  readonly fetches: boolean
  readonly command: Command
}

function isRemoteCode(
  { verb, at, afterVerb, taken }: WordPosition,
  shape: RemoteAddress,
  { family, fetches, command }: FetchContext,
): boolean {
  const archive = isArchiveEnding(shape.ending)
  const name = basename(command.name ?? '')
  const named = shape.what === 'repository' || (shape.ending !== '' && !isDataEnding(shape.ending))
  // What an image or a store of content is addressed by, anywhere after a verb that runs.
  const stored =
    afterVerb && shape.what === 'repository' && /^(?!https?:|git|ssh:)[a-z][a-z+-]*:\/\//i.test(shape.address)
  const takes =
    (taken && named) ||
    stored ||
    (afterVerb && FORGE_NAME.test(verb)) ||
    isIntakeVerb(verb) ||
    isIntakeVerb(name) ||
    (at === 0 && (isRunVerb(name) || /run$/.test(name)))
  if (isDataEnding(shape.ending) && !(archive && takes)) return false
  if (takes || (family === undefined && verb === 'pull' && shape.what === 'repository')) return true
  const script = isScriptEnding(shape.ending)
  // An address without the name of a file is as often what is tested or served.
  if (isRunVerb(verb)) return shape.what === 'repository' || script
  if (at > 0 || fetches || isReadOnlyVerb(name)) return false
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

function recordRemoteRun({ host, address }: RemoteAddress, command: Command, frame: Frame): void {
  // The front page of a registry is where packages are looked up: `source 'https://rubygems.org'`.
  if (/^https:\/\/[^/]+\/?$/.test(address) && isUsualSource(host)) return
  noteDraft(command, downloadedCodeRun(address, host), frame)
}

interface DownloadTarget {
  readonly named: WordPosition | undefined
  readonly after: WordPosition | undefined
}

function downloadTargetOf(positions: readonly WordPosition[]): DownloadTarget {
  return {
    named: positions.find(({ option }) => option !== undefined && TARGET_OPTIONS.test(option)),
    after: positions.findLast(
      ({ option, text }) => option === undefined && parseRemoteAddress(text) === undefined && /^[./~]|\//.test(text),
    ),
  }
}

function recordRemoteFetch(
  shape: RemoteAddress,
  { named, after }: DownloadTarget,
  command: Command,
  frame: Frame,
): void {
  const last = basename(shape.address.replace(/[?#].*$/s, '')).replace(/\.git$/, '')
  const place = named?.text ?? after?.text ?? last
  const folder = named !== undefined && /^-(?:d|D|P|-di|-dest)/.test(named.option ?? '') && fileNameEnding(place) === ''
  const texts = folder && shape.what === 'file' ? [place, join(place, last)] : [place]
  for (const text of texts) {
    const to = pathUse(literalWord(text), command.cwd, frame.facts)
    if (to.real === undefined || !/^(?:project|temp|home|outside)$/.test(to.zone)) continue
    const { host, address: url } = shape
    noteDraft(command, { kind: 'download', host, url, to, tree: 'clone', certainty: 'likely' }, frame)
    if (shape.what === 'repository') frame.analysis.overlay.trees.set(to.real, { from: shape.address, shared: false })
    else overlayDownload(frame.analysis.overlay, to.real, shape.address)
  }
}

function fileNameEnding(path: string): string {
  return /\.\w{1,10}$/.exec(basename(path))?.[0] ?? ''
}
