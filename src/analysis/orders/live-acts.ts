import type { EffectDraft } from '../effects.ts'
import { addressOf, hostOf } from '../hosts.ts'
import { isFile } from '../programs/unlisted/shapes.ts'
import type { Order, Orders } from '../speech/orders.ts'
import { stageOfName } from '../stages.ts'
import { type ChangeVerb, meaningOf } from '../verbs.ts'
import { RULING } from './ruling-roles.ts'

const THINGS =
  /\b(?:pods?|deployments?|replicas?|hpas?|autoscalers?|services?|ingress(?:es)?|nodes?|namespaces?|secrets?|configmaps?|cronjobs?|instances?|vms?|servers?|machines?|hosts?|containers?|balancers?|databases?|db|tables?|rows?|records?|queues?|topics?|jobs?|workers?|alerts?|silences?|monitors?|flags?|users?|accounts?|roles?|customers?|subscriptions?|buckets?|volumes?|snapshots?|backups?|dns|domains?|certificates?|firewalls?|rules?|limits?|keys?|tokens?|caches?|settings?|configuration|traffic|releases?|clusters?|stacks?|apps?|sites?|plugins?)\b/i
function thingsIn(object: string): readonly string[] {
  return (object.slice(0, 400).match(ALL_THINGS) ?? []).map((thing) => thing.toLowerCase().replace(/s$/, ''))
}
const ALL_THINGS = new RegExp(THINGS.source, 'gi')

