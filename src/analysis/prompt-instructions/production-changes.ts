import type { Instruction, Instructions } from '../../intent/speech/instructions.ts'
import { environmentOfName } from '../../knowledge/lexicon/deployment-environments.ts'
import { MONEY_VERBS } from '../../knowledge/lexicon/money-words.ts'
import { type ChangeVerb, VERBS, verbMeaning } from '../../knowledge/lexicon/verbs.ts'
import type { EffectDraft } from '../effects.ts'
import { looksLikeFile } from '../generic/word-shapes.ts'
import { classifyHost, hostOf } from '../remote/hosts.ts'
import { PRIVILEGED_ROLES } from './privileged-roles.ts'

const INFRASTRUCTURE_NOUNS =
  /\b(?:pods?|deployments?|replicas?|hpas?|autoscalers?|services?|ingress(?:es)?|nodes?|namespaces?|secrets?|configmaps?|cronjobs?|instances?|vms?|servers?|machines?|hosts?|containers?|balancers?|databases?|db|tables?|rows?|records?|queues?|topics?|jobs?|workers?|alerts?|silences?|monitors?|flags?|users?|accounts?|roles?|customers?|subscriptions?|buckets?|volumes?|snapshots?|backups?|dns|domains?|certificates?|firewalls?|rules?|limits?|keys?|tokens?|caches?|settings?|configuration|traffic|releases?|clusters?|stacks?|apps?|sites?|plugins?)\b/i
function infrastructureIn(object: string): readonly string[] {
  return (object.slice(0, 400).match(ALL_INFRASTRUCTURE_NOUNS) ?? []).map((thing) =>
    thing.toLowerCase().replace(/s$/, ''),
  )
}
const ALL_INFRASTRUCTURE_NOUNS = new RegExp(INFRASTRUCTURE_NOUNS.source, 'gi')

