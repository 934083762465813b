import { programOf } from '../../base-name.ts'
import { addressOf, hostOf } from '../../hosts.ts'
import { published } from '../../targets.ts'
import { meaningOf, onlyLooks, SIGNS, wordsOf } from '../../verbs.ts'
import type { Command, Word } from '../../words.ts'
import type { Scribe } from '../program.ts'
import { aimsHere, isFile, isLoopbackText, isRegistryName, like, SAYS_NO, said, unlike } from './shapes.ts'

const UPLOADS = /(?:put|upload(?:er)?|publish(?:er)?|submit|push)$/
const NO_UPLOAD = /(?:^|in|out|through|com)put$|dry-?run|test|check/
/** `ppa:owner/name`, `hub:owner/name`. */
const HUB = /^[a-z][a-z0-9]{1,11}:[a-z][\w-]{0,60}\/[\w.-]{1,80}$/i
const BUILT =
  /\.(?:changes|dsc|deb|rpm|whl|gem|crate|nupkg|vsix|snap|flatpak|apk|aab|ipa|jar|tgz|tar\.\w+|zip|dmg|pkg|exe|msi|rockspec|conda|oxt|xpi|crx|love|pdx|vpk)$/i
const TAKES =
  /^(?:add|install|get|pull|fetch|download|clone|run|remove|rm|list|info|show|search|update|use|from|import)$/
const PUBLIC = /^--?(?:public|make-public|visibility=public|access=public|no-private|private=false|world|public-read)$/
const MAKES = /^(?:create|new|add|init|upload|push|put|share|publish|post|update|set|edit|import|deploy|save)$/
const HUB_SETS = /^(?:datasets?|models?|kernels?|notebooks?|spaces?)$/
const SHOWN =
  /^(?:datasets?|models?|spaces?|kernels?|notebooks?|repos?|repositor(?:y|ies)|gists?|snippets?|pastes?|buckets?|shares?|links?|pages?|sites?|packages?|images?|projects?|boxes|box|files?|folders?|drives?|albums?|videos?|posts?|recordings?|casts?|playgrounds?|albums?)$/

export function stateHanding(command: Command, scribe: Scribe): void {
  const name = programOf(command)
  const { args } = command
  if (args.length === 0 || onlyLooks(name)) return
  const { operands } = said(command)
  const files = operands.filter((known) => isFile(known) || BUILT.test(known))
  const hub = operands.find((known) => HUB.test(known) && !known.includes('//'))
  const verbs = operands.slice(0, 3).filter(like(/^[a-z][a-z-]*$/))
  const taken = verbs.some(like(TAKES))
  const named = UPLOADS.test(name) && !NO_UPLOAD.test(name) && files.length > 0
  const built = files.some(like(BUILT))
  // A place after the file is where it is copied to: on a device, in a box.
  const placed = operands.length > 1 && /^\/|\/$/.test(operands.at(-1) ?? '')
  const handed = verbs.some(like(/^(?:push|upload|put|submit)$/)) && !placed
  // `build owner/name x.src.rpm`: somebody else's machine builds it, for others.
  const owned = operands.slice(1).some((known) => isRegistryName(known) && !isFile(known) && !BUILT.test(known))
  const toHub = built && (hub !== undefined || handed || (owned && verbs[0] === 'build'))
  const what = named || (toHub && !taken) ? (hub ?? files[0]) : (pushedTo(args, operands) ?? madePublic(args, verbs))
  if (what === undefined) return
  statePublished(name, what, scribe)
}

/** `+login me pw +run_app_build x`. */
export function stateStoreBuild(command: Command, scribe: Scribe): void {
  const marked = command.args.flatMap(({ known }, at) => (/^\+[a-z][a-z_-]+$/.test(known) ? [{ known, at }] : []))
  const login = marked.find(like(/^\+(?:login|logon|auth|account)$/))
  const build = marked.find(({ known }) => wordsOf(known).some(like(/^(?:build|depot|upload|publish)$/)))
  if (login === undefined || build === undefined || command.args[login.at + 1]?.known === 'anonymous') return
  statePublished(programOf(command), command.args[build.at + 1]?.known ?? build.known, scribe)
}

