import { addressOf, urlParts } from '../../hosts.ts'
import { stageOfName } from '../../stages.ts'
import { type Act, meaningOf, wordsOf } from '../../verbs.ts'

/** Acts that an address may stand for: whoever asks for it has it done. */
const DONE: ReadonlySet<Act> = new Set<Act>(['destroy', 'remove', 'cancel', 'restart', 'deploy'])
/** Words that set something going; pages are called so as well, a key beside them tells. */
const SETS_GOING = /^(?:trigger|build|launch|run|execute|invoke|dispatch|fire)$/
/** Where people are told how something is done, by the host's name and by the folders of its pages. */
const TELLING_HOST =
  /(?:^|\.)(?:docs?|help|support|learn|developers?|wiki|blog|kb|man|community|forum|github|gitlab|npmjs|pypi|readthedocs|stackoverflow|wikipedia)\./
const TELLING_PATH =
  /\/(?:docs?|documentation|blog|help|guides?|learn|reference|wiki|issues?|pulls?|blob|tree|raw|questions?|packages?|projects?|search|commands?|manual|articles?|posts?|news|tutorials?|runbooks?|examples?|discussions?|commit|latest|how-?to|faq|static|assets)(?:\/|$)/i
/** Parameters that only choose how a page is shown. */
const SHOWS =
  /^(?:utm_\w+|lang|locale|hl|tab|activetab|view|version|v|q|query|search|page|per_page|limit|sort|order|theme|format|ref_?src)$/i
const KEY = /^(?:\w+[-_])?(?:token|key|secret|sig|signature|auth|password|hash|code)$/i
/** Folders of addresses that programs ask, and ids of single things in them. */
const CALLED = /\/(?:api|rest|rpc|v\d+|admin|cgi-bin|manager|control|hooks?|webhooks?|job|jobs)(?=[/.?]|$)/i

/** Parameters whose value says what is done; `delete_data=true` says it by its name. */
const ACTION = /^(?:action|act|cmd|command|op|operation|do|method|task)$/i
const ON = /^(?:true|1|yes|on)$/i
/** Lists that are kept to what was done once: `events?action=delete`. */
const LISTS =
  /(?:^|[/_-])(?:events?|audits?|logs?|history|activit(?:y|ies)|search|lists?|query|feeds?|stats?|metrics|reports?)\/?$/i

/** Pages that are programs. */
const SCRIPT = /\.(?:cgi|do|action)$/

/** More words are a title. */
const MOST_WORDS = 4

function partsOf(url: string) {
  const { host, rest } = urlParts(url)
  const [path = '', query = ''] = rest.split('#', 1)[0]?.split('?', 2) ?? []
  const parameters = query.split('&', MOST_PARAMETERS).map((each) => {
    const [name = '', value = ''] = each.split('=', 2)
    return { name, value }
  })
  return { host, path, segments: path.split('/').filter((segment) => segment !== ''), parameters }
}

const MOST_PARAMETERS = 50

/** Does asking for an address have something done there, by what the end of its path says? Pages that tell of it do not. */
export function addressActs(url: string): boolean {
  const { host, path, segments, parameters } = partsOf(url)
  const address = addressOf(host)
  if (address === 'loopback' || TELLING_HOST.test(`${host}.`) || TELLING_PATH.test(path)) return false
  const isCalled = CALLED.test(path)
  if ((address !== 'public' || isCalled) && isOtherMachine(host) && actOfQuery(path, parameters)) return true
  const [last, before] = segments.toReversed().map(verbOf)
  if (!DONE.has(actOf(last)))
    return parameters.some(({ name }) => KEY.test(name)) && [last, before].some((verb) => SETS_GOING.test(verb ?? ''))
  return (
    parameters.some(({ name }) => name !== '' && !SHOWS.test(name)) ||
    (isCalled && (address === 'private' || segments.slice(0, -1).some(isThing))) ||
    (address === 'private' && SCRIPT.test(path))
  )
}