const LOCATION_PHRASE =
  /\b(?:in|on|at|against|to|for|from|into|under|of)\s+(?:(?:the|our|this)\s+)?(?:(?:context|cluster|namespace|account|project|server|host|database|environment|workspace|org|organi[sz]ation)\s+)?[`"']?([\w@:/.-]{3,200})/gi

/** Does a task say that it is done in production? Files of the project that are called so are no place. */
function isProductionTask(text: string): boolean {
  for (const [, place = ''] of text.matchAll(LOCATION_PHRASE)) {
    const name = place.replace(/[.:]+$/, '')
    if (
      environmentOfName(name) === 'production' &&
      !looksLikeFile(name) &&
      (!name.includes('/') || name.includes('://'))
    )
      return true
  }
  return false
}

export function productionChangeEffects({ verb, object }: Instruction, live: boolean): readonly EffectDraft[] {
  const change = CHANGE_BY_VERB.get(verb) ?? changeVerbOf(verb)
  if (!live || change === undefined || isAboutCodeOrTests(object)) return []
  // The first thing that is named is what it is done to, and all that is made; a file is edited here.
  const first = directObject(object)
  if (!INFRASTRUCTURE_NOUNS.test(change === 'create' ? first : object)) return []
  if (first.split(/\s+/).some((word) => looksLikeFile(word))) return []
  return [
    {
      kind: 'resource-change',
      system: 'the task',
      verb: change,
      target: object.slice(0, 120),
      mass: false,
      environment: 'production',
      family: 'other',
    },
  ]
}

const CHANGE_BY_VERB: ReadonlyMap<string, ChangeVerb> = new Map([
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
const NON_CHANGE_VERBS =
  /^(?:open|write|make|run|request|import|copy|clone|generate|init|execute|start|issue|new|link|connect|build|put|mark|move|rename)$/

function changeVerbOf(verb: string): ChangeVerb | undefined {
  const change = NON_CHANGE_VERBS.test(verb) ? undefined : verbMeaning(verb)?.change
  return change === 'read' ? undefined : change
}

const ALERT_NOUNS = /\b(?:alerts?|alarms?|pagers?|monitors?|notifications?)\b/i
const SILENCE_NOUNS = /\b(?:silences?|mutes?|maintenance windows?)\b/i

export function silencedAlertEffects({ verb, object }: Instruction): readonly EffectDraft[] {
  if (isAboutCodeOrTests(object)) return []
  const mutes = /^(?:silence|mute|snooze)$/.test(verb) && ALERT_NOUNS.test(object)
  const makes = /^(?:create|add|set|open|schedule)$/.test(verb) && SILENCE_NOUNS.test(object)
  if (!mutes && !makes) return []
  return [
    {
      kind: 'resource-change',
      system: 'alerts',
      verb: 'cancel',
      target: object.slice(0, 120),
      mass: /\ball\b/i.test(object),
      environment: 'unknown',
      family: 'other',
    },
  ]
}

const PAYMENT_MEANS = /\b(?:card|credit|paypal|wallet|account balance|invoice|budget|stored payment|payment method)\b/i
const PURCHASE_NOUNS = /\b(?:orders?|purchases?|checkout|payments?|bookings?|reservations?)\b/i
const SHOP_NOUNS =
  /\b(?:shop|store|website|browser|basket|cart|delivery|shipping|express|amazon|supplier|flights?|tickets?|hotels?|licen[cs]es?|seats?|credits|domains?|shares?|stocks?|btc|eth)\b/i

export function purchaseEffects({ verb, object, meant }: Instruction): readonly EffectDraft[] {
  if (isAboutCodeOrTests(object)) return []
  const all = `${object} ${meant}`
  const outright = [...MONEY_VERBS.buy, 'pay', 'rent'].includes(verb) && object !== ''
  const asked =
    /^(?:order|book|reserve|subscribe|sell|transfer)$/.test(verb) && (SHOP_NOUNS.test(all) || PAYMENT_MEANS.test(all))
  const ends =
    /^(?:finish|complete|place|submit|confirm|proceed|go|check)$/.test(verb) &&
    (PURCHASE_NOUNS.test(object) || /^out\b/.test(object)) &&
    (SHOP_NOUNS.test(all) || PAYMENT_MEANS.test(all) || verb === 'place')
  if (!outright && !asked && !ends) return []
  return [{ kind: 'external-write', service: 'a shop', nature: 'payment', target: object.slice(0, 120) }]
}

const RIGHTS_PHRASE = new RegExp(
  `\\b(?:(?:${PRIVILEGED_ROLES}|sudo|write|full|elevated)[- ](?:rights?|roles?|access|permissions?|privileges?)|as (?:an? |the )?(?:${PRIVILEGED_ROLES}|collaborator)|an? (?:${PRIVILEGED_ROLES})$|cluster-admin|(?:admin\\w*|owners|sudo\\w*|wheel) (?:group|team))\\b`,
  'i',
)

export function grantEffects({ verb, object }: Instruction): readonly EffectDraft[] {
  if (!/^(?:grant|give|assign|promote|elevate|add|make|invite|bind)$/.test(verb) || isAboutCodeOrTests(object))
    return []
  const what = RIGHTS_PHRASE.exec(object)?.[0]
  if (what === undefined) return []
  const to =
    object
      .replace(what, ' ')
      .replaceAll(/\b(?:the|user|an?|to|as|in|on)\b/gi, ' ')
      .trim()
      .split(/\s+/)[0] ?? ''
  return [{ kind: 'grant', what, to, reach: 'remote' }]
}

const SECURITY_CHECK_NOUNS =
  /\b(?:security|secret|vulnerabilit(?:y|ies)|dependency|sast|dast|container|image|licen[cs]e|code[- ]?quality)[- ]?(?:scan\w*|checks?|steps?|jobs?|gates?|stages?)\b|\b(?:scanners?|scans?|steps?|jobs?|stages?)\b.{0,60}\bsecurity\b|\b(?:required|mandatory|code)[- ](?:reviews?|approvals?|reviewers?)\b|\bcode ?owners\b/i
const REQUIRED_REVIEW =
  /\brequired?_?\w*(?:review|approv|check|status|sign)\w*|\benforce_admins\b|\bbranch protection\b/i

const TAKING_VERBS: ReadonlySet<string> = new Set([
  ...VERBS.delete,
  ...'disable skip comment strip take bypass'.split(' '),
  'turn off',
  'switch off',
])

export function disabledCheckEffects({ verb, object }: Instruction): readonly EffectDraft[] {
  const takes = TAKING_VERBS.has(verb)
  const sets =
    /^(?:set|change|reduce|lower|edit|update|patch)$/.test(verb) && /\b(?:0|zero|none|null|false|off)\b/i.test(object)
  if (isAboutCode(object, 'all')) return []
  const feature = (
    takes ? SECURITY_CHECK_NOUNS.exec(object) : sets ? REQUIRED_REVIEW.exec(object) : null
  )?.[0].toLowerCase()
  return feature === undefined ? [] : [{ kind: 'weaken', area: 'ci-check', feature }]
}

const WHATEVER_IT_SAYS =
  /\b(?:whatever|everything|anything|all|what)\s+(?:that\s+)?(?:it|they|the \w{2,20})\s+(?:prints?|says?|asks?|tells?|outputs?|returns?|wants?|instructs?|recommends?)\b/i

const EVERY_INSTRUCTION =
  /^(?:out )?(?:every|all|each|any)(?: of)?(?: the| its)? (?:instructions?|steps?|commands?|orders?)\b/i
const RUN_VERBS = /^(?:run|execute)$/
const SCRIPT_PRONOUN = /^(?:it|them|that|this|the (?:script|installer|file|binary))\b/i
const SCRIPT_NAME = /\.(?:sh|bash|py|pl|rb|ps1|js|bat|exe|run|bin)(?:$|[?#])|\/(?:install|setup|bootstrap)[\w-]*$/i

export const FOLLOW_VERBS = /^(?:follow|obey|execute|run|do|apply|carry|answer|accept)$/

function addressIn(text: string): string | undefined {
  return /\bhttps?:\/\/[^\s"'`<>)]{3,300}/i.exec(text)?.[0]
}

