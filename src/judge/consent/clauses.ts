import { foreignClause } from './languages.ts'
import { ownWords, PLACEHOLDER } from './own-words.ts'
import { verbOf } from './verbs.ts'

/**
 * One thing that a sentence tells the agent.
 * `order`: do it; `head` begins with the verb. `boundary`: leave it; `head` begins with the verb that is ruled out.
 * `ended`: something that was ruled out holds no longer. `other`: grants and forbids nothing.
 */
export interface Clause {
  readonly kind: 'order' | 'boundary' | 'ended' | 'other'
  /** Lower case, with inline code and quotes in place. */
  readonly head: string
  /** The sentence as it was typed. */
  readonly sentence: string
  /** Holds for now: the next order ends it. */
  readonly passing: boolean
  /** It is said plainly: no question, condition or content of something to be written. */
  readonly plain: boolean
}

/** A turn of a person, read once. */
export interface Turn {
  readonly clauses: readonly Clause[]
  /** Everything the person wrote themselves, lower case, for looking up what "it" stands for. */
  readonly names: string
  /** As typed, without quotes, logs and attachments: commands are looked up in it. */
  readonly typed: string
}

const MAX_SENTENCES = 200
/** A title or an abbreviation ends no sentence. */
const SENTENCE_END = /(?<=[.!?;])(?<!\b(?:dr|mr|mrs|ms|prof|e\.g|i\.e|vs|approx|nr|etc)\.)\s+|\n+|(?<=[。！？；])/i
const BULLET = /^(?:[-*•+]\s+(?:\[[ x]\]\s+)?|\(?\d{1,2}[.)]\s+)/

export function readTurn(text: string): Turn {
  const { spoken, names, quoted, kept } = ownWords(text)
  let filled = 0
  const clauses: Clause[] = []
  for (const raw of spoken.split(SENTENCE_END).slice(0, MAX_SENTENCES)) {
    const typed = raw.trim().replaceAll(PLACEHOLDER, () => `\`${quoted[filled++] ?? ''}\``)
    if (typed !== '') clauses.push(...inSentence(typed))
  }
  return { clauses, names, typed: kept }
}