/** Something is put where others get it; `place` is told where people would name it. */
export function statePublished(registry: string, what: string, scribe: Scribe, place = ''): void {
  statePublication(registry, what, { place }, scribe)
}

function statePublication(
  registry: string,
  what: string,
  { place = '', removes = false, by }: { place?: string; removes?: boolean; by?: string },
  scribe: Scribe,
): void {
  const targets = [published(place, what)]
  scribe.effect({
    kind: 'publish',
    registry,
    what,
    removes,
    targets,
    certainty: 'likely',
    ...(by !== undefined && { by }),
  })
}

const IN_REGISTRY =
  /^(?:oci:\/\/|docker:\/\/)?[\w-]+(?:\.[\w-]+)+(?::\d{1,5})?(?:\/[\w.-]+)+(?::[\w.-]+)?(?:@sha256:[\w\0]+)?$/
const STAYS = /^--(?:no-upload|upload=false|local|output-file|dry-run)(?:=|$)/
const PUTS_OUT = /^--(?:push|publish)(?:=true)?$/
const A_PORT = /^[\d.:[\]-]+(?:\/\w+)?$/

export function statePutOut(command: Command, scribe: Scribe): void {
  if (!command.args.some(like(SIGNS, PUTS_OUT))) return
  const name = programOf(command)
  const { words, operands } = said(command)
  const image = operands.find((word) => IN_REGISTRY.test(word) && !isLoopbackText(word))
  const signed = operands.some(like(SIGNS)) && !words.some(like(STAYS))
  // `--publish 8080:80` is a door of a container.
  const isNothing = (value: string) => A_PORT.test(value) || SAYS_NO.test(value)
  const out = words.some((word, at) => PUTS_OUT.test(word) && !isNothing(words[at + 1] ?? ''))
  const what =
    signed && image !== undefined ? image : out ? (image ?? operands.find(unlike(/^[a-z-]+$/)) ?? name) : undefined
  if (what === undefined) return
  statePublication(name, what, { by: signed ? `${name} sign` : name }, scribe)
}

const TAKES_OUT = /^(?:remove|rm|delete|yank|unpublish|retract|unlist|withdraw|purge)$/
const OWN_AS_WELL = /^(?:remove|rm)$/
const ELSEWHERE = /^--?(?:remotes?|repository|upstream)$/
const FETCHED_FROM = /^--?(?:registry|repo|index|index-url|source|feed|channel)$/i

/** `remove 'zlib/*' -r company`. */
export function stateTakenOut(command: Command, scribe: Scribe): void {
  const { words } = said(command)
  const operands = words.filter((word, at) => !word.startsWith('-') && !isPlaceOption(words[at - 1] ?? ''))
  const verb = operands.slice(0, 2).find(like(TAKES_OUT))
  const [what] = verb === undefined ? [] : operands.slice(operands.indexOf(verb) + 1)
  if (verb === undefined || what === undefined || aimsHere(command)) return
  const place = words.flatMap((word, at) => {
    const [, option = word, value = words[at + 1] ?? ''] = /^(-[^=]+)=(.*)$/s.exec(word) ?? []
    const told =
      ELSEWHERE.test(option) ||
      (FETCHED_FROM.test(option) && !OWN_AS_WELL.test(verb)) ||
      // The letter is `recursive` as often: then no package stands beside it.
      (option === '-r' && /^[\w.+-]+(?:\/[\w.*+-]+|@\S+)|^\*$/.test(what) && !isFile(what))
    return told && /^[\w@]/.test(value) && !isFile(value) ? [value] : []
  })[0]
  if (place === undefined) return
  statePublication(place, what, { place, removes: true }, scribe)
}

function isPlaceOption(word: string): boolean {
  return word === '-r' || ELSEWHERE.test(word) || FETCHED_FROM.test(word)
}

/** `push name ./result`, `push --to name --data all`. */
function pushedTo(args: readonly Word[], [verb = '', store = '', given = '']: readonly string[]): string | undefined {
  if (!/^(?:push|upload)$/.test(verb)) return undefined
  if (/^(?!origin$|upstream$)[a-z][\w-]+$/i.test(store) && /^\.{1,2}\/[\w./-]+$/.test(given)) return store
  const to = args.findIndex(({ known }) => known === '--to')
  const whole = args.some(like(/^--(?:data|all|everything|content)(?:=|$)/))
  return to >= 0 && whole ? args[to + 1]?.known : undefined
}