/** The id of a single thing, and no version. */
function isThing(segment: string): boolean {
  return /\d/.test(segment) && /^[\w.-]+$/.test(segment) && !/^v\d+$/.test(segment)
}

/** The verb that a parameter tells, where the page is no list. */
function actOfQuery(path: string, parameters: ReturnType<typeof partsOf>['parameters']): string | undefined {
  if (LISTS.test(path)) return undefined
  for (const { name, value } of parameters) {
    const isAction = ACTION.test(name)
    const verb = verbOf(isAction ? lowered(value) : name)
    // What is merely switched tells how the answer is given: `disable_paging=true`, `reset=1`.
    if (isAction ? DONE.has(actOf(verb)) : ON.test(value) && actOf(verb) === 'destroy') return verb
  }
  return undefined
}

function actOf(verb: string | undefined): Act {
  return meaningOf(verb ?? '')?.act ?? 'read'
}

/** All in capitals it is one word. */
function lowered(word: string): string {
  return /[a-z]/.test(word) ? word : word.toLowerCase()
}

/** Does the path of a request that changes something say that things are gone after it? A container's name says nothing of where it is. */
export function destroysThere(url: string): boolean {
  const { host, path } = partsOf(url)
  const last = path.split('/').slice(-2)
  return isOtherMachine(host) && last.some((segment) => actOf(verbOf(segment)) === 'destroy')
}

const TOLD = /"(?:action|act|cmd|command|op|operation|do|task)"\s{0,4}:\s{0,4}"([A-Za-z][\w-]{1,40})"/gi
/** Where a machine takes its orders. */
const ORDERS = /\/(?:commands?|gcode|actuate|actuators?)\/?$/i
const MOST_LETTERS = 64_000

/** Is another machine told to do something, by the body of a request or by where it goes: `{"command": "cancel"}`? */
export function bodyActs(url: string, texts: readonly string[]): boolean {
  const { host, path } = partsOf(url)
  const tells = (text: string) =>
    [...text.slice(0, MOST_LETTERS).matchAll(TOLD)].some(([, verb = '']) => DONE.has(actOf(verbOf(lowered(verb)))))
  return isOtherMachine(host) && texts.length > 0 && (ORDERS.test(path) || texts.some(tells))
}

/** Another machine by its full name: one word alone is as often a container. */
export function isOtherMachine(host: string): boolean {
  return /[^.]\.[^.]/.test(host) && !/\bdocker\b/.test(host) && stageOfName(host) !== 'development'
}

/** The word that a part of a path begins with, where it is a short name and no file: `delete_series`, `buildWithParameters`. */
function verbOf(segment: string): string | undefined {
  if (segment.length > 60 || /\.(?!cgi$|do$|action$)\w{1,5}$/.test(segment)) return undefined
  const words = wordsOf(segment.replace(SCRIPT, ''))
  if (words.length > MOST_WORDS) return undefined
  return words[0] === 'do' ? words[1] : words[0]
}

/** What the end of a path says is done, and to what: the names before it, and the one thing that a number or parameter tells. */
export interface AddressAct {
  readonly verb: string
  readonly names: readonly string[]
  readonly things: readonly string[]
}

export function actOfAddress(url: string): AddressAct | undefined {
  const { path, segments, parameters } = partsOf(url)
  const last = verbOf(segments.at(-1) ?? '')
  const verb = DONE.has(actOf(last)) ? last : actOfQuery(path, parameters)
  if (verb === undefined) return undefined
  const given = parameters.flatMap(({ name, value }) =>
    value === '' || KEY.test(name) || SHOWS.test(name) ? [] : [value],
  )
  const before = segments.slice(0, -1).filter((segment) => !/^(?:api|rest|rpc|v\d+|admin)$/i.test(segment))
  const isNumbered = (segment: string) => /\d/.test(segment)
  return {
    verb,
    names: before.filter((segment) => !isNumbered(segment)),
    things: [...before.filter(isNumbered), ...given],
  }
}