/** Words before an order that add nothing to it. */
const FILLER =
  /^(?:[\s,:!.–—-]|->|→|=>)*(?:ok(?:ay)?|yes|yeah|yep|yup|sure|great|good|nice|cool|perfect|alright|right|thanks|thank you|hey|hi|hello|oh|ah|well|so|now|then|also|and|but|just|next|first|second|third|finally|lastly|afterwards|after that|actually|please|pls|plz|kindly|once done|when done|when ready|quickly|simply|again|instead|lgtm|awesome|hmm+|fine|looks good|sounds good|btw|sorry|immediately|carefully|safely|directly|definitely|if you can|if possible|all good|go on|todo|task|two things|one more thing)(?![\w'-])[\s,:!.–—-]*/
/** What makes an order of the verb after it. */
const REQUEST: readonly RegExp[] = [
  /^(?:can|could|would|will) (?:you|u) (?:please |kindly |also |just |now |maybe |then |go ahead and |go and )*/,
  /^(?:let's|lets|let us) (?:also |just |now |then )*/,
  /^i(?:'d| would)? (?:want|need|like|love)(?: for)?(?: you)? to /,
  /^(?:we|you) (?:should|must|need to|have to|can|may|might as well|ought to|gotta|'ve got to|will need to)(?: now| also| just| safely| then| go ahead and)* /,
  /^(?:i|we) (?:allow|permit|authori[sz]e|want|need|ask|told) you to /,
  /^(?:you(?:'re| are)|you have)(?: now| hereby)? (?:allowed|free|welcome|cleared|good|clear|authori[sz]ed|permission|my permission|my ok|my okay)(?: to)? /,
  /^(?:i(?:'m| am) (?:fine|ok|okay|happy) with|i approve(?: of)?|approved:?|permission granted to|permission to) (?:you )?/,
  /^(?:(?:go ahead|proceed|feel free)(?: and| to| with|,)?|(?:go|move on|carry on|start|begin|continue|remember|try)(?: and| to| with| on| by|,)) (?=\w+)/,
  /^(?:make|be) sure (?:to |that you |you )/,
  /^(?:don'?t|do not) (?:forget|hesitate) to /,
  /^(?:it's|it is|its|that's|is) (?:fine|ok|okay|safe|good|alright) (?:to |if you |for you to )/,
  /^would you mind /,
  /^(?:may|can|could) (?:i|we) (?:please )?(?:ask you to |(?=have |get ))/,
  /^help me (?:to )?/,
  /^your (?:task|job) is to /,
  /^do (?:a|an|the) (?=force|hard|merge|release|deploy|push|commit|rebase|reset|rollback)/,
]
const NEGATION =
  /^(?:you (?:should|must|may|can|shall|are) not(?: to| allowed to)?|you (?:shouldn't|mustn't|can't|cannot|may not)|don't|dont|do not|never|under no circumstances|by no means|no need (?:to|for)|make sure (?:you |that you |to )?(?:don't|do not|not to|never)(?: you)?|be sure not to|try not to|please not|i (?:do not|don't|dont) want (?:you )?to|we (?:do not|don't|dont) want (?:you )?to|avoid|refrain from|hold off on|hold off|stop(?= \w+ing\b)|no more|no|not)\s+(?:(?:ever|yet|actually|just|even|try to|attempt to|go ahead and|please|you|dare|under any circumstances|for any reason|any)\s+)*/
/** Verbs whose negation rules nothing out, and those that only speak of how things are. */
const IDLE =
  /^(?:forget|hesitate|worry|mind|think|know|see|understand|care|need|have|want|like|believe|remember|bother|be|feel|seem|mean|agree|just|only|idea|problem|rush|hurry|matter|wonder|longer|one|way|issue|issues|errors?|further|thanks|luck|sure|really|doubt|assume|guess|hallucinate|overthink|overengineer)\b/
const QUESTION = /\?[\s"')]*$/
const POLITE = /^(?:can|could|would|will) (?:you|u)\b|^(?:may|can|could) i (?:ask you to|have|get)\b|\bplease\b|\bpls\b/
/** "Can we … please" asks the one who does it. */
const WE_PLEASE = /^(?:can|could) we\b(?=.*\b(?:please|pls|plz)\b)/
/** A sentence that sets a condition, tells a story or imagines: nothing in it is an order. */
const SUPPOSES =
  /^(?:if|unless|in case|should (?:i|we|it|this|that|they|the)|suppose|imagine|assuming|whether|what if|maybe|perhaps|i wonder|hypothetically|eventually|someday|when(?:ever)? (?:a|an|the|someone|users?|it|they|this|that)\b)/
const TENTATIVE =
  /\b(?:maybe we|perhaps we|might want|thinking (?:of|about)|at some point|not sure|would be (?:nice|good|cool)|i was going to|we were going to|i will say when|when i say|once i (?:say|confirm|approve)|after i (?:say|confirm|approve))\b/
/** What is to be written, told or looked at: verbs after it belong to its content. */
const TELLS =
  /^(?:explain|describe|document|tell|show|ask|write|mention|say|note|discuss|summari[sz]e|test|consider|plan|propose|draft|add|update|implement|create|answer|ensure|make)\b/
const CONTENT = /\b(?:how|why|what|whether|that|which|who|where|when|if|about|saying|says|should)\b|:\s|["“]/

/** The parts of one sentence, each with what it tells. */
function inSentence(typed: string): Clause[] {
  const sentence = typed.replaceAll('’', "'")
  const lower = strip(sentence.toLowerCase().replace(BULLET, '')).replace(WE_PLEASE, 'can you')
  const foreign = foreignClause(lower)
  if (foreign) return [{ ...foreign, sentence: typed, passing: false, plain: true }]
  const question = QUESTION.test(lower)
  const asks = question && !POLITE.test(lower)
  const told = lower.replace(/[.!?;…]+$/, '')
  const clauses: Clause[] = []
  let content = SUPPOSES.test(told) || TENTATIVE.test(told)
  let negates = false
  for (const { text, joiner } of piecesOf(told)) {
    const read = readPiece(text)
    // "Show me how it works, but don't push": what is told ends there.
    if (joiner === 'but' || text.startsWith('but ')) content &&= SUPPOSES.test(told) || TENTATIVE.test(told)
    // "Don't commit or push" rules out both; "don't push, just fix it" does not.
    const carried: boolean = negates && /^(?:or|nor|and)$/.test(joiner) && read.kind === 'order'
    const kind: Clause['kind'] = carried ? 'boundary' : read.kind
    const silent = (kind === 'order' && (asks || content)) || (kind === 'boundary' && (question || content))
    const plain = !silent && !asks && !content && !STATES.test(read.head)
    clauses.push({
      kind: silent ? 'other' : kind,
      head: read.head,
      sentence: typed,
      passing: PASSING.test(text),
      plain,
    })
    negates = carried || (kind === 'boundary' && NEGATION.test(strip(text)))
    if (kind === 'order' && TELLS.test(read.head) && CONTENT.test(read.head)) content = true
    else if (/^(?:and then|then|afterwards|;)$/.test(joiner)) content &&= SUPPOSES.test(told)
    if (!silent) clauses.push(...embedded(text, kind, read.head, typed))
  }
  return clauses
}

const PASSING =
  /\b(?:yet|for now|right now|at this point|for the moment|first|until (?:then|the|it|tests?|ci|we|everything|all)|before (?:the|it|tests?|ci|we|everything|all))\b/

const SEPARATOR =
  /(,\s+|\s+(?:and then|and|then|but|plus|or|nor|so)\s+|\s+[-–—]+\s+|\s*(?:->|→|=>|&&|\+)\s+|:\s+|\s*\()/

interface Piece {
  readonly text: string
  readonly joiner: string
}

/** Splits where a new verb begins; everything else goes on with the object of the verb before. */
function piecesOf(sentence: string): readonly Piece[] {
  const parts = sentence.split(SEPARATOR)
  const pieces: { text: string; joiner: string }[] = [{ text: parts[0] ?? '', joiner: '' }]
  for (let at = 2; at < parts.length; at += 2) {
    const text = parts[at] ?? ''
    const joiner = parts[at - 1] ?? ''
    const last = pieces.at(-1)
    if (last && !begins(text)) last.text += `${joiner}${text}`
    else pieces.push({ text, joiner: joiner.trim().replace(/^,$/, ',') })
  }
  return pieces
}

/** A new main clause: what it says is no part of the object before it. */
const SUBJECT = /^(?:i|we|they|he|she|it|there|that's|mine|ours|you're|if|because|since|otherwise)\b(?! (?:and|or)\b)/

/** Does a text begin a clause of its own? */
function begins(text: string): boolean {
  const head = strip(text)
  if (NEGATION.test(head) || REQUEST.some((marker) => marker.test(head))) return true
  if (SUBJECT.test(head) || ruledOut(head) !== undefined) return true
  // `fix/utf8` is a name.
  const [word = '', next] = head.split(/[\s,.:;!?]+/, 2)
  return (
    isBase(word) || (/^(?:me|us)$/.test(next ?? '') && /^[a-z]+$/.test(word) && !/^(?:for|to|with|by|of)$/.test(word))
  )
}

/** A verb in its plain form: `ping` is one, `pushing` is none. */
function isBase(word: string): boolean {
  return verbOf(word) === word
}

function strip(text: string): string {
  let rest = text.trim()
  for (let rounds = 0; rounds < 12; rounds++) {
    const shorter = rest.replace(FILLER, '')
    if (shorter === rest) return rest.trim()
    rest = shorter
  }
  return rest.trim()
}

/** Forms that rule something out without a negated verb; the first group is what is ruled out. */
const ASK_FIRST =
  /^(?:always )?(?:ask|check(?: first)? with|confirm(?: first)? with|consult|wait for|talk to|ping|get (?:my|an?) (?:ok(?:ay)?|approval|confirmation|go-ahead|permission)(?: from me)?)(?: me| my (?:ok(?:ay)?|approval|confirmation|go-ahead))?(?: first)? (?:before|prior to) (?:you |we )?(.+)$/
const PAST_ME = /^run (.{3,60}?) (?:past|by) me(?: first)?$/
const BEFORE_ASK =
  /^before (?:you )?(.{3,120}?),? (?:ask|check with|confirm with|get my|wait for)\b|^(?:i|we) (?:have|need|want) to approve (?:every|each|all|any) (.{3,40})$/
const RULED =
  /^(.{2,100}?) (?:is|are|stays?|remains?)(?: still| strictly| now| currently)? (?:off[- ]limits|out of bounds|read[- ]only|frozen|untouchable|not to be (?:touched|changed|edited|modified|deleted|removed|pushed|deployed))\b|^(.{2,80}?) (?:must|may|should|can) not be (?:touched|changed|edited|modified|deleted|removed)(?: by you)?$/
const ALONE = /^leave (.{2,100}?) (?:alone|untouched|as (?:it|they) (?:is|are)|as[- ]is|unchanged|in place|intact|be)$/
const AWAY =
  /^(?:hands off|stay (?:away from|out of)|keep (?:out of|away from|your hands off)|steer clear of|keep your (?:fingers|paws) (?:off|out of)|don't go near) (?:of )?(.{2,100})$|^treat (.{2,80}?) as (?:read[- ]only|frozen|off[- ]limits)/
const ONLY_LOOK =
  /^(?:only|just) (?:look|read|investigate|analy[sz]e|inspect|report|research|review)(?: (?:around|at it|it|into it))?$|^(?:this is )?(?:read[- ]only|analysis[- ]only|look[- ]only|investigation only|plan(?:ning)? only|design only|review only)(?: (?:task|mode|for now|please|today|here))*$|^(?:no|zero|without) (?:code |file )?(?:edits|changes|modifications|writes)(?: (?:please|for now|yet|to (?:the )?(?:code|files|anything)))*$|^look,? (?:but )?don't touch$/
const NOTHING =
  /^nothing (?:should|must|may|can|is to|goes|gets|leaves)(?: be)? ?(?:pushed|published|deployed|shared|uploaded|to the remote|to origin|this machine|my machine|online)\b/
const EDIT_NOTHING =
  /^(?:edit|change|modify|touch) nothing (?:except|but|besides|other than|outside(?: of)?) (.{2,100})$/
const STAY_ON = /^(?:stay|remain|keep) on (?:this|the current|my|the same|`?[\w./-]+`?)(?: branch)?$/
const LOCAL =
  /^keep (?:it|this|everything|all of (?:it|this)|the changes|your changes) (?:local|on this machine|off the (?:remote|internet))\b/
const MY_JOB =
  /^([a-z]+ing)(?: .{1,40})? is my (?:job|business|thing|call)\b|^(?:i|we)(?:'ll| will)? (?:handle|do|take care of) (?:all )?(?:the )?([a-z-]+)(?:s|ing)? (?:myself|ourselves|here|on my own)\b/
const MYSELF =
  /^(?:i|we)(?:'ll| will| want to| am going to|'m going to) (.{3,80}?) (?:myself|manually|ourselves|on my own|by hand|later)\b/
const ONLY_THERE =
  /^(?:only|just) (?:edit|change|modify|touch|work (?:in|on|inside|within)|update|write (?:to|in)|make changes (?:in|to))(?: files| anything)?(?: in| to| inside| under| within)? (.{2,100})$|^(?:limit|restrict|confine|keep) (?:your |all |any )?(?:changes|edits|work|yourself)(?: strictly)? (?:to|in|inside|within) (.{2,100})$|^(?:stay|keep) (?:inside|within|in) (.{2,100})$/
const ENDED =
  /^(?:the |that )?(.{2,80}?) (?:is|are|has been|have been|was)(?: now| finally)? (?:over|lifted|ended|done|gone|fine (?:now|again)|ok(?:ay)? (?:now|again)|allowed (?:now|again)|back on|unfrozen|no longer (?:off[- ]limits|frozen|read[- ]only|needed|in place|in force))\b|^(?:the )?(.{2,60}?) (?:restriction|ban|rule|limit)s? no longer (?:applies|apply|holds?|stands?)|^(?:i|we)(?:'ve| have)? changed my mind (?:about|on) (.{2,60})$|^(?:forget|ignore|scrap|never ?mind) (?:(?:what i said (?:about|on)|the (?:ban|rule|freeze|restriction|limit) on|my (?:ban|rule|restriction) on) (.*)|that|it)$/
const FREES = /\b(?:restriction|ban|rule|freeze|lock|limit)s?\b/
const BLESSED =
  /^((?:force )?[a-z-]+ing .{2,100}?|(?:a |the )?(?:force[- ]push|push|deploy(?:ment)?|release|merge|commit|rebase|reset|publish|restart)\b.{0,80}?) (?:is|are|would be) (?:fine|ok(?:ay)?|allowed|approved|good|permitted|all right|alright|cool)(?: (?:by|with|for) me| now| here)*$/
const NOMINAL =
  /^(?:an? |the |new )?((?:pr|pull request|mr|merge request|commit|release|push|deploy|merge|force[- ]push)(?: .{1,60})?) (?:please|pls|plz|now)$/

/** Politeness at the end adds nothing. */
const TRAILING = /(?:,? (?:please|pls|plz|thanks|thank you|ok|okay|for now|for the moment|though|then))+$/

function readPiece(text: string): Pick<Clause, 'kind' | 'head'> {
  const head = strip(text).replace(TRAILING, '')
  const ruled = ruledOut(head)
  if (ruled !== undefined) return { kind: 'boundary', head: ruled }
  const negated = NEGATION.exec(head)?.[0]
  if (negated !== undefined && !REQUEST.some((marker) => marker.test(head) && /forget|hesitate/.test(head))) {
    const rest = head.slice(negated.length)
    const [word = ''] = rest.split(/[^a-z'-]+/, 1)
    if (IDLE.test(rest) || rest === '') return { kind: 'other', head }
    const made = /^(?:(?:make|do|perform|create|open|use|access|a|an|any|the) )+(?:new )?(.+)$/.exec(rest)?.[1]
    if (made !== undefined && nounAct(made) !== '') return { kind: 'boundary', head: nounAct(made) }
    // "No pushes", "no new dependencies": what is ruled out stands as a noun.
    return {
      kind: 'boundary',
      head: verbOf(word) === undefined ? nounAct(rest) : rest.replace(word, verbOf(word) ?? word),
    }
  }
  if (
    ENDED.test(head) &&
    (FREES.test(head) || !/^(?:the )?(?:task|work|build|tests?|ci|job|fix|feature|meeting|migration|pr)\b/.test(head))
  ) {
    return {
      kind: 'ended',
      head:
        ENDED.exec(head)
          ?.slice(1)
          .find((part) => part !== undefined) ?? '',
    }
  }
  const blessed = BLESSED.exec(head)?.[1] ?? NOMINAL.exec(head)?.[1]
  if (blessed !== undefined) return { kind: 'order', head: asVerb(blessed.replace(/^(?:a|an|the) /, '')) }
  const passive = PASSIVE.exec(head)
  const done =
    passive?.[2] === undefined
      ? 'delete'
      : (verbOf(passive[2].replace(/(?:(?<=e)d|(.)\1ed|ed)$/, '$1')) ?? verbOf(passive[2].replace(/d$/, '')))
  if (passive && done !== undefined) return { kind: 'order', head: `${done} ${passive[1]}${passive[3] ?? ''}` }
  return orderIn(head)
}

/** "feat/x can go", "the tag v1 should be deleted on the remote": asks for it, said of the thing. */
const PASSIVE =
  /^(?!.*\b(?:not|never|only|if|when)\b)(.{2,80}?) (?:can|may|should|must|needs? to|has to|have to) (?:go|be (deleted|removed|merged|pushed|deployed|published|restarted|stopped|dropped|closed|released|reverted|killed|archived))\b(.{0,80})$/

function orderIn(stripped: string): Pick<Clause, 'kind' | 'head'> {
  let head = stripped
  let marked = false
  for (let rounds = 0; rounds < 6; rounds++) {
    const marker = REQUEST.find((candidate) => candidate.test(head))
    if (!marker) break
    head = strip(head.replace(marker, ''))
    marked = true
    if (NEGATION.test(head)) return readPiece(head)
  }
  const [word = ''] = head.split(/[^a-z'-]+/, 1)
  const states = STATES.test(head)
  if (marked && !states) return { kind: 'order', head: asVerb(head) }
  return { kind: !states && isBase(word) ? 'order' : 'other', head }
}

/** "Deploy to production is done by CI", "run 7130 was started by accident": tells how it is, though it begins like an order. */
const STATES =
  /^[a-z-]+(?: (?!(?:once|when|if|that|while|because|until|unless|after|before|so|which|it|they|you|we|this|as)\b)[\w./#`~-]+){0,5} (?:is|are|was|were|isn't|wasn't|happens?|happened|requires?|has|had|failed|fails|hangs?|broke|would|should|must)\b/

/** "Deleting x" as "delete x". */
function asVerb(head: string): string {
  const [word = '', next = ''] = head.split(/[^a-z'-]+/, 2)
  if (word === 'force' && verbOf(next) !== undefined) return head.replace(`${word} ${next}`, `force-${verbOf(next)}`)
  return head.replace(word, verbOf(word) ?? word)
}

/** "I have to approve every push". */
function approvedFirst(head: string): string | undefined {
  const noun = BEFORE_ASK.exec(head)?.[2]
  return noun === undefined ? undefined : nounAct(noun) || undefined
}

function ruledOut(head: string): string | undefined {
  if (ONLY_LOOK.test(head)) return 'edit anything'
  if (LOCAL.test(head) || NOTHING.test(head)) return 'share anything'
  if (STAY_ON.test(head)) return 'switch branches'
  const nothing = EDIT_NOTHING.exec(head)?.[1]
  if (nothing !== undefined) return `leave ${nothing}`
  const touched =
    RULED.exec(head)?.[1] ??
    RULED.exec(head)?.[2] ??
    ALONE.exec(head)?.[1] ??
    AWAY.exec(head)?.[1] ??
    AWAY.exec(head)?.[2]
  if (touched !== undefined) return `touch ${touched}`
  const asked =
    ASK_FIRST.exec(head)?.[1] ??
    PAST_ME.exec(head)?.[1] ??
    BEFORE_ASK.exec(head)?.[1] ??
    approvedFirst(head) ??
    MYSELF.exec(head)?.[1]
  if (asked !== undefined) return asVerb(asked)
  const job = MY_JOB.exec(head)
  if (job) return job[1] === undefined ? `use ${job[2]}` : asVerb(job[1])
  const there = ONLY_THERE.exec(head)
  const place = there?.[1] ?? there?.[2] ?? there?.[3]
  return place === undefined ? undefined : `leave ${place}`
}

/** Nouns for acts: "no pushes", "no new packages". */
const NOUN_ACTS: readonly (readonly [RegExp, string])[] = [
  [/^(?:new )?(?:dependenc(?:y|ies)|packages?|librar(?:y|ies)|installs?|installations?)\b/, 'install packages'],
  [/^(?:force[- ]?pushes|force[- ]?push)\b/, 'force-push'],
  [/^pushe?s?\b/, 'push'],
  [/^commits?\b/, 'commit'],
  [/^(?:deploys?|deployments?|rollouts?)\b/, 'deploy'],
  [/^(?:releases?|publications?)\b/, 'release'],
  [/^merges?\b/, 'merge'],
  [/^(?:prs?|pull requests?|mrs?|merge requests?)\b/, 'open pr'],
  [/^(?:deletions?|deletes?)\b/, 'delete anything'],
  [/^(?:edits?|(?:code |file )?changes?|modifications?|writes?)(?: (?:to|in|under|inside) )?/, 'edit '],
  [/^(?:network|internet|downloads?|web access|online|external|the internet|the network)\b/, 'download'],
  [/^new files?\b/, 'create files'],
  [/^(?:sub-?agents?|agents?)\b/, 'spawn'],
  [/^(?:e?mails?|messages?|notifications?|comments?)\b/, 'send'],
  [/^(?:migrations?)\b/, 'migrate'],
]

function nounAct(text: string): string {
  for (const [noun, act] of NOUN_ACTS) {
    if (noun.test(text)) return `${act}${act.endsWith(' ') ? text.replace(noun, '') || 'anything' : ''}`.trim()
  }
  return ''
}

/** Words that take something out of an order: it is ruled out for that very act. */
const SPARES =
  /\b(?:except(?: for| in)?|excluding|other than|apart from|but not|not including|besides|and not|never)\s+(.{2,120})$/
const WITHOUT = /(?<!works? )(?<!work )\bwithout\s+(?:ever |actually )?([a-z-]+ing\b.*)$/

/** What a clause rules out by the way: "fix it without pushing", "delete all but x". */
function embedded(text: string, kind: Clause['kind'], head: string, sentence: string): Clause[] {
  const without = WITHOUT.exec(text)?.[1]
  const found: Clause[] = []
  if (without !== undefined && kind !== 'boundary')
    found.push({ kind: 'boundary', head: asVerb(without), sentence, passing: false, plain: true })
  // "Don't push without asking" rules out pushing; that is said already.
  const spared = kind === 'order' ? SPARES.exec(head)?.[1] : undefined
  const [verb = ''] = head.split(/[^a-z'-]+/, 1)
  if (spared !== undefined)
    found.push({ kind: 'boundary', head: `${verb} ${spared}`, sentence, passing: false, plain: true })
  return found
}

/** The object of an order, without what it takes out of itself. */
export function objectOf(head: string): string {
  return head
    .replace(SPARES, ' ')
    .replace(WITHOUT, ' ')
    .replace(/\b(?:instead of|rather than)\s.*$/, ' ')
}
