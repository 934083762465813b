import { foreignClause } from './foreign-languages.ts'
import { endedProhibition, NEGATION_PHRASE, negatedAct, prohibitedAct } from './prohibitions.ts'
import { QUOTE_PLACEHOLDER, taskWords, userWords } from './user-words.ts'
import { isBaseVerb, isMistypedVerb, verbOfParticiple, withBaseVerb, withoutManner } from './verb-forms.ts'

/**
 * `order`, `boundary`: `head` begins with the verb. `ended`: what was ruled out holds no longer. `other`: grants and
 * forbids nothing.
 */
export interface Clause {
  readonly kind: 'order' | 'boundary' | 'ended' | 'other'
  readonly head: string
  readonly sentence: string
  /** It is said as it is: no question, condition or content of something to be written. */
  readonly stated: boolean
  readonly plain: boolean
}

export interface UserTurn {
  readonly clauses: readonly Clause[]
  readonly names: string
}

const MAX_SENTENCES = 200
/** A title or an abbreviation ends no sentence. */
const SENTENCE_END =
  /(?<=[.!?;])(?<!(?<![\w/.~-])(?:dr|mr|mrs|ms|prof|e\.g|i\.e|vs|approx|nr|etc|incl|excl|resp|bzw)\.)\s+|\n+|(?<=[。！？；])/i
const BULLET = /^(?:[-*•+]\s+(?:\[[ x]\]\s+)?|\(?\d{1,2}[.)]\s+)/

const TURN_CACHE = new Map<string, UserTurn>()
const MAX_CACHED_LENGTH = 500_000
let cachedLength = 0

export function readTurn(text: string, most = MAX_SENTENCES): UserTurn {
  const known = most === MAX_SENTENCES ? TURN_CACHE.get(text) : undefined
  if (known) return known
  const turn = parseTurn(text, most)
  if (most !== MAX_SENTENCES || text.length > MAX_CACHED_LENGTH) return turn
  if (cachedLength + text.length > MAX_CACHED_LENGTH) {
    TURN_CACHE.clear()
    cachedLength = 0
  }
  cachedLength += text.length
  TURN_CACHE.set(text, turn)
  return turn
}

const PUNCTUATION_ONLY = /^[\s.,;:!?…-]*$/

function parseTurn(text: string, most: number): UserTurn {
  const { spoken, names, quoted } = userWords(text)
  let filled = 0
  let last = ''
  const clauses: Clause[] = []
  for (const raw of spoken.split(SENTENCE_END).slice(0, most)) {
    const typed = raw.trim().replaceAll(QUOTE_PLACEHOLDER, () => quoted[filled++] ?? '')
    if (typed === last || PUNCTUATION_ONLY.test(typed)) continue
    last = typed
    clauses.push(...clausesInSentence(typed))
  }
  return { clauses, names }
}

const MAX_SENTENCE = 2_000
const MAX_TASK = 64 * 1024
const MAX_CLAUSES = 6_000

interface TaskText {
  readonly clauses: readonly Clause[]
  /** The commands that stand in it as `§0`, `§1`. */
  readonly code: readonly string[]
  readonly whole: boolean
}

