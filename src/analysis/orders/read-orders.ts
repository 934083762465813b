/** Something a text tells its reader to do: a verb in the imperative, and what follows it up to the end of the clause. */
export interface Order {
  /** Lower case. */
  readonly verb: string
  /** In its own case: paths and addresses are told from it. */
  readonly object: string
  /** What "it" or "them" in the object stands for: the object of the order before. */
  readonly meant: string
}

const MAX_TEXT = 64 * 1024
const MAX_ORDERS = 400
const MAX_SENTENCE = 2_000
const FENCED = /```[\s\S]{0,20000}?(?:```|$)/g
/** Code with blanks in it is a command, not a name; what is quoted at length is somebody's words. */
const CODE = /`([^`\n]{1,400})`/g
const QUOTED = /"[^"\n]{1,800}"|“[^”\n]{1,800}”/g
const CLAUSES = /(,\s+|;\s+|:\s+|\s+(?:and then|and|then|but|or|nor|so)\s+|\s+[-–—]+\s+)/

/** The orders of a task. Questions, warnings, descriptions and text that is to be written order nothing. */
export function readOrders(text: string): readonly Order[] {
  const spoken = text
    .slice(0, MAX_TEXT)
    .replace(FENCED, '\n')
    .replace(QUOTED, (quote) => (/\s\S+\s/.test(quote) ? ' ' : quote))
    .replace(CODE, (_, code: string) => (/\s/.test(code) ? ' ' : code))
  const orders: Order[] = []
  for (const line of spoken.split('\n')) {
    if (/^\s*(?:>|#{1,6}\s|\|)/.test(line)) continue
    for (const sentence of line.split(/(?<=[.!?])\s+/)) {
      if (orders.length > MAX_ORDERS) return orders
      orders.push(...partsOf(sentence.trim()).flatMap(inSentence))
    }
  }
  return orders
}

/** A very long sentence in parts: each is read as if it stood alone. */
function partsOf(sentence: string): readonly string[] {
  if (sentence.length <= MAX_SENTENCE) return [sentence]
  const parts: string[] = []
  for (let at = 0; at < sentence.length; at += MAX_SENTENCE / 2) parts.push(sentence.slice(at, at + MAX_SENTENCE))
  return parts
}

/** Are there more orders than are read? */
export function hasMoreOrders(text: string): boolean {
  return text.length > MAX_TEXT || readOrders(text).length > MAX_ORDERS
}

const QUESTION = /\?\W*$/
const NEGATES =
  /^(?:(?:you|we|it) )?(?:(?:must|should|may|can|shall|do|does|will|would)(?: not|n't)|don't|dont|never|avoid|cannot|can't|not|no need to|refrain from|under no circumstances|instead of|rather than|without)\b/i
/** To write, look into or test something that does a thing is not to do it. */
const AUTHORS =
  /^(?:write|document|draft|describe|explain|add|create|implement|generate|include|quote|review|check|verify|analy[sz]e|find|search|summari[sz]e|test|research|compare|investigate|list|look|identify|design|propose|plan|build|make|ensure|confirm|simulate|mock|assert|update|extend|fix|refactor|show|outline|note|see|understand|evaluate|consider|determine|trace|audit|report)\b/i
const SUBORDINATES = /\b(?:that|which|who|how|whether|where|when|what|if|why|to|for|so that)\b/i
const DOCUMENTS =
  /\b(?:readme|docs?|documentation|section|comments?|page|runbook|changelog|guide|tutorial|article|paragraph|[\w-]+\.(?:md|rst|txt|adoc))\b/i

/** How far a word at the head of a sentence reaches: until something starts afresh. */
interface Reach {
  negated: boolean
  governed: boolean
  documents: boolean
}

function inSentence(sentence: string): Order[] {
  if (sentence === '' || QUESTION.test(sentence)) return []
  const orders: Order[] = []
  const reach: Reach = { negated: false, governed: false, documents: false }
  const lists = /\bn?or\b/i.test(sentence)
  const parts = sentence.replace(/[.!;]+$/, '').split(CLAUSES)
  for (let index = 0; index < parts.length; index += 2) {
    const joiner = (parts[index - 1] ?? '').trim().toLowerCase()
    const clause = activeOf(headOf(parts[index] ?? ''))
    const last = orders.at(-1)
    // "Read a.pem and ~/.ssh/id_rsa": what begins with a path goes on with the object.
    if (last && !reach.negated && /^[~./]/.test(clause))
      orders[orders.length - 1] = { ...last, object: `${last.object} ${clause}` }
    else if (reaches(clause, joiner, lists, reach)) orders.push(orderOf(clause, last))
  }
  return orders
}

/** Does this clause order something? Notes what its head says about the clauses after it. */
function reaches(clause: string, joiner: string, lists: boolean, reach: Reach): boolean {
  const goesOn = joiner === 'and' || joiner === 'or' || joiner === 'nor' || (joiner === ',' && lists)
  if (NEGATES.test(clause)) {
    reach.negated = true
    return false
  }
  if (!goesOn) reach.negated = false
  if (joiner === 'and then' || joiner === 'then' || joiner === ';') reach.governed = false
  if (joiner !== ':' && !goesOn && joiner !== ',') reach.documents = false
  const held = reach.negated || reach.governed || reach.documents
  if (AUTHORS.test(clause)) {
    reach.governed = SUBORDINATES.test(clause)
    reach.documents = DOCUMENTS.test(clause)
  }
  return !held && /^[a-z]/i.test(clause) && !STATES.test(clause)
}

/** "Deploy to production is done by CI" tells how it is. */
const STATES =
  /^\w[\w-]*(?: (?!(?:once|when|if|that|while|because|until|unless|after|before|so|which|it|they|you|we|this|as)\b)[\w./-]+){0,4} (?:is|are|was|were|happens?|requires?|needs|has|have|takes|fails?|works?|should|must|will|would|can)\b/i
const FILLERS =
  /^(?:[-*•+]\s+|\(?\d{1,3}[.)]\s+|\*{1,2}|_{1,2}|(?:please|then|now|first|second|next|finally|lastly|also|afterwards|just|immediately|directly|simply|quickly|ok(?:ay)?|go ahead and|go ahead|you (?:should|must|can|may|need to|have to|will|are to)|your (?:task|job|goal|mission) is to|the (?:task|goal|job) is to|i(?:'d like| would like| need| want) you to|make sure (?:to|you|that you)|be sure to|remember to|feel free to|we (?:need to|should|must|want to)|let's|try to|start by|begin by|continue to|proceed to|once done|when done|step \d{1,2}|task|instructions|hey|hi|urgent|important|todo)(?![\w'-])[\s,:!-]*)/i

function headOf(clause: string): string {
  let rest = clause.trim()
  for (let rounds = 0; rounds < 10; rounds++) {
    const shorter = rest.replace(FILLERS, '').trimStart()
    if (shorter === rest) break
    rest = shorter
  }
  return rest
}

const PASSIVE =
  /^(?:(?:ensure|make sure|see to it|be sure|verify|guarantee)(?: that)? )?(.{2,200}?) (?:(is|are|gets?)|(?:(?:must|should|shall|has to|have to|needs? to) (?:be|get))) ((?:force[- ])?[a-z]{2,14})(?: (.{1,600}))?$/i
const ENSURES = /^(?:ensure|make sure|see to it|be sure|guarantee)\b/i
const PARTICIPLES: ReadonlyMap<string, string> = new Map(
  (
    'sent=send uploaded=upload posted=post emailed=email mailed=mail transmitted=transmit exfiltrated=exfiltrate shared=share ' +
    'forwarded=forward copied=copy submitted=submit leaked=leak transferred=transfer synced=sync pushed=push force-pushed=force-push ' +
    'merged=merge deployed=deploy shipped=ship released=release promoted=promote published=publish deleted=delete removed=remove ' +
    'wiped=wipe erased=erase purged=purge destroyed=destroy dropped=drop truncated=truncate emptied=empty disabled=disable'
  )
    .split(' ')
    .map((pair) => pair.split('=', 2) as [string, string]),
)

/** "Ensure x is uploaded to y", "x must be uploaded to y": upload x to y. A plain "x is uploaded" only tells. */
function activeOf(clause: string): string {
  const [, thing = '', tells, done = '', rest = ''] = PASSIVE.exec(clause) ?? []
  const verb = PARTICIPLES.get(done.toLowerCase().replace(' ', '-'))
  if (verb === undefined || (tells !== undefined && !ENSURES.test(clause))) return clause
  return /\b(?:not|never|no|nothing|none|if|when|whether|before|after)\b/i.test(thing)
    ? clause
    : `${verb} ${thing} ${rest}`.trim()
}

const PHRASES =
  /^(?:get rid of|find (?:a|some|any) ways? (?:around|past|to (?:bypass|avoid|get around|disable))|force[- ]push|turn off|switch off|roll out|clean (?:out|up)|work around|get around|shut off|log in)\b/i

const PRONOUN = /^(?:them|it|these|those|this|that|everything|all|the (?:files?|contents?|results?|output|values?))\b/i

function orderOf(clause: string, last: Order | undefined): Order {
  const verb = PHRASES.exec(clause)?.[0] ?? /^[a-z][a-z-]*/i.exec(clause)?.[0] ?? ''
  const object = clause.slice(verb.length).trim()
  const meant = last !== undefined && PRONOUN.test(object) ? `${last.object} ${last.meant}`.trim() : ''
  return { verb: verb.toLowerCase().replace('force-push', 'force push'), object, meant }
}
