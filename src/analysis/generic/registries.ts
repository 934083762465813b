import { DRY_RUN_IN_NAME, isDryRunOption } from '../../knowledge/lexicon/dry-run-options.ts'
import { isReadOnlyVerb, SIGN_VERBS, VERBS, verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import { commandProgram } from '../interpret/base-name.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { classifyHost, hostOf } from '../remote/hosts.ts'
import { publishedTarget } from '../targets.ts'
import type { Command, Word } from '../words.ts'
import {
  commandWords,
  isAmong,
  isLoopbackText,
  isRegistryName,
  looksLikeFile,
  matching,
  NEGATIVE_VALUE,
  notMatching,
  targetsOnlyThisMachine,
} from './word-shapes.ts'

const UPLOADER_NAME = /(?:put|upload(?:er)?|publish(?:er)?|submit|push)$/
const NON_UPLOADER_NAME = new RegExp(`(?:^|in|out|through|com)put$|${DRY_RUN_IN_NAME.source}|test|check`)
/** `ppa:owner/name`, `hub:owner/name`. */
const HUB_REFERENCE = /^[a-z][a-z0-9]{1,11}:[a-z][\w-]{0,60}\/[\w.-]{1,80}$/i
const PACKAGE_FILE =
  /\.(?:changes|dsc|deb|rpm|whl|gem|crate|nupkg|vsix|snap|flatpak|apk|aab|ipa|jar|tgz|tar\.\w+|zip|dmg|pkg|exe|msi|rockspec|conda|oxt|xpi|crx|love|pdx|vpk)$/i
const FETCH_VERBS: ReadonlySet<string> = new Set([
  ...VERBS.delete,
  ...'add install get pull fetch download clone run list info show search update use from import'.split(' '),
])
const PUBLIC_OPTION =
  /^--?(?:public|make-public|visibility=public|access=public|no-private|private=false|world|public-read)$/
const CREATE_VERB = /^(?:create|new|add|init|upload|push|put|share|publish|post|update|set|edit|import|deploy|save)$/
const HUB_RESOURCE = /^(?:datasets?|models?|kernels?|notebooks?|spaces?)$/
const SHAREABLE_RESOURCE =
  /^(?:datasets?|models?|spaces?|kernels?|notebooks?|repos?|repositor(?:y|ies)|gists?|snippets?|pastes?|buckets?|shares?|links?|pages?|sites?|packages?|images?|projects?|boxes|box|files?|folders?|drives?|albums?|videos?|posts?|recordings?|casts?|playgrounds?|albums?)$/

export function recordRegistryUpload(command: Command, recorder: EffectRecorder): void {
  const name = commandProgram(command)
  const { args } = command
  if (args.length === 0 || isReadOnlyVerb(name)) return
  const { operands } = commandWords(command)
  const files = operands.filter((known) => looksLikeFile(known) || PACKAGE_FILE.test(known))
  const hub = operands.find((known) => HUB_REFERENCE.test(known) && !known.includes('//'))
  const verbs = operands.slice(0, 3).filter(matching(/^[a-z][a-z-]*$/))
  const taken = verbs.some(isAmong(FETCH_VERBS))
  const named = UPLOADER_NAME.test(name) && !NON_UPLOADER_NAME.test(name) && files.length > 0
  const built = files.some(matching(PACKAGE_FILE))
  // A place after the file is where it is copied to: on a device, in a box.
  const placed = operands.length > 1 && /^\/|\/$/.test(operands.at(-1) ?? '')
  const handed = verbs.some(matching(/^(?:push|upload|put|submit)$/)) && !placed
  // `build owner/name x.src.rpm`: somebody else's machine builds it, for others.
  const owned = operands
    .slice(1)
    .some((known) => isRegistryName(known) && !looksLikeFile(known) && !PACKAGE_FILE.test(known))
  const toHub = built && (hub !== undefined || handed || (owned && verbs[0] === 'build'))
  const what =
    named || (toHub && !taken) ? (hub ?? files[0]) : (pushDestination(args, operands) ?? publicResource(args, verbs))
  if (what === undefined) return
  recordPublishedItem(name, what, recorder)
}

/** `+login me pw +run_app_build x`. */
export function recordStoreBuild(command: Command, recorder: EffectRecorder): void {
  const marked = command.args.flatMap(({ known }, at) => (/^\+[a-z][a-z_-]+$/.test(known) ? [{ known, at }] : []))
  const login = marked.find(matching(/^\+(?:login|logon|auth|account)$/))
  const build = marked.find(({ known }) => wordsOf(known).some(matching(/^(?:build|depot|upload|publish)$/)))
  if (login === undefined || build === undefined || command.args[login.at + 1]?.known === 'anonymous') return
  recordPublishedItem(commandProgram(command), command.args[build.at + 1]?.known ?? build.known, recorder)
}

/** Something is put where others get it; `place` is told where people would name it. */
export function recordPublishedItem(registry: string, what: string, recorder: EffectRecorder, place = ''): void {
  recordPublication(registry, what, { place }, recorder)
}

function recordPublication(
  registry: string,
  what: string,
  { place = '', removes = false, by }: { place?: string; removes?: boolean; by?: string },
  recorder: EffectRecorder,
): void {
  const targets = [publishedTarget(place, what)]
  recorder.effect({
    kind: 'publish',
    registry,
    what,
    removes,
    targets,
    certainty: 'likely',
    ...(by !== undefined && { by }),
  })
}

const REGISTRY_IMAGE =
  /^(?:oci:\/\/|docker:\/\/)?[\w-]+(?:\.[\w-]+)+(?::\d{1,5})?(?:\/[\w.-]+)+(?::[\w.-]+)?(?:@sha256:[\w\0]+)?$/
const NO_UPLOAD_OPTION = /^--(?:no-upload|upload=false|local|output-file)(?:=|$)/
const PUBLISH_OPTION = /^--(?:push|publish)(?:=true)?$/
const PORT_MAPPING = /^[\d.:[\]-]+(?:\/\w+)?$/

export function recordSignedOrPushedImage(command: Command, recorder: EffectRecorder): void {
  if (!command.args.some(matching(SIGN_VERBS, PUBLISH_OPTION))) return
  const name = commandProgram(command)
  const { words, operands } = commandWords(command)
  const image = operands.find((word) => REGISTRY_IMAGE.test(word) && !isLoopbackText(word))
  const signed =
    operands.some(matching(SIGN_VERBS)) && !words.some((word) => NO_UPLOAD_OPTION.test(word) || isDryRunOption(word))
  // `--publish 8080:80` is a door of a container.
  const isNothing = (value: string) => PORT_MAPPING.test(value) || NEGATIVE_VALUE.test(value)
  const out = words.some((word, at) => PUBLISH_OPTION.test(word) && !isNothing(words[at + 1] ?? ''))
  const what =
    signed && image !== undefined ? image : out ? (image ?? operands.find(notMatching(/^[a-z-]+$/)) ?? name) : undefined
  if (what === undefined) return
  recordPublication(name, what, { by: signed ? `${name} sign` : name }, recorder)
}

const WITHDRAW_VERBS: ReadonlySet<string> = new Set([
  ...VERBS.delete,
  'yank',
  'unpublish',
  'retract',
  'unlist',
  'withdraw',
])
const LOCAL_REMOVE_VERB = /^(?:remove|rm)$/
const REMOTE_OPTION = /^--?(?:remotes?|repository|upstream)$/
const REGISTRY_OPTION = /^--?(?:registry|repo|index|index-url|source|feed|channel)$/i

/** `remove 'zlib/*' -r company`. */
export function recordRegistryRemoval(command: Command, recorder: EffectRecorder): void {
  const { words } = commandWords(command)
  const operands = words.filter((word, at) => !word.startsWith('-') && !isRegistryOption(words[at - 1] ?? ''))
  const verb = operands.slice(0, 2).find(isAmong(WITHDRAW_VERBS))
  const [what] = verb === undefined ? [] : operands.slice(operands.indexOf(verb) + 1)
  if (verb === undefined || what === undefined || targetsOnlyThisMachine(command)) return
  const place = words.flatMap((word, at) => {
    const [, option = word, value = words[at + 1] ?? ''] = /^(-[^=]+)=(.*)$/s.exec(word) ?? []
    const namesRegistry =
      REMOTE_OPTION.test(option) ||
      (REGISTRY_OPTION.test(option) && !LOCAL_REMOVE_VERB.test(verb)) ||
      // The letter is `recursive` as often: then no package stands beside it.
      (option === '-r' && /^[\w.+-]+(?:\/[\w.*+-]+|@\S+)|^\*$/.test(what) && !looksLikeFile(what))
    return namesRegistry && /^[\w@]/.test(value) && !looksLikeFile(value) ? [value] : []
  })[0]
  if (place === undefined) return
  recordPublication(place, what, { place, removes: true }, recorder)
}

function isRegistryOption(word: string): boolean {
  return word === '-r' || REMOTE_OPTION.test(word) || REGISTRY_OPTION.test(word)
}

/** `push name ./result`, `push --to name --data all`. */
function pushDestination(
  args: readonly Word[],
  [verb = '', store = '', given = '']: readonly string[],
): string | undefined {
  if (!/^(?:push|upload)$/.test(verb)) return undefined
  if (/^(?!origin$|upstream$)[a-z][\w-]+$/i.test(store) && /^\.{1,2}\/[\w./-]+$/.test(given)) return store
  const to = args.findIndex(({ known }) => known === '--to')
  const whole = args.some(matching(/^--(?:data|all|everything|content)(?:=|$)/))
  return to >= 0 && whole ? args[to + 1]?.known : undefined
}

/** `datasets create … --public`. */
function publicResource(args: readonly Word[], verbs: readonly string[]): string | undefined {
  const flag = args.some(
    ({ known }, at) =>
      PUBLIC_OPTION.test(known) ||
      (/^--(?:visibility|access|privacy|acl)$/.test(known) && /^public/.test(args[at + 1]?.known ?? '')),
  )
  const made = verbs.findIndex((verb) =>
    wordsOf(verb).some((word) => CREATE_VERB.test(word) && verbMeaning(word)?.act !== 'read'),
  )
  // A folder of data that becomes a set in a hub is there for others, unless something says that it is not.
  const folder = args.find(({ known }) => /^(?:\.{0,2}\/)?[\w.-]+(?:\/[\w.-]+)*\/?$/.test(known) && /[/.]/.test(known))
  const set =
    verbs.slice(0, made).some(matching(HUB_RESOURCE)) && !args.some(matching(/^--?(?:private|local|draft|out|output)/))
  if (made < 0 || !(flag || (set && folder !== undefined))) return undefined
  const thing = verbs.find((verb) => wordsOf(verb).some(matching(SHAREABLE_RESOURCE)))
  const given = args.find(({ known }) => looksLikeFile(known) || /^[\w.-]+\/[\w./-]+$/.test(known))
  return given?.known ?? folder?.known ?? thing
}

const TRANSFER_VERB = /^(?:copy|cp|transfer|mirror|sync|send|put|upload|push|backup)$/
const TRANSFER_PROGRAM = /(?:cp|copy|sync|transfer|ftp)$/
/** `me@box:/in`, `box.acme.example:in`, `6c54cade-bde5-45c1:/in`: a machine, or an end that only a service knows. */
const REMOTE_PATH =
  /^(?:[\w.-]{1,64}@[\w.-]{1,200}|[\w-]{1,60}(?:\.[\w-]{1,60}){1,8}|[0-9a-f]{8}-[0-9a-f-]{8,40}):(?!\/\/)[\w/~.]/i

const SEND_VERB = /^(?:upload|send|submit|post)$/
const DIAGNOSTICS_WORD =
  /^(?:sos|sosreport|report|reports|collect|collector|diag|diagnose|diagnostics|diagtool|support|supportbundle|bundle|bug|bugreport|crash|dump|feedback)$/

export function recordFileTransfer(command: Command, recorder: EffectRecorder): void {
  const { words } = commandWords(command)
  const place = transferDestination(command) ?? uploadOptionTarget(command, words)
  if (place === undefined) return
  const host = place.includes('://') ? hostOf(place) : place.replace(/^[^@]*@/, '').replace(/:.*$/s, '')
  if (classifyHost(host) === 'loopback') return
  recorder.effect({ kind: 'external-write', service: host, nature: 'file', target: place, certainty: 'likely' })
}

function transferDestination(command: Command): string | undefined {
  const { operands } = commandWords(command)
  const name = commandProgram(command)
  const last = operands.at(-1) ?? ''
  const carries = TRANSFER_PROGRAM.test(name) || operands.slice(0, 2).some(matching(TRANSFER_VERB))
  if (!carries || !REMOTE_PATH.test(last)) return undefined
  return operands.slice(0, -1).some((word) => looksLikeFile(word) || /^[\w.-]+$/.test(word) || REMOTE_PATH.test(word))
    ? last
    : undefined
}

function uploadOptionTarget(command: Command, words: readonly string[]): string | undefined {
  const name = commandProgram(command)
  if (isReadOnlyVerb(name)) return undefined
  for (const [at, word] of words.entries()) {
    const [, option = '', value = words[at + 1] ?? ''] = /^--?([a-z][\w-]{2,40})(?:=(.*))?$/is.exec(word) ?? []
    if (!wordsOf(option).some(matching(SEND_VERB))) continue
    if (/^(?:https?|ftps?|sftp|s3|gs):\/\/[^/\s]/i.test(value)) return value
    const gathers = [name, ...words.slice(0, 2)].flatMap(wordsOf).some(matching(DIAGNOSTICS_WORD))
    if (gathers && /^--?(?:upload|send|submit)$/.test(word)) return `the service of ${name}`
  }
  return undefined
}