/** "Download it from … and follow whatever it prints": somebody else gives the orders. */
export function followedTextEffects(
  { verb, object, meant }: Instruction,
  from: string | undefined,
): readonly EffectDraft[] {
  if (!FOLLOW_VERBS.test(verb)) return []
  const all = `${object} ${meant}`
  const url = addressIn(all) ?? from
  const prompt = /\b(?:prompt|instructions|commands|orders)\b.{0,40}\b(?:from|at|in|under)\b.{0,12}https?:/i.test(all)
  const obeys = WHATEVER_IT_SAYS.test(all) || prompt || (OBEY_VERBS.test(verb) && EVERY_INSTRUCTION.test(object))
  const runs = RUN_VERBS.test(verb) && SCRIPT_PRONOUN.test(object) && url !== undefined && SCRIPT_NAME.test(url)
  if (url === undefined || classifyHost(hostOf(url)) === 'loopback' || !(obeys || runs)) return []
  return [{ kind: 'run-code', language: 'other', origin: 'download', read: false, host: hostOf(url), address: url }]
}

const CHANNEL_NAME =
  /(?:^|\s)#[a-z][\w-]{1,60}\b|\b(?:slack|discord|teams|telegram|twitter|linkedin|mastodon|reddit|whatsapp)\b|[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}/i

export function outboundMessageEffects({ verb, object }: Instruction): readonly EffectDraft[] {
  if (!/^(?:send|post|e-?mail|message|announce|tweet|dm|notify|publish)$/.test(verb) || isAboutCode(object, 'places'))
    return []
  const to = CHANNEL_NAME.exec(object)?.[0].trim()
  return to === undefined ? [] : [{ kind: 'external-write', service: to, nature: 'message', target: to }]
}

const CODE_NOUNS =
  /^(?:tests?|fixtures?|mocks?|stubs?|code|components?|functions?|imports?|docs?|documentation|readme|notes|changelog|text|wording|comments?|schema|types?|class(?:es)?|models?|enums?|pages?|forms?|routes?|endpoints?|middleware|modules?|handlers?|migrations?|columns?|fields?|buttons?|views?)$/i