export function readTask(text: string): TaskText {
  const { spoken, quoted, code } = taskWords(text.slice(0, MAX_TASK))
  const clauses: Clause[] = []
  let filled = 0
  let count = 0
  for (const raw of spoken.split(SENTENCE_END)) {
    count += 2 + (raw.match(/[,(:]/g)?.length ?? 0)
    if (count > MAX_CLAUSES) return { clauses, code, whole: false }
    const typed = raw.trim().replaceAll(QUOTE_PLACEHOLDER, () => quoted[filled++] ?? '')
    for (let at = 0; at < typed.length; at += MAX_SENTENCE)
      clauses.push(...clausesInSentence(typed.slice(at, at + MAX_SENTENCE), CONDITIONAL_TASK))
  }
  return { clauses, code, whole: text.length <= MAX_TASK }
}

const FILLER_WORDS =
  /^(?:[\s,:!.–—-]|->|→|=>)*(?:ok(?:ay)?|ye(?:s|ah|p)|yup|sure|great|good|nice|cool|perfect|alright|right|thanks|thank you|hey|hi|hello|oh|ah|well|so|now|then|also|and|but|just|next|first|second|third|always|finally|lastly|afterwards|after that|actually|please|pls|plz|kindly|(?:once|when) (?:done|ready)|quickly|simply|again|instead|lgtm|awesome|hmm+|fine|(?:looks|sounds|all) good|btw|i\.e|that is|sorry|immediately|carefully|safely|directly|definitely|if (?:you can|possible)|go on|todo|task|two things|one more thing|urgent|important|step \d{1,2})(?![\w'-])[\s,:!.–—-]*/
const REQUEST_FORMS: readonly RegExp[] = [
  /^(?:can|could|would|will) (?:you|u) (?:(?:please|kindly|also|just|now|maybe|then|go ahead and|go and) )*/,
  /^(?:let's|lets|let us) (?:(?:also|just|now|then) )*/,
  /^i(?:'d| would)? (?:want|need|like|love)(?: for)?(?: you)? to /,
  /^(?:we|you) (?:should|must|need to|have to|can|may|might as well|ought to|gotta|'ve got to|will need to|are to)(?: now| also| just| safely| then| go ahead and)* /,
  /^(?:i|we) (?:allow|permit|authori[sz]e|want|need|ask|told) you to /,
  /^(?:you(?:'re| are)|you have)(?: now| hereby)? (?:allowed|free|welcome|cleared|good|clear|authori[sz]ed|(?:my )?(?:permission|ok|okay))(?: to)? /,
  /^(?:i(?:'m| am) (?:fine|ok|okay|happy) with|i approve(?: of)?|approved:?|permission (?:granted )?to) (?:you )?/,
  /^(?:(?:go ahead|proceed|feel free)(?: and| to| with|,)?|(?:go|move on|carry on|start|begin|continue|remember|try)(?: and| to| with| on| by|,)) (?=\w+)/,
  /^(?:make|be) sure (?:to |that you |you )/,
  /^(?:don'?t|do not) (?:forget|hesitate) to /,
  /^(?:it's|it is|its|that's|is) (?:fine|ok|okay|safe|good|alright) (?:to |if you |for you to )/,
  /^would you mind |^(?:it's |it is )?time to |^help me (?:to )?|^(?:your|the) (?:task|job|goal|mission) is to /,
]
const QUESTION_FORM =
  /\?[\s"')`]*$|^(?:what|why|how|who|where|which|when (?:do|does|did|is|are|will|should|can)|(?:is|are|was|were|does|did|do (?:we|you|i|they|people)|should (?:we|i|you)) )\b/
const POLITE_FORM =
  /^(?:can|could|would|will) (?:you|u)\b|^(?:may|can|could) i (?:ask you to|have|get)\b|\bplease\b|\bpls\b/
/** "Can we … please" asks the one who does it. */
const CAN_WE_PLEASE = /^(?:can|could) we\b(?=.*\b(?:please|pls|plz)\b)/
/** A sentence that sets a condition, tells a story or imagines: nothing in it is an order. */
const CONDITIONAL_SENTENCE =
  /^(?:if|unless|in case|once (?!done|ready)|should (?:i|we|it|this|that|they|the)|suppose|imagine|assuming|whether|maybe|perhaps|i wonder|hypothetically|eventually|some ?day|later|(?:tomorrow|next (?:week|month|year|sprint|time))\b,? (?:i|we)|as soon as|when(?:ever)? (?!done|ready|finished|you\b|(?:it|that|this)(?:'s| is) done))/
/** What a task sets conditions for is to be done when they hold. */
const CONDITIONAL_TASK = /^(?:suppose|imagine|whether|maybe|perhaps|i wonder|hypothetically|eventually|some ?day)\b/
const TENTATIVE_PHRASE =
  /\b(?:maybe we|perhaps we|might want|thinking (?:of|about)|at some point|some ?day|not sure|would be (?:nice|good|cool)|(?:i|we) (?:was|were) (?:going|about) to|i will say when|when i say|(?:once|after|when) i(?:'ve| have)? (?:say|confirm|approve|review|check|test|look|read|sign)\w*)\b/
/** What waits for somebody else's word is not asked for yet: "once Ann has agreed". */
const AWAITED_APPROVAL =
  /\b(?:once|after|when|as soon as|provided|if) (?!you\b|it\b|nobody\b)(?:[\w'-]+ ){1,4}(?:(?:sign(?:s|ed)?|ok(?:s|ed)?)(?: it| this| that)? off|agrees?d?|approve[sd]?|confirms?|confirmed|consents?|nods?|ok'?e?d|ok'?s|(?:has|have) (?:looked|reviewed|checked|answered|replied|said))\b/
/** What is to be written, told or looked at: verbs after it belong to its content. */
const CONTENT_VERBS =
  /^(?:explain|describe|document|tell|show|ask|write|mention|say|note|discuss|summari[sz]e|test|consider|plan|propose|draft|add|update|implement|create|answer|ensure|make|include|generate|quote|design|fix|extend|refactor)\b/
const CONTENT_WORDS =
  /\b(?:how|why|what|whether|that|which|who|where|when|if|about|saying|says|should|readme|docs?|documentation|section|comments?|page|runbook|changelog|guide|tutorial|\w+\.(?:md|rst|txt|adoc))\b|:\s/

function clausesInSentence(typed: string, supposing = CONDITIONAL_SENTENCE): Clause[] {
  const lower = stripFillers(typed.toLowerCase().replace(BULLET, '')).replace(CAN_WE_PLEASE, 'can you')
  const foreign = foreignClause(lower)
  if (foreign) return [{ ...foreign, sentence: typed, stated: true, plain: true }]
  const question = QUESTION_FORM.test(lower)
  const asks = question && !POLITE_FORM.test(lower)
  const told = lower.replace(/[.!?;…]+$/, '')
  const clauses: Clause[] = []
  // A task is to be done when its conditions hold; a person says so once they do.
  const awaits = supposing === CONDITIONAL_SENTENCE && AWAITED_APPROVAL.test(told)
  let content = supposing.test(told) || TENTATIVE_PHRASE.test(told)
  let negates = false
  for (const { text, joiner } of piecesOf(told)) {
    const read = readPiece(text)
    if (/^(?:and then|then|->|→|;)$/.test(joiner)) content &&= supposing.test(told)
    // "Show me how it works, but don't push": what is told ends there.
    if (joiner === 'but' || text.startsWith('but ')) content &&= supposing.test(told) || TENTATIVE_PHRASE.test(told)
    // "Don't commit or push" rules out both; "don't push, just fix it" does not.
    const carried: boolean = negates && /^(?:or|nor|and)$/.test(joiner) && read.kind === 'order'
    const kind: Clause['kind'] = carried ? 'boundary' : read.kind
    // "Tell me what you find, no changes yet": nothing that is told is put off.
    const isContent = content && !/\b(?:yet|for now|for the moment)$/.test(text)
    const silent = (kind === 'order' && (asks || content || awaits)) || (kind === 'boundary' && (question || isContent))
    const stated = !silent && !question && !content
    const plain = !silent && !asks && !content && !awaits && !STATEMENT_FORM.test(read.head)
    clauses.push({ kind: silent ? 'other' : kind, head: read.head, sentence: typed, stated, plain })
    negates = carried || (kind === 'boundary' && NEGATION_PHRASE.test(stripFillers(text)))
    if (kind === 'order' && CONTENT_VERBS.test(read.head) && CONTENT_WORDS.test(read.head)) content = true
    if (!silent)
      for (const head of sparedThings(text, kind, read.head))
        clauses.push({ kind: 'boundary', head, sentence: typed, stated: true, plain: true })
  }
  return clauses.map((clause, at) => ({ ...clause, head: `${clause.head}${sharedObject(clause, clauses[at + 1])}` }))
}

/** "Stop and delete x" stops x. */
function sharedObject({ kind, head }: Clause, next: Clause | undefined): string {
  if (kind !== 'order' || next?.kind !== 'order' || !isBaseVerb(head)) return ''
  return next.head.replace(/^\S+/, '')
}

const SEPARATOR =
  /(,\s+|\s+(?:and then|and|then|but|plus|or|nor|so)\s+|\s+[-–—]+\s+|\s*(?:->|→|=>|&&|\+)\s+|:\s+|\s*\()/

interface ClausePiece {
  readonly text: string
  readonly joiner: string
}

/** Splits where a new verb begins; everything else goes on with the object of the verb before. */
function piecesOf(sentence: string): readonly ClausePiece[] {
  const parts = sentence.split(SEPARATOR)
  const pieces: { text: string; joiner: string }[] = [{ text: parts[0] ?? '', joiner: '' }]
  for (let at = 2; at < parts.length; at += 2) {
    const text = parts[at] ?? ''
    const joiner = parts[at - 1] ?? ''
    const last = pieces.at(-1)
    // "On app blog-lab, set y": where it is done is no clause.
    const placed = at === 2 && joiner.trim() === ',' && isPlacePhrase(stripFillers(last?.text ?? ''))
    if (last && (placed || !beginsClause(text, joiner))) last.text += `${joiner}${text}`
    else pieces.push({ text, joiner: joiner.trim() })
  }
  return pieces
}

const SUBJECT_WORDS =
  /^(?:i|we|they|he|she|it|there|that's|it's|mine|ours|you're|if|because|since|otherwise)(?![\w-])(?! (?:and|or)\b)/

/** "Disk is full", "that demo is over": why, which names nothing. "The ones that are old" says which. */
const REASON_CLAUSE =
  /^(?!.*\b(?:ones?|which|who|except)\b|.*\w[\d_/.@-]\w|(?:the |its )?[\w']+ (?:is|are) (?!full|fine|over|done|green|red|ready|old|dead|broken|gone|obsolete|unused|empty|stale|wrong|down|up|ok|okay|urgent|merged|stuck|through|closed|finished|useless)[\w-]+ $)(?:[\w']+ ){1,5}(?:is|are|was|were|has|have|isn't|aren't|hasn't|doesn't|don't|needs?|will|comes?|sits?|lies?|lives?) (?!that\b)/
/** "…, job 12 is fine": what is to stay as it is. */
const SPARED_OBJECT =
  /^(?:the )?(?:[a-z]+ )?\S+ (?:is|are) (?:fine|ok(?:ay)?|good|healthy|(?:still )?needed|in use|not)(?![\w-])/
/** Verbs and nouns: after a comma, with a name behind them, they go on with what is spoken of. */
const NOUN_CONTINUATION =
  /^(?:tag|lock|file|host|port|label|name|mail|title|image|log) (?:id |name )?(?=\S*[\d_/.@-])\S/

function beginsClause(text: string, joiner: string): boolean {
  const head = withoutManner(stripFillers(text))
  if (joiner.trim() === ',' && NOUN_CONTINUATION.test(head)) return false
  if (/^(?:,|[-–—]+|but)$/.test(joiner.trim()) && (REASON_CLAUSE.test(`${head} `) || SPARED_OBJECT.test(head)))
    return true
  if (NEGATION_PHRASE.test(head) || REQUEST_FORMS.some((marker) => marker.test(head))) return true
  if (SUBJECT_WORDS.test(head) || prohibitedAct(head) !== undefined) return true
  // `fix/utf8` is a name.
  const [word = '', next = ''] = head.split(/[\s,:;!?]+|\.(?=\s|$)/, 2)
  if (/^(?:it|them|this|that|these|those)$/.test(next) && isMistypedVerb(word)) return true
  return (
    isBaseVerb(word) ||
    /^(?:squash|rebase)-merge$/.test(word) ||
    (/^(?:me|us)$/.test(next) && /^(?!(?:for|to|with|by|of)$)[a-z]+$/.test(word))
  )
}

function stripFillers(text: string): string {
  let rest = text.trim()
  for (let rounds = 0; rounds < 12; rounds++) {
    const shorter = rest.replace(FILLER_WORDS, '')
    if (shorter === rest) return rest.trim()
    rest = shorter
  }
  return rest.trim()
}

const APPROVED_ACT =
  /^((?:force )?[a-z-]+ing .{2,100}?|(?:a |the )?(?:force[- ]push|push|deploy(?:ment)?|release|merge|commit|rebase|reset|publish|restart)\b.{0,80}?) (?:is|are|would be) (?:fine|ok(?:ay)?|allowed|approved|good|permitted|all right|alright|cool)(?: (?:by|with|for) me| now| here)*$/
const NOMINAL_REQUEST =
  /^(?:an? |the |new )?((?:pr|pull request|mr|merge request|commit|release|push|deploy|merge|force[- ]push)(?: .{1,60})?) (?:please|pls|plz|now)$/
/** "feat/x can go", "the tag v1 should be deleted", "make sure that x is uploaded to y". */
const PASSIVE_REQUEST =
  /^(?!.*\b(?:not|never|nothing|only|if|when)\b)(?:(?:ensure|make sure|see to it)(?: that)? (.{2,200}?) (?:is|are|gets?)|(.{2,200}?) (?:can|may|should|must|shall|needs? to|has to|have to)) (?:(go)(?=$|,| on| from)|(?:be |get )?((?:force[- ])?(?:[a-z]+ed|sent)))\b(.{0,200})$/
/** "I need x disabled and stopped on this host"; what was done once and is wanted back is none. */
const WANTED_STATE =
  /^(?:i|we)(?:'d| would)? (?:want|need|like) (?!you |to |.*\b(?:back|yesterday|last|not|never|if|when)\b)(.{2,200}?)(?: to be)? ([a-z]+ed)((?: and [a-z]+ed)?(?: (?:on|from|in|at|to|off|with|now|please|today|asap|right away|for good|completely)\b.*|,.*)?)$/
const TRAILING_FILLER =
  /(?:,? (?:please|pls|plz|thanks|thank you|(?<! (?:is|are|be) )ok(?:ay)?|for now|for the moment|though|then))+$/

function readPiece(text: string): Pick<Clause, 'kind' | 'head'> {
  const head = stripFillers(text)
    .replace(TRAILING_FILLER, '')
    .replace(/^(?:squash|rebase)[- ](?=merge\b)/, '')
  const ruled = prohibitedAct(head) ?? negatedAct(head)
  if (ruled !== undefined) return ruled === '' ? { kind: 'other', head } : { kind: 'boundary', head: ruled }
  const ended = endedProhibition(head)
  if (ended !== undefined) return { kind: 'ended', head: ended }
  const blessed = APPROVED_ACT.exec(head)?.[1] ?? NOMINAL_REQUEST.exec(head)?.[1]
  if (blessed !== undefined) return { kind: 'order', head: withBaseVerb(blessed.replace(/^(?:a|an|the) /, '')) }
  const [, made, said, goes, done = '', rest = ''] = PASSIVE_REQUEST.exec(head) ?? []
  const verb = goes === undefined ? verbOfParticiple(done.replace('force ', 'force-')) : 'delete'
  if (verb !== undefined) return { kind: 'order', head: `${verb} ${made ?? said}${rest}` }
  const [, wanted = '', wish = '', where = ''] = WANTED_STATE.exec(head) ?? []
  const wished = verbOfParticiple(wish)
  if (wished !== undefined) return { kind: 'order', head: `${wished} ${wanted}${where}` }
  return instructionIn(head)
}

const PLACE_PHRASE = /^(?:in|on|at|under)(?: [\w~./@:-]+){1,7}$/
const PLACE_WORD =
  /[\w~](?:[~/@_-]|\.)\w|[a-z]\d|~\/|\b(?:app|namespace|cluster|staging|production|prod|qa|repo|repository|project|host|server|machine|bucket|database)\b/
const NON_PLACE_WORDS =
  /\b(?:we|i|you|they|he|she|it|who|that|which|will|would|should|could|can|may|might|must|is|are|was|were|be|to|not|never|do|does|case|order|general|theory|\w+day|\d+(?:st|nd|rd|th)|\d{1,4}[-./]\d{1,2}\S*|\d{1,2}(?:am|pm|:\d\d))\b/

/** "In shop our jobs delete x": after the name of a place, this begins to tell who does it. */
const SUBJECT_DETERMINER =
  /(?<!^(?:in|on|at|under)| (?:in|on|at|under|of|from|for|by|with)) (?:our|the|all|every|each|some|many|most|any|my|your|their|its|these|those)(?= )/
const MAX_SHORT_PLACE_WORDS = 4

const NON_SYSTEM_PHRASE =
  /^in (?:general|theory|case|order|summary|addition|short|future|parallel|turn|principle|doubt|time|between|particular|practice|return|response|advance|fact|there|here|this|that|these|those|january|february|march|april|june|july|august|september|october|november|december|summer|winter|spring|autumn)$/

function isPlacePhrase(text: string): boolean {
  return (
    PLACE_PHRASE.test(text) && PLACE_WORD.test(text) && !NON_PLACE_WORDS.test(text) && !SUBJECT_DETERMINER.test(text)
  )
}

const PLACE_FIRST_FORMS: readonly RegExp[] = [1, 2, 3, 4, 5, 6, 7].map((words) => {
  const end = words > MAX_SHORT_PLACE_WORDS ? '(?:,|(?= )(?<=[\\w~][~/@_.-]\\w+|[a-z]\\d+))' : ',?'
  return new RegExp(`^((?:in|on|at|under)(?: [\\w~./@:-]+){${words}})${end} ([a-z]+ .+)$`)
})

function movePlaceLast(head: string): string {
  for (const [at, form] of PLACE_FIRST_FORMS.entries()) {
    const [, place, told = ''] = form.exec(head) ?? []
    const isSystem = at === 0 && /^in [a-z]{4,}$/.test(place ?? '') && !NON_SYSTEM_PHRASE.test(place ?? '')
    if (place !== undefined && (isPlacePhrase(place) || isSystem) && isBaseVerb(told.split(' ', 1)[0] ?? ''))
      return `${told} ${place}`
  }
  return head
}

function instructionIn(stripped: string): Pick<Clause, 'kind' | 'head'> {
  let head = withoutManner(movePlaceLast(stripped))
  let marked = false
  for (let rounds = 0; rounds < 6; rounds++) {
    const marker = REQUEST_FORMS.find((candidate) => candidate.test(head))
    if (!marker) break
    head = stripFillers(head.replace(marker, ''))
    marked = true
    if (NEGATION_PHRASE.test(head)) return readPiece(head)
  }
  const ordered =
    !STATEMENT_FORM.test(head) &&
    (marked || (isBaseVerb(/^[a-z'-]+(?![\w/@]|[.:]\w)/.exec(head)?.[0] ?? '') && !/^force \w+ing\b/.test(head)))
  return ordered ? { kind: 'order', head: withBaseVerb(invertMeans(head)) } : { kind: 'other', head }
}

/** "Use x to send y": y is to be sent, by x. */
function invertMeans(head: string): string {
  const [, means, verb = '', rest] = /^use (\S+ )to ([a-z-]+) (.+)$/.exec(head) ?? []
  return isBaseVerb(verb) ? `${verb} ${rest} with ${means?.trim()}` : head
}

/** "Deploy to production is done by CI", "run 7130 was started by accident". */
const STATEMENT_FORM =
  /^[a-z-]+(?: (?!(?:once|when|if|that|what|whatever|while|because|until|unless|after|before|so|which|it|they|you|we|this|as)\b)[\w./#`§~-]+){0,5} (?:is|are|was|were|isn't|wasn't|happens?|happened|requires?|needs|has|had|takes|failed|fails|hangs?|works?|broke|would|should|must)(?![\w-])/

export function isStatement(head: string): boolean {
  return STATEMENT_FORM.test(head)
}

export function withOriginalCase(part: string, sentence: string): string {
  const at = sentence.toLowerCase().indexOf(part)
  return at < 0 ? part : sentence.slice(at, at + part.length)
}

const EXCEPTION_PHRASE =
  /\b(?:except(?: for| in)?|excluding|other than|apart from|but not|not including|besides|and not|never)\s+(.{2,120})$/
const WITHOUT_PHRASE = /(?<!works? )\bwithout\s+(?:ever |actually )?([a-z-]+ing\b.*)$/

/** "Fix it without pushing", "delete all but x". "Don't push without asking" said it already. */
function sparedThings(text: string, kind: Clause['kind'], head: string): readonly string[] {
  const without = kind === 'boundary' ? undefined : WITHOUT_PHRASE.exec(text)?.[1]
  const out = kind === 'order' ? EXCEPTION_PHRASE.exec(head)?.[1] : undefined
  const [verb = ''] = head.split(/[^a-z'-]+/, 1)
  return [...(without === undefined ? [] : [withBaseVerb(without)]), ...(out === undefined ? [] : [`${verb} ${out}`])]
}

const OBJECT_END =
  /,? (?:because|since|so that|in order to|now that|when|once|(?:after|before)(?! (?:(?:the|my|that|this) )?(?:[\w.$`-]+ ){0,2}(?:lines?|block|section|entry|entries|alias(?:es)?|exports?|statement|comment)\b)|until|while|how|why|whether|instead of|rather than|[a-z]+ed by|which|who|(?<!^[a-z-]+(?: exactly| just| only| precisely)? )that (?!(?:start|begin|end|match|contain)|(?:is|are|was)(?: not|n't)))\b/
const PURPOSE_PHRASE = / to ([a-z-]+) /g
const NAME_AFTER_CLAUSE =
  /^ (?:that|which|who) [^,()]+(?:, | ?\()([\w~][\w./~-]*[./_-][\w-]+)\)?$|^,? (?:when|once|after) [^,()]{1,60},? (?:with|by|through|via|using|in) (?:an? |the |my )?(?:[a-z-]{1,20} ){0,3}(?:called|named) `?([\w~][\w./~-]*[./_-][\w-]+)`?$/

export function objectOf(head: string): string {
  const told = head.replace(EXCEPTION_PHRASE, ' ').replace(WITHOUT_PHRASE, ' ')
  const beyond = OBJECT_END.exec(told)
  // "Apply the patch that Ann sent (a.mbox)": what it is called stands after what is said about it.
  const [, called, file] = (beyond === null ? null : NAME_AFTER_CLAUSE.exec(told.slice(beyond.index))) ?? []
  const bare =
    beyond === null
      ? told
      : `${told.slice(0, beyond.index)} ${called ?? ''}${file === undefined ? '' : `in ${file}`}`.trim()
  // "Set LOG_LEVEL to debug": what it is to be.
  const sets = /^(?:set|change|switch|scale|rename|turn) \S.*? to /.exec(bare)?.[0].length ?? 0
  for (const match of bare.matchAll(PURPOSE_PHRASE))
    if (isBaseVerb(match[1] ?? '') && match.index + 4 > sets) return bare.slice(0, match.index)
  return bare
}