const WHERE =
  /\b(?:in|on|at|against|to|for|from|into|under|of)\s+(?:(?:the|our|this)\s+)?(?:(?:context|cluster|namespace|account|project|server|host|database|environment|workspace|org|organi[sz]ation)\s+)?[`"']?([\w@:/.-]{3,200})/gi

/** Does a task say that it is done in production? Files of the project that are called so are no place. */
function isLive(text: string): boolean {
  for (const [, place = ''] of text.matchAll(WHERE)) {
    const name = place.replace(/[.:]+$/, '')
    if (stageOfName(name) === 'production' && !isFile(name) && (!name.includes('/') || name.includes('://')))
      return true
  }
  return false
}

export function changesLive({ verb, object }: Order, live: boolean): readonly EffectDraft[] {
  const change = CHANGES.get(verb) ?? changeOf(verb)
  if (!live || change === undefined || isWritten(object)) return []
  // The first thing that is named is what it is done to, and all that is made; a file is edited here.
  const first = directObject(object)
  if (!THINGS.test(change === 'create' ? first : object)) return []
  if (first.split(/\s+/).some((word) => isFile(word))) return []
  return [
    {
      kind: 'resource-change',
      system: 'the task',
      verb: change,
      target: object.slice(0, 120),
      mass: false,
      stage: 'production',
      family: 'other',
    },
  ]
}

const CHANGES: ReadonlyMap<string, ChangeVerb> = new Map([
  ['silence', 'cancel'],
  ['mute', 'cancel'],
  ['bump', 'update'],
  ['raise', 'update'],
  ['lower', 'update'],
  ['increase', 'update'],
  ['reduce', 'update'],
  ['kick', 'restart'],
  ['turn off', 'cancel'],
  ['switch off', 'cancel'],
])
const NO_CHANGES =
  /^(?:open|write|make|run|request|import|copy|clone|generate|init|execute|start|issue|new|link|connect|build|put|mark|move|rename)$/

function changeOf(verb: string): ChangeVerb | undefined {
  const change = NO_CHANGES.test(verb) ? undefined : meaningOf(verb)?.change
  return change === 'read' ? undefined : change
}

const ALERTS = /\b(?:alerts?|alarms?|pagers?|monitors?|notifications?)\b/i
const SILENCES = /\b(?:silences?|mutes?|maintenance windows?)\b/i

export function silences({ verb, object }: Order): readonly EffectDraft[] {
  if (isWritten(object)) return []
  const mutes = /^(?:silence|mute|snooze)$/.test(verb) && ALERTS.test(object)
  const makes = /^(?:create|add|set|open|schedule)$/.test(verb) && SILENCES.test(object)
  if (!mutes && !makes) return []
  return [
    {
      kind: 'resource-change',
      system: 'alerts',
      verb: 'cancel',
      target: object.slice(0, 120),
      mass: /\ball\b/i.test(object),
      stage: 'unknown',
      family: 'other',
    },
  ]
}

const PAYS_WITH = /\b(?:card|credit|paypal|wallet|account balance|invoice|budget|stored payment|payment method)\b/i
const BOUGHT = /\b(?:orders?|purchases?|checkout|payments?|bookings?|reservations?)\b/i
const SHOP =
  /\b(?:shop|store|website|browser|basket|cart|delivery|shipping|express|amazon|supplier|flights?|tickets?|hotels?|licen[cs]es?|seats?|credits|domains?|shares?|stocks?|btc|eth)\b/i

export function buys({ verb, object, meant }: Order): readonly EffectDraft[] {
  if (isWritten(object)) return []
  const all = `${object} ${meant}`
  const outright = /^(?:buy|purchase|pay|rent)$/.test(verb) && object !== ''
  const asked = /^(?:order|book|reserve|subscribe|sell|transfer)$/.test(verb) && (SHOP.test(all) || PAYS_WITH.test(all))
  const ends =
    /^(?:finish|complete|place|submit|confirm|proceed|go|check)$/.test(verb) &&
    (BOUGHT.test(object) || /^out\b/.test(object)) &&
    (SHOP.test(all) || PAYS_WITH.test(all) || verb === 'place')
  if (!outright && !asked && !ends) return []
  return [{ kind: 'external-write', service: 'a shop', nature: 'payment', target: object.slice(0, 120) }]
}

const RIGHTS = new RegExp(
  `\\b(?:(?:${RULING}|sudo|write|full|elevated)[- ](?:rights?|roles?|access|permissions?|privileges?)|as (?:an? |the )?(?:${RULING}|collaborator)|an? (?:${RULING})$|cluster-admin|(?:admin\\w*|owners|sudo\\w*|wheel) (?:group|team))\\b`,
  'i',
)

export function grants({ verb, object }: Order): readonly EffectDraft[] {
  if (!/^(?:grant|give|assign|promote|elevate|add|make|invite|bind)$/.test(verb) || isWritten(object)) return []
  const what = RIGHTS.exec(object)?.[0]
  if (what === undefined) return []
  const to =
    object
      .replace(what, ' ')
      .replaceAll(/\b(?:the|user|an?|to|as|in|on)\b/gi, ' ')
      .trim()
      .split(/\s+/)[0] ?? ''
  return [{ kind: 'grant', what, to, reach: 'remote' }]
}

const NAMED_CHECKS =
  /\b(?:security|secret|vulnerabilit(?:y|ies)|dependency|sast|dast|container|image|licen[cs]e|code[- ]?quality)[- ]?(?:scan\w*|checks?|steps?|jobs?|gates?|stages?)\b|\b(?:scanners?|scans?|steps?|jobs?|stages?)\b.{0,60}\bsecurity\b|\b(?:required|mandatory|code)[- ](?:reviews?|approvals?|reviewers?)\b|\bcode ?owners\b/i
const REQUIRED = /\brequired?_?\w*(?:review|approv|check|status|sign)\w*|\benforce_admins\b|\bbranch protection\b/i

export function unchecks({ verb, object }: Order): readonly EffectDraft[] {
  const takes = /^(?:remove|delete|drop|disable|skip|turn off|switch off|comment|strip|take|bypass)$/.test(verb)
  const sets =
    /^(?:set|change|reduce|lower|edit|update|patch)$/.test(verb) && /\b(?:0|zero|none|null|false|off)\b/i.test(object)
  if (isInCode(object, 'all')) return []
  const feature = (takes ? NAMED_CHECKS.exec(object) : sets ? REQUIRED.exec(object) : null)?.[0].toLowerCase()
  return feature === undefined ? [] : [{ kind: 'weaken', area: 'ci-check', feature }]
}

const WHATEVER =
  /\b(?:whatever|everything|anything|all|what)\s+(?:that\s+)?(?:it|they|the \w{2,20})\s+(?:prints?|says?|asks?|tells?|outputs?|returns?|wants?|instructs?|recommends?)\b/i

const EVERY_ORDER =
  /^(?:out )?(?:every|all|each|any)(?: of)?(?: the| its)? (?:instructions?|steps?|commands?|orders?)\b/i
const RUNS = /^(?:run|execute)$/
const ITSELF = /^(?:it|them|that|this|the (?:script|installer|file|binary))\b/i
const SCRIPT = /\.(?:sh|bash|py|pl|rb|ps1|js|bat|exe|run|bin)(?:$|[?#])|\/(?:install|setup|bootstrap)[\w-]*$/i

const OBEYS = /^(?:follow|obey|execute|run|do|apply|carry|answer|accept)$/

function addressIn(text: string): string | undefined {
  return /\bhttps?:\/\/[^\s"'`<>)]{3,300}/i.exec(text)?.[0]
}