/** `datasets create … --public`. */
function madePublic(args: readonly Word[], verbs: readonly string[]): string | undefined {
  const flag = args.some(
    ({ known }, at) =>
      PUBLIC.test(known) ||
      (/^--(?:visibility|access|privacy|acl)$/.test(known) && /^public/.test(args[at + 1]?.known ?? '')),
  )
  const made = verbs.findIndex((verb) =>
    wordsOf(verb).some((word) => MAKES.test(word) && meaningOf(word)?.act !== 'read'),
  )
  // A folder of data that becomes a set in a hub is there for others, unless something says that it is not.
  const folder = args.find(({ known }) => /^(?:\.{0,2}\/)?[\w.-]+(?:\/[\w.-]+)*\/?$/.test(known) && /[/.]/.test(known))
  const set = verbs.slice(0, made).some(like(HUB_SETS)) && !args.some(like(/^--?(?:private|local|draft|out|output)/))
  if (made < 0 || !(flag || (set && folder !== undefined))) return undefined
  const thing = verbs.find((verb) => wordsOf(verb).some(like(SHOWN)))
  const given = args.find(({ known }) => isFile(known) || /^[\w.-]+\/[\w./-]+$/.test(known))
  return given?.known ?? folder?.known ?? thing
}

const CARRIES = /^(?:copy|cp|transfer|mirror|sync|send|put|upload|push|backup)$/
const CARRIER = /(?:cp|copy|sync|transfer|ftp)$/
/** `me@box:/in`, `box.acme.example:in`, `6c54cade-bde5-45c1:/in`: a machine, or an end that only a service knows. */
const PLACE_THERE =
  /^(?:[\w.-]{1,64}@[\w.-]{1,200}|[\w-]{1,60}(?:\.[\w-]{1,60}){1,8}|[0-9a-f]{8}-[0-9a-f-]{8,40}):(?!\/\/)[\w/~.]/i

const SENDS = /^(?:upload|send|submit|post)$/
const GATHERS =
  /^(?:sos|sosreport|report|reports|collect|collector|diag|diagnose|diagnostics|diagtool|support|supportbundle|bundle|bug|bugreport|crash|dump|feedback)$/

export function stateSending(command: Command, scribe: Scribe): void {
  const { words } = said(command)
  const place = carriedTo(command) ?? sentBy(command, words)
  if (place === undefined) return
  const host = place.includes('://') ? hostOf(place) : place.replace(/^[^@]*@/, '').replace(/:.*$/s, '')
  if (addressOf(host) === 'loopback') return
  scribe.effect({ kind: 'external-write', service: host, nature: 'file', target: place, certainty: 'likely' })
}

function carriedTo(command: Command): string | undefined {
  const { operands } = said(command)
  const name = programOf(command)
  const last = operands.at(-1) ?? ''
  const carries = CARRIER.test(name) || operands.slice(0, 2).some(like(CARRIES))
  if (!carries || !PLACE_THERE.test(last)) return undefined
  return operands.slice(0, -1).some((word) => isFile(word) || /^[\w.-]+$/.test(word) || PLACE_THERE.test(word))
    ? last
    : undefined
}

function sentBy(command: Command, words: readonly string[]): string | undefined {
  const name = programOf(command)
  if (onlyLooks(name)) return undefined
  for (const [at, word] of words.entries()) {
    const [, option = '', value = words[at + 1] ?? ''] = /^--?([a-z][\w-]{2,40})(?:=(.*))?$/is.exec(word) ?? []
    if (!wordsOf(option).some(like(SENDS))) continue
    if (/^(?:https?|ftps?|sftp|s3|gs):\/\/[^/\s]/i.test(value)) return value
    const gathers = [name, ...words.slice(0, 2)].flatMap(wordsOf).some(like(GATHERS))
    if (gathers && /^--?(?:upload|send|submit)$/.test(word)) return `the service of ${name}`
  }
  return undefined
}
