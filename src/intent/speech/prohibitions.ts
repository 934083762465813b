import { actOfNoun, PROHIBITION_PHRASES } from './prohibition-phrases.ts'
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

export function prohibitedAct(head: string): string | undefined {
  for (const { form, says } of PROHIBITION_PHRASES) {
    const match = form.exec(head)
    const out = match && says(match[1] ?? '')
    if (out) return out
  }
  return undefined
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

/** Words that tell nothing of it apart: "until I say so" ends with the act's own order alone. */
const STOP_WORDS =
  /^(?:|the|an?|is|are|was|were|be|been|has|have|had|it|i|i've|we|we've|you|my|our|all|everything|this|that|of|to|at|for|on|in|so|say|tell|told|me|go|again|now|both|ask\w*|check\w*|with)$/
const REACHED_WORDS =
  /^(?:pass\w*|green|done|through|finish\w*|complete\w*|ready|ok|okay|fine|good|over|up|back|here|there)$/
const AFFIRMATION =
  /(?:ed|ran|'ve|\b(?:has|have|(?:is|are|looks?|all) (?:now )?(?:in|[a-z]+)|pass(?:es)?|done|green|ready))\b/
const NON_AFFIRMATION =
  /n't\b|\b(?:not|no|never|none|still|almost|nearly|half|soon|tomorrow|later|should|will|would|may|might|can|could|must|if|when|once|until|before|hope|think|guess|needs?|to be|fail\w*|red|broken|but)\b/

/** Is it said that an event which was waited for has come? "CI is green now". */
export function isEventTold(event: string, told: string): boolean {
  if (NON_AFFIRMATION.test(told) || !AFFIRMATION.test(told)) return false
  const said = new Set(splitWords(told).map(stemOf))
  const things = splitWords(event.toLowerCase()).filter((word) => !STOP_WORDS.test(word) && !REACHED_WORDS.test(word))
  return things.length > 0 && things.every((word) => said.has(stemOf(word)))
}

const splitWords = (text: string) => text.split(/[^a-z0-9'-]+/)
const stemOf = (word: string) => word.replace(/(?:e?s|ed|ing|e)$/, '')