/** "Download it from … and follow whatever it prints": somebody else gives the orders. */
export function obeys({ verb, object, meant }: Order, from: string | undefined): readonly EffectDraft[] {
  if (!OBEYS.test(verb)) return []
  const all = `${object} ${meant}`
  const url = addressIn(all) ?? from
  const prompt = /\b(?:prompt|instructions|commands|orders)\b.{0,40}\b(?:from|at|in|under)\b.{0,12}https?:/i.test(all)
  const told = WHATEVER.test(all) || prompt || (TAKES_ORDERS.test(verb) && EVERY_ORDER.test(object))
  const runs = RUNS.test(verb) && ITSELF.test(object) && url !== undefined && SCRIPT.test(url)
  if (url === undefined || addressOf(hostOf(url)) === 'loopback' || !(told || runs)) return []
  return [{ kind: 'run-code', language: 'other', origin: 'download', read: false, host: hostOf(url), address: url }]
}

const CHANNEL =
  /(?:^|\s)#[a-z][\w-]{1,60}\b|\b(?:slack|discord|teams|telegram|twitter|linkedin|mastodon|reddit|whatsapp)\b|[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}/i

export function writesTo({ verb, object }: Order): readonly EffectDraft[] {
  if (!/^(?:send|post|e-?mail|message|announce|tweet|dm|notify|publish)$/.test(verb) || isInCode(object, 'places'))
    return []
  const to = CHANNEL.exec(object)?.[0].trim()
  return to === undefined ? [] : [{ kind: 'external-write', service: to, nature: 'message', target: to }]
}

const CODE =
  /^(?:tests?|fixtures?|mocks?|stubs?|code|components?|functions?|imports?|docs?|documentation|readme|notes|changelog|text|wording|comments?|schema|types?|class(?:es)?|models?|enums?|pages?|forms?|routes?|endpoints?|middleware|modules?|handlers?|migrations?|columns?|fields?|buttons?|views?)$/i