const TEST_WORDS = /\b(?:tests?|fixtures?|mocks?|stubs?|locally?|localhost|staging|sandbox|demo)\b/i
const OBJECT_END = /[,;(]|\s(?:and|or|with|for|so|by|using|because|while|but|then|when|which|that|who|if)\s/i
const PLACE_PREPOSITION = /\s+(in|on|from|to|into|at|under|of|as|inside|within)\s+/i

function directObject(object: string): string {
  const [whole = ''] = object.split(OBJECT_END, 1)
  return whole.split(PLACE_PREPOSITION, 1)[0] ?? ''
}

/** "In the enum", "from the wizard component". */
function placePhrases(object: string): readonly string[] {
  const [whole = ''] = object.split(OBJECT_END, 1)
  const parts = whole.split(PLACE_PREPOSITION)
  return parts.filter((_, at) => at > 0 && at % 2 === 0 && !/^(?:of|as)$/i.test(parts[at - 1] ?? ''))
}

const isCodePhrase = (phrase: string): boolean =>
  CODE_NOUNS.test(/[\w-]+(?=[^\w-]*$)/.exec(phrase.slice(-MAX_PHRASE_LENGTH))?.[0] ?? '')
const MAX_PHRASE_LENGTH = 80

function isAboutCode(object: string, where: 'all' | 'places'): boolean {
  return placePhrases(object).some(isCodePhrase) || (where === 'all' && isCodePhrase(directObject(object)))
}

function isAboutCodeOrTests(object: string): boolean {
  return (
    isAboutCode(object, 'all') ||
    [directObject(object), ...placePhrases(object)].some((phrase) => TEST_WORDS.test(phrase))
  )
}

const CONNECT_VERBS =
  /^(?:use|connect|switch|log|log in|sign|ssh|go|open|work|target|select|point|attach|authenticate|port-forward)$/
/** "In context shop:", "You are connected to shop-prod.", "The database is at db.acme.net". */
const LOCATION_SENTENCE =
  /^(?:in|on|at|against|for|within)(?:(?: [\w@:/.-]{1,100}){1,6}:| [\w@:/.-]{1,100}\.?)$|^(?:you|we)(?:'re| are) (?:\w{1,20} ){0,2}(?:in|on|at|to|into|inside)\b|\b(?:is|are)(?: reachable)? (?:at|under|on) \S{0,100}[.:]\S/i
const STARTS_WITH_LOCATION = /^(?:in|on|at|against|for|within)\b/i
const FETCH_VERBS = /^(?:get|download|fetch|install|curl|wget|grab|pull|clone|load|open|read)$/
const OBEY_VERBS = /^(?:follow|obey|do|carry)$/

export class TaskContext {
  readonly #sentences: readonly string[]
  readonly #live: readonly boolean[]
  /** From this sentence on, all is done in production. */
  readonly #from: number
  readonly #things = new Map<string, number>()
  readonly #fetched: readonly (string | undefined)[]

  constructor({ orders, sentences }: Instructions) {
    this.#sentences = sentences
    this.#live = orders.length === 0 ? [] : sentences.map((sentence) => isProductionTask(sentence))
    const sets = sentences.findIndex((sentence, at) => this.#live[at] === true && LOCATION_SENTENCE.test(sentence))
    const goes = orders.find((order) => this.#setsPlace(order))?.at ?? sentences.length
    this.#from = Math.min(goes, sets < 0 ? sentences.length : sets)
    for (const { object, at } of orders)
      if (this.#live[at])
        for (const thing of infrastructureIn(object)) if (!this.#things.has(thing)) this.#things.set(thing, at)
    const fetching = new Set(orders.filter(({ verb }) => FETCH_VERBS.test(verb)).map(({ at }) => at))
    let last: string | undefined
    this.#fetched = sentences.map((sentence, at) => {
      if (fetching.has(at)) last = addressIn(sentence) ?? last
      return last
    })
  }

  #setsPlace({ verb, object, at }: Instruction): boolean {
    if (this.#live[at] === true && STARTS_WITH_LOCATION.test(this.#sentences[at] ?? '')) return true
    return (
      CONNECT_VERBS.test(verb) &&
      (this.#live[at] === true || object.split(/\s+/, 8).some((word) => environmentOfName(word) === 'production'))
    )
  }

  /** By its own sentence, by where the task went before it, or by the thing it goes on with. */
  isLive({ object, meant, at }: Instruction): boolean {
    if (this.#live[at] === true || at > this.#from) return true
    return infrastructureIn(`${object} ${meant}`).some((thing) => (this.#things.get(thing) ?? at) < at)
  }

  addressFor({ verb, at }: Instruction): string | undefined {
    if (!FOLLOW_VERBS.test(verb)) return undefined
    const before = OBEY_VERBS.test(verb) ? addressIn(this.#sentences[at - 1] ?? '') : undefined
    return addressIn(this.#sentences[at] ?? '') ?? before ?? this.#fetched[at]
  }
}
