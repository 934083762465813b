import { baseVerb, withBaseVerb } from './verb-forms.ts'

export const NEGATION_PHRASE =
  /^(?:you (?:should|must|may|can|shall|are) not(?: to| allowed to)?|you (?:shouldn't|mustn't|can't|cannot|may not)|don't|dont|do not|never|under no circumstances|by no means|no need (?:to|for)|make sure (?:you |that you |to )?(?:don't|do not|not to|never)(?: you)?|be sure not to|try not to|please not|(?:i|we) (?:do not|don't|dont) want (?:you )?to|avoid|refrain from|hold off on|hold off|stop(?= \w+ing\b)|no more|no|not)\s+(?:(?:ever|yet|actually|just|even|try to|attempt to|go ahead and|please|you|dare|under any circumstances|for any reason|any)\s+)*/
/** Verbs whose negation rules nothing out, and those that only speak of how things are. */
const NON_ACT_VERBS =
  /^(?:forget|hesitate|worry|mind|think|know|see|understand|care|need|have|want|like|believe|remember|bother|be|feel|seem|mean|agree|just|only|idea|problem|rush|hurry|matter|wonder|longer|one|way|issue|issues|errors?|further|thanks|luck|sure|really|doubt|assume|guess|hallucinate|overthink|overengineer)\b/

/** Its verb first; empty when it rules out nothing, undefined when nothing is negated. */
export function negatedAct(head: string): string | undefined {
  const negated = NEGATION_PHRASE.exec(head)?.[0]
  if (negated === undefined || /^(?:don'?t|do not) (?:forget|hesitate) to /.test(head)) return undefined
  const rest = head.slice(negated.length)
  // "Don't leave it in the code" asks to take it out.
  if (NON_ACT_VERBS.test(rest) || /^(?:leave|keep) .+ (?:in|on|at|around|behind|there|lying|under|inside)\b/.test(rest))
    return ''
  const made = /^(?:(?:make|do|perform|create|open|use|access|a|an|any|the) )+(?:new )?(.+)$/.exec(rest)?.[1]
  const noun = made === undefined ? '' : actOfNoun(made)
  if (noun !== '') return noun
  if (baseVerb(rest.split(/[^a-z'-]+/, 1)[0] ?? '') !== undefined) return withBaseVerb(rest)
  return (
    actOfNoun(rest) || (TOOL_PHRASE.test(rest) && /^(?:no|avoid) /.test(negated) ? `use ${rest.split(' ', 1)[0]}` : '')
  )
}

/** "No sudo on this box": one word, and where. */
const TOOL_PHRASE =
  /^[a-z][\w-]+(?: (?:(?:on|in|for|from) (?:this|the|my|that) [\w-]+|here|please|at all|today|for now))*$/

const PROHIBITION_FORMS: readonly (readonly [RegExp, (what: string) => string | undefined])[] = [
  [
    /^(?:only|just) (?:look|read|investigate|analy[sz]e|inspect|report|research|review)(?: (?:around|at it|it|into it))?$|^(?:this is )?(?:read[- ]only|analysis[- ]only|look[- ]only|investigation only|plan(?:ning)? only|design only|review only)(?: (?:task|mode|for now|please|today|here))*$|^(?:no|zero|without) (?:code |file )?(?:edits|changes|modifications|writes)(?: (?:please|for now|yet|to (?:the )?(?:code|files|anything)))*$|^look,? (?:but )?don't touch$/,
    () => 'edit anything',
  ],
  [
    /^keep (?:it|this|everything|all of (?:it|this)|the changes|your changes) (?:local|on this machine|off the (?:remote|internet))\b|^nothing (?:should|must|may|can|is to|goes|gets|leaves)(?: be)? ?(?:pushed|published|deployed|shared|uploaded|to the remote|to origin|this machine|my machine|online)\b/,
    () => 'share anything',
  ],
  [/^(?:stay|remain|keep) on (?:this|the current|my|the same|`?[\w./-]+`?)(?: branch)?$/, () => 'switch branches'],
  [
    /^(?:edit|change|modify|touch) nothing (?:except|but|besides|other than|outside(?: of)?) (.{2,100})$|^(?:only|just) (?:edit|change|modify|touch|work (?:in|on|inside|within)|update|write (?:to|in)|make changes (?:in|to))(?: files| anything)?(?: in| to| inside| under| within| below)? (.{2,100})$|^(?:limit|restrict|confine|keep) (?:your |all |any )?(?:changes|edits|work|yourself)(?: strictly)? (?:to|in|inside|within) (.{2,100})$|^(?:stay|keep) (?:inside|within|in) (.{2,100})$/,
    (place) => `leave ${place}`,
  ],
  [
    /^(?!(?:it|this|that) is (?:now )?frozen)(.{2,100}?) (?:is|are|stays?|remains?)(?: still| strictly| now| currently)? (?:off[- ]limits|out of bounds|read[- ]only|frozen|untouchable|untouched|not yours(?: to [a-z]+)?|not to be (?:touched|changed|edited|modified|deleted|removed|pushed|deployed))\b|^(.{2,80}?) (?:must|may|should|can) not be (?:touched|changed|edited|modified|deleted|removed)(?: by you)?$|^leave (.{2,100}?) (?:(?:(?:completely|all) )?(?:alone|untouched)|(?:(?:exactly|just|completely|all) )?(?:as (?:it|they) (?:is|are)|as[- ]is|unchanged|in place|intact|be))$|^(?:hands off|stay (?:away from|out of|off)|keep (?:out of|away from|your hands off)|steer clear of|keep your (?:fingers|paws) (?:off|out of)|don't go near) (?:of )?(.{2,100})$|^treat (.{2,80}?) as (?:read[- ]only|frozen|off[- ]limits)/,
    (thing) => `touch ${thing}`,
  ],
  [/^hands off(?: please)?$/, () => 'touch it'],
  [
    /^(?:keep|leave|let) (?!(?:it|this|that|things|everything) (?:up|going|alive)$)(.{2,80}?) (?:(?:keep |go on |stay )?(?:running|going|alive|up and running|up)|run(?: on)?|go on|finish|live)(?: (?:for now|please|meanwhile|until .*))?$/,
    (thing) => `stop ${thing}`,
  ],
  [
    /^(?:work|stay|keep|remain)(?: completely| strictly)? offline(?:,? (?:please|for now|today|here|only))*$|^nothing from the (?:internet|web|network)(?:,? (?:please|for now|today))*$/,
    () => 'download anything',
  ],
  [/^(?:i|we) (?:have|need|want) to approve (?:every|each|all|any) (.{3,40})$/, (noun) => actOfNoun(noun) || undefined],
  [
    /^(?:always )?(?:ask|check(?: first)? with|confirm(?: first)? with|consult|wait for|talk to|ping|get (?:my|an?) (?:ok(?:ay)?|approval|confirmation|go-ahead|permission)(?: from me)?)(?: me| my (?:ok(?:ay)?|approval|confirmation|go-ahead))?(?: first)? (?:before|prior to) (?:you |we )?(.+)$|^run (.{3,60}?) (?:past|by) me(?: first)?$|^before (?:you )?(.{3,120}?),? (?:ask|check with|confirm with|get my|wait for)\b|^(?:i|we)(?:'ll| will| want to| am going to|'m going to) (.{3,80}?) (?:myself|manually|ourselves|on my own|by hand|later)\b|^(?:i|we) (?=(?:cut|deploy|push|publish|release|merge|run|send|delete|ship|tag|commit|apply|install|do)\b)(.{3,80}?) (?:myself|ourselves|on my own|by hand)\b|^([a-z]+ing)(?: .{1,40})? is my (?:job|business|thing|call)\b/,
    withBaseVerb,
  ],
  [
    /^(?:i|we)(?:'ll| will)? (?:handle|do|take care of) (?:all )?(?:the )?([a-z-]+)(?:s|ing)? (?:myself|ourselves|here|on my own)\b/,
    (job) => `use ${job}`,
  ],
]

export function prohibitedAct(head: string): string | undefined {
  for (const [form, says] of PROHIBITION_FORMS) {
    const match = form.exec(head)
    const out = match && says(match.slice(1).find((part) => part !== undefined) ?? '')
    if (out) return out
  }
  return undefined
}

const ACT_BY_NOUN: readonly (readonly [RegExp, string])[] = [
  [/^(?:new )?(?:dependenc(?:y|ies)|packages?|librar(?:y|ies)|installs?|installations?)\b/, 'install packages'],
  [/^force[- ]?push(?:es)?\b/, 'force-push'],
  [/^pushe?s?\b/, 'push'],
  [/^commits?\b/, 'commit'],
  [/^(?:deploys?|deployments?|rollouts?)\b/, 'deploy'],
  [/^(?:releases?|publications?)\b/, 'release'],
  [/^merges?\b/, 'merge'],
  [/^(?:prs?|pull requests?|mrs?|merge requests?)\b/, 'open pr'],
  [/^(?:deletions?|deletes?)\b/, 'delete anything'],
  [/^(?:edits?|(?:code |file )?changes?|modifications?|writes?)(?: (?:to|in|under|inside) )?/, 'edit '],
  [/^(?:network|internet|downloads?|web(?: access| requests?)|online|external|the internet|the network)\b/, 'download'],
  [/^new files?\b/, 'create files'],
  [/^(?:sub-?agents?|agents?)\b/, 'spawn'],
  [/^(?:e?mails?|messages?|notifications?|comments?)\b/, 'send'],
  [/^(?:migrations?)\b/, 'migrate'],
]

function actOfNoun(text: string): string {
  for (const [noun, act] of ACT_BY_NOUN) {
    if (noun.test(text)) return `${act}${act.endsWith(' ') ? text.replace(noun, '') || 'anything' : ''}`.trim()
  }
  return ''
}

const ENDED_PROHIBITION =
  /^(?!.*\b(?:once|when|after|if|until|before|as soon as)\b)(?:the |that )?(.{2,80}?) (?:is|are|has been|have been|was)(?: now| finally)? (?:over|lifted|ended|done(?! by)|gone|fine (?:now|again)|ok(?:ay)? (?:now|again)|(?:fine|ok(?:ay)?|free|yours) to [a-z]+ (?:now|again)|allowed (?:now|again)|back on|unfrozen|no longer (?:off[- ]limits|frozen|read[- ]only|needed|in place|in force))\b|^(?:the )?(.{2,60}?) (?:restriction|ban|rule|limit)s? no longer (?:applies|apply|holds?|stands?)|^(?:i|we)(?:'ve| have)? changed my mind (?:about|on) (.{2,60})$|^(?:forget|ignore|scrap|never ?mind) (?:(?:what i said (?:about|on)|the (?:ban|rule|freeze|restriction|limit) on|my (?:ban|rule|restriction) on) (.*)|that|it)$/
const WORK_NOUNS = /^(?:the )?(?:task|work|build|tests?|ci|job|fix|feature|meeting|migration|pr)\b/

export function endedProhibition(head: string): string | undefined {
  const ended = ENDED_PROHIBITION.exec(head)
  if (!ended || (WORK_NOUNS.test(head) && !/\b(?:restriction|ban|rule|freeze|lock|limit)s?\b/.test(head)))
    return undefined
  return ended.slice(1).find((part) => part !== undefined) ?? ''
}

const AWAITED_EVENT = /\b(?:until|till|before)\b ([^,;.!]{3,80})/
/** Words that tell nothing of it apart: "until I say so" ends with the act's own order alone. */
const STOP_WORDS =
  /^(?:|the|an?|is|are|was|were|be|been|has|have|had|it|i|i've|we|we've|you|my|our|all|everything|this|that|of|to|at|for|on|in|so|say|tell|told|me|go|again|now|both|ask\w*|check\w*|with)$/
const REACHED_WORDS =
  /^(?:pass\w*|green|done|through|finish\w*|complete\w*|ready|ok|okay|fine|good|over|up|back|here|there)$/
const AFFIRMATION =
  /(?:ed|ran|'ve|\b(?:has|have|(?:is|are|looks?|all) (?:now )?(?:in|[a-z]+)|pass(?:es)?|done|green|ready))\b/
const NON_AFFIRMATION =
  /n't\b|\b(?:not|no|never|none|still|almost|nearly|half|soon|tomorrow|later|should|will|would|may|might|can|could|must|if|when|once|until|before|hope|think|guess|needs?|to be|fail\w*|red|broken|but)\b/

export function isConditionMet(boundary: string, told: string): boolean {
  const awaited = AWAITED_EVENT.exec(boundary.toLowerCase())?.[1]
  if (awaited === undefined || NON_AFFIRMATION.test(told) || !AFFIRMATION.test(told)) return false
  const said = new Set(splitWords(told).map(stemOf))
  const things = splitWords(awaited).filter((word) => !STOP_WORDS.test(word) && !REACHED_WORDS.test(word))
  return things.length > 0 && things.every((word) => said.has(stemOf(word)))
}

const splitWords = (text: string) => text.split(/[^a-z0-9'-]+/)
const stemOf = (word: string) => word.replace(/(?:e?s|ed|ing|e)$/, '')
