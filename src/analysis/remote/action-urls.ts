import { environmentOfName } from '../../knowledge/lexicon/deployment-environments.ts'
import { SECRET } from '../../knowledge/lexicon/secret-names.ts'
import { ON_VALUE } from '../../knowledge/lexicon/setting-values.ts'
import { type VerbClass, verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import { classifyHost, urlParts } from './hosts.ts'

/** Acts that an address may stand for: whoever asks for it has it done. */
const SIDE_EFFECT_ACTS: ReadonlySet<VerbClass> = new Set<VerbClass>([
  'destroy',
  'remove',
  'cancel',
  'restart',
  'deploy',
])
/** Words that set something going; pages are called so as well, a key beside them tells. */
const TRIGGER_VERB = /^(?:trigger|build|launch|run|execute|invoke|dispatch|fire)$/
/** Where people are told how something is done, by the host's name and by the folders of its pages. */
const DOCUMENTATION_HOST =
  /(?:^|\.)(?:docs?|help|support|learn|developers?|wiki|blog|kb|man|community|forum|github|gitlab|npmjs|pypi|readthedocs|stackoverflow|wikipedia)\./
const DOCUMENTATION_PATH =
  /\/(?:docs?|documentation|blog|help|guides?|learn|reference|wiki|issues?|pulls?|blob|tree|raw|questions?|packages?|projects?|search|commands?|manual|articles?|posts?|news|tutorials?|runbooks?|examples?|discussions?|commit|latest|how-?to|faq|static|assets)(?:\/|$)/i
/** Parameters that only choose how a page is shown. */
const DISPLAY_PARAMETER =
  /^(?:utm_\w+|lang|locale|hl|tab|activetab|view|version|v|q|query|search|page|per_page|limit|sort|order|theme|format|ref_?src)$/i
const KEY_PARAMETER = new RegExp(String.raw`^(?:\w+[-_])?(?:${SECRET}|key|sig|signature|auth|hash|code)$`, 'i')
/** Folders of addresses that programs ask, and ids of single things in them. */
const API_PATH = /\/(?:api|rest|rpc|v\d+|admin|cgi-bin|manager|control|hooks?|webhooks?|job|jobs)(?=[/.?]|$)/i

/** Parameters whose value says what is done; `delete_data=true` says it by its name. */
const ACTION_PARAMETER = /^(?:action|act|cmd|command|op|operation|do|method|task)$/i
/** Lists that are kept to what was done once: `events?action=delete`. */
const LIST_PAGE =
  /(?:^|[/_-])(?:events?|audits?|logs?|history|activit(?:y|ies)|search|lists?|query|feeds?|stats?|metrics|reports?)\/?$/i

/** Pages that are programs. */
const SCRIPT_PAGE = /\.(?:cgi|do|action)$/

/** More words are a title. */
const MAX_SEGMENT_WORDS = 4

function parseUrl(url: string) {
  const { host, rest } = urlParts(url)
  const [path = '', query = ''] = rest.split('#', 1)[0]?.split('?', 2) ?? []
  const parameters = query.split('&', MAX_PARAMETERS).map((each) => {
    const [name = '', value = ''] = each.split('=', 2)
    return { name, value }
  })
  return { host, path, segments: path.split('/').filter((segment) => segment !== ''), parameters }
}

const MAX_PARAMETERS = 50

/** Does asking for an address have something done there, by what the end of its path says? Pages that tell of it do not. */
export function isActionUrl(url: string): boolean {
  const { host, path, segments, parameters } = parseUrl(url)
  const address = classifyHost(host)
  if (address === 'loopback' || DOCUMENTATION_HOST.test(`${host}.`) || DOCUMENTATION_PATH.test(path)) return false
  const isCalled = API_PATH.test(path)
  if ((address !== 'public' || isCalled) && isQualifiedRemoteHost(host) && verbInQuery(path, parameters)) return true
  const [last, before] = segments.toReversed().map(verbInSegment)
  if (!SIDE_EFFECT_ACTS.has(actOfVerb(last)))
    return (
      parameters.some(({ name }) => KEY_PARAMETER.test(name)) &&
      [last, before].some((verb) => TRIGGER_VERB.test(verb ?? ''))
    )
  return (
    parameters.some(({ name }) => name !== '' && !DISPLAY_PARAMETER.test(name)) ||
    (isCalled && (address === 'private' || segments.slice(0, -1).some(isResourceId))) ||
    (address === 'private' && SCRIPT_PAGE.test(path))
  )
}

/** The id of a single thing, and no version. */
function isResourceId(segment: string): boolean {
  return /\d/.test(segment) && /^[\w.-]+$/.test(segment) && !/^v\d+$/.test(segment)
}

/** The verb that a parameter tells, where the page is no list. */
function verbInQuery(path: string, parameters: ReturnType<typeof parseUrl>['parameters']): string | undefined {
  if (LIST_PAGE.test(path)) return undefined
  for (const { name, value } of parameters) {
    const isAction = ACTION_PARAMETER.test(name)
    const verb = verbInSegment(isAction ? lowerAllCaps(value) : name)
    // What is merely switched tells how the answer is given: `disable_paging=true`, `reset=1`.
    if (isAction ? SIDE_EFFECT_ACTS.has(actOfVerb(verb)) : ON_VALUE.test(value) && actOfVerb(verb) === 'destroy')
      return verb
  }
  return undefined
}

function actOfVerb(verb: string | undefined): VerbClass {
  return verbMeaning(verb ?? '')?.act ?? 'read'
}

/** All in capitals it is one word. */
function lowerAllCaps(word: string): string {
  return /[a-z]/.test(word) ? word : word.toLowerCase()
}

/** Does the path of a request that changes something say that things are gone after it? A container's name says nothing of where it is. */
export function isDestructiveUrl(url: string): boolean {
  const { host, path } = parseUrl(url)
  const last = path.split('/').slice(-2)
  return isQualifiedRemoteHost(host) && last.some((segment) => actOfVerb(verbInSegment(segment)) === 'destroy')
}

const BODY_ACTION = /"(?:action|act|cmd|command|op|operation|do|task)"\s{0,4}:\s{0,4}"([A-Za-z][\w-]{1,40})"/gi
/** Where a machine takes its orders. */
const COMMAND_PATH = /\/(?:commands?|gcode|actuate|actuators?)\/?$/i
const MAX_BODY_LENGTH = 64_000

/** Is another machine told to do something, by the body of a request or by where it goes: `{"command": "cancel"}`? */
export function isActionBody(url: string, texts: readonly string[]): boolean {
  const { host, path } = parseUrl(url)
  const tells = (text: string) =>
    [...text.slice(0, MAX_BODY_LENGTH).matchAll(BODY_ACTION)].some(([, verb = '']) =>
      SIDE_EFFECT_ACTS.has(actOfVerb(verbInSegment(lowerAllCaps(verb)))),
    )
  return isQualifiedRemoteHost(host) && texts.length > 0 && (COMMAND_PATH.test(path) || texts.some(tells))
}

/** Another machine by its full name: one word alone is as often a container. */
export function isQualifiedRemoteHost(host: string): boolean {
  return /[^.]\.[^.]/.test(host) && !/\bdocker\b/.test(host) && environmentOfName(host) !== 'development'
}

/** The word that a part of a path begins with, where it is a short name and no file: `delete_series`, `buildWithParameters`. */
function verbInSegment(segment: string): string | undefined {
  if (segment.length > 60 || /\.(?!cgi$|do$|action$)\w{1,5}$/.test(segment)) return undefined
  const words = wordsOf(segment.replace(SCRIPT_PAGE, ''))
  if (words.length > MAX_SEGMENT_WORDS) return undefined
  return words[0] === 'do' ? words[1] : words[0]
}

/** What the end of a path says is done, and to what: the names before it, and the one thing that a number or parameter tells. */
export interface UrlAction {
  readonly verb: string
  readonly names: readonly string[]
  readonly things: readonly string[]
}

export function parseUrlAction(url: string): UrlAction | undefined {
  const { path, segments, parameters } = parseUrl(url)
  const last = verbInSegment(segments.at(-1) ?? '')
  const verb = SIDE_EFFECT_ACTS.has(actOfVerb(last)) ? last : verbInQuery(path, parameters)
  if (verb === undefined) return undefined
  const given = parameters.flatMap(({ name, value }) =>
    value === '' || KEY_PARAMETER.test(name) || DISPLAY_PARAMETER.test(name) ? [] : [value],
  )
  const before = segments.slice(0, -1).filter((segment) => !/^(?:api|rest|rpc|v\d+|admin)$/i.test(segment))
  const isNumbered = (segment: string) => /\d/.test(segment)
  return {
    verb,
    names: before.filter((segment) => !isNumbered(segment)),
    things: [...before.filter(isNumbered), ...given],
  }
}