const TRIED = /\b(?:tests?|fixtures?|mocks?|stubs?|locally?|localhost|staging|sandbox|demo)\b/i
const BEYOND = /[,;(]|\s(?:and|or|with|for|so|by|using|because|while|but|then|when|which|that|who|if)\s/i
const PLACED = /\s+(in|on|from|to|into|at|under|of|as|inside|within)\s+/i

function directObject(object: string): string {
  const [whole = ''] = object.split(BEYOND, 1)
  return whole.split(PLACED, 1)[0] ?? ''
}

/** "In the enum", "from the wizard component". */
function placesIn(object: string): readonly string[] {
  const [whole = ''] = object.split(BEYOND, 1)
  const parts = whole.split(PLACED)
  return parts.filter((_, at) => at > 0 && at % 2 === 0 && !/^(?:of|as)$/i.test(parts[at - 1] ?? ''))
}

const isCode = (phrase: string): boolean => CODE.test(/[\w-]+(?=[^\w-]*$)/.exec(phrase.slice(-LONGEST))?.[0] ?? '')
const LONGEST = 80

function isInCode(object: string, where: 'all' | 'places'): boolean {
  return placesIn(object).some(isCode) || (where === 'all' && isCode(directObject(object)))
}

function isWritten(object: string): boolean {
  return isInCode(object, 'all') || [directObject(object), ...placesIn(object)].some((phrase) => TRIED.test(phrase))
}

const GOES =
  /^(?:use|connect|switch|log|log in|sign|ssh|go|open|work|target|select|point|attach|authenticate|port-forward)$/
/** "In context shop:", "You are connected to shop-prod.", "The database is at db.acme.net". */
const ONLY_WHERE =
  /^(?:in|on|at|against|for|within)(?:(?: [\w@:/.-]{1,100}){1,6}:| [\w@:/.-]{1,100}\.?)$|^(?:you|we)(?:'re| are) (?:\w{1,20} ){0,2}(?:in|on|at|to|into|inside)\b|\b(?:is|are)(?: reachable)? (?:at|under|on) \S{0,100}[.:]\S/i
const BEGINS_WITH_WHERE = /^(?:in|on|at|against|for|within)\b/i
const FETCHES = /^(?:get|download|fetch|install|curl|wget|grab|pull|clone|load|open|read)$/
const TAKES_ORDERS = /^(?:follow|obey|do|carry)$/

export class Surroundings {
  readonly #sentences: readonly string[]
  readonly #live: readonly boolean[]
  /** From this sentence on, all is done in production. */
  readonly #from: number
  readonly #things = new Map<string, number>()
  readonly #fetched: readonly (string | undefined)[]

  constructor({ orders, sentences }: Orders) {
    this.#sentences = sentences
    this.#live = orders.length === 0 ? [] : sentences.map((sentence) => isLive(sentence))
    const sets = sentences.findIndex((sentence, at) => this.#live[at] === true && ONLY_WHERE.test(sentence))
    const goes = orders.find((order) => this.#setsPlace(order))?.at ?? sentences.length
    this.#from = Math.min(goes, sets < 0 ? sentences.length : sets)
    for (const { object, at } of orders)
      if (this.#live[at])
        for (const thing of thingsIn(object)) if (!this.#things.has(thing)) this.#things.set(thing, at)
    const fetching = new Set(orders.filter(({ verb }) => FETCHES.test(verb)).map(({ at }) => at))
    let last: string | undefined
    this.#fetched = sentences.map((sentence, at) => {
      if (fetching.has(at)) last = addressIn(sentence) ?? last
      return last
    })
  }

  #setsPlace({ verb, object, at }: Order): boolean {
    if (this.#live[at] === true && BEGINS_WITH_WHERE.test(this.#sentences[at] ?? '')) return true
    return (
      GOES.test(verb) &&
      (this.#live[at] === true || object.split(/\s+/, 8).some((word) => stageOfName(word) === 'production'))
    )
  }

  /** By its own sentence, by where the task went before it, or by the thing it goes on with. */
  isLive({ object, meant, at }: Order): boolean {
    if (this.#live[at] === true || at > this.#from) return true
    return thingsIn(`${object} ${meant}`).some((thing) => (this.#things.get(thing) ?? at) < at)
  }

  addressFor({ verb, at }: Order): string | undefined {
    if (!OBEYS.test(verb)) return undefined
    const before = TAKES_ORDERS.test(verb) ? addressIn(this.#sentences[at - 1] ?? '') : undefined
    return addressIn(this.#sentences[at] ?? '') ?? before ?? this.#fetched[at]
  }
}
