import { forbiddenByNoun, forbidsNetwork, worksOffline } from './forbidden-nouns.ts'
import { ownWords, PLACEHOLDER, type Reach } from './own-words.ts'
import { activeOf, placeLast } from './passive.ts'
import { attributesToOthers, quotesOthers, speaksForOthers } from './reported.ts'
import { voids } from './revoked.ts'
import { KEEPS_IT, sparedIn } from './spared.ts'

/**
 * `directive`: tells the agent to do something; `head` starts with the verb.
 * `prohibition`: tells it not to; `head` starts with the verb that is ruled out.
 * `other`: questions, conditions, statements. They name things and grant nothing.
 */
export interface Clause {
  readonly kind: 'directive' | 'prohibition' | 'other'
  readonly head: string
}

/** A sentence as it was typed, and what it tells. */
export interface Sentence {
  /** In its own case, with inline code and quotes in place. */
  readonly typed: string
  readonly clauses: readonly Clause[]
  /** Its parts in order, each with what it tells. */
  readonly parts: readonly Part[]
}

/** A part of a sentence between separators, lower-case, with inline code and quotes in place. */
export interface Part extends Clause {
  readonly text: string
  /** Takes back, or calls finished, what was asked before. */
  readonly voids: boolean
}

export interface Turn {
  readonly clauses: readonly Clause[]
  readonly sentences: readonly Sentence[]
  /** Everything the person wrote themselves, lower-case, for looking up names. */
  readonly names: string
  readonly quoted: readonly string[]
  /** More than a nod: it counts when the age of a consent is measured. */
  readonly substantive: boolean
  /** The person will say when: nothing in this turn may be done yet. */
  readonly waits: boolean
}

const FILLER =
  /^(?:[-*•]\s+|\d+[.)]\s+|(?:ok(?:ay)?|yes|yeah|yep|yup|sure|great|good|nice|cool|perfect|alright|right|thanks|thank you|hey|hi|oh|ah|well|so|now|then|also|and|but|just|next|first|finally|lastly|afterwards|after that|actually|please|pls|plz|kindly|for now|once done|when done|when ready|quickly|simply|again|instead|additionally|lgtm|awesome|hmm+|nah|fine|looks good|sounds good|we|btw|sorry|immediately|carefully|safely)(?![\w'-])[\s,:!-]*)/
const MARKERS: readonly RegExp[] = [
  /^(?:can|could|would|will) you (?:please |kindly |also |just |now |maybe |go ahead and )*/,
  /^(?:let's|lets|let us) /,
  /^i(?:'d| would)? (?:want|need|like|love)(?: for)?(?: you)? to /,
  /^(?:go ahead|proceed)(?: and| to| with|,)? /,
  /^you (?:can|may|should|must|need to|have to|are allowed to|are free to)(?: now| also| just| safely| then)* /,
  /^feel free to /,
  /^(?:make|be) sure (?:to |that you |you )/,
  /^(?:we )?(?:should|must|need to|have to|can now) /,
  /^(?:try|start|begin|continue|remember|proceed|want you|your task is|the task is|your job is) to /,
  /^don'?t (?:forget|hesitate) to /,
  /^(?:it's|it is) (?:fine|ok|okay) to /,
  /^(?:would you mind|start|keep|begin by|continue) (?=\w+ing\b)/,
  /^help me (?:to )?/,
  /^(?:can|could|may) we (?:please |also |just |now |maybe )*/,
  /^(?:definitely|quickly|completely|fully|directly|really|properly|cleanly|permanently|definitively|certainly|totally) /,
  /^do (?=a |an |the )(?:a |an |the )/,
]
const POLITE_QUESTION =
  /^(?:(?:please|ok(?:ay)?|so|and|also|now|then|hey|oh|great|thanks)[\s,]+)*(?:can|could|would|will) you\b|\bplease\b/
const WONDERS = /^(?:\W|ok(?:ay)?|so|and|oh|hmm+|well)*\s*(?:can|could|may|should|shall) (?:we|i)\b/
const NOT_DIRECTIVE =
  /^(?:what|why|how|when|where|who|whom|which|whose|is|are|was|were|does|did|do (?:you|we|i|they|not)|should (?:we|i|you|it)|shall|has|have|had|am|if|whether|unless|because|since|while|after|before|i\b|i'|it\b|it's|they|he|she|this|that|there|the|a|an|my|our|their|his|her|these|those|some|all|no|not|in case|as|like|although|though|for|from|with|without|of|about|maybe|perhaps)(?![\w-])/
const TENTATIVE =
  /\b(?:maybe|perhaps|might|wonder|thinking (?:of|about)|hypothetically|in theory|suppose|eventually|at some point|someday|not sure|what if)\b/
const FORBIDS: readonly RegExp[] = [
  /^(?:you (?:should|must|may|can|shall) not|you (?:shouldn't|mustn't|can't|cannot)|don't|dont|do not|never|must not|mustn't|should not|shouldn't|under no circumstances|no need to actually) (?:ever |yet |actually |just |even |try to |attempt to |go ahead and |you |dare )*/,
  /^(?:i|we) (?:do not|don't|dont|wouldn't|would not) want (?:you )?to /,
  /^(?:avoid|refrain from|hold off on|hold off|stop|no|not) (?=\w+ing\b)/,
  /^(?:i|we)(?:'ll| will) (?=.*\b(?:myself|manually|ourselves)\b)/,
]
/** "Don't forget to push" tells to push; "don't need to" rules nothing out. */
const NOT_FORBIDDING =
  /^(?:forget|hesitate|worry|mind|think|know|see|understand|care|need|have|want|like|believe|remember|bother|get|be|feel|seem|mean|work|agree)\b/
/** "Deleting it is not allowed": an act that is spoken of, not asked for. */
const RULED =
  /^[a-z-]+\b(?:(?! (?:that|which|who|because|since|if|as|it|they|what|whatever)\b).){0,120}? (?:is|are|was|were|would be|will be|isn't|aren't)(?: (?:strictly|absolutely|currently|still|never))? (?:not|never|forbidden|prohibited|disallowed|banned|off|out of|dangerous|risky|a bad|against|unacceptable|allowed|unsafe|wrong)\b|^(?:force[- ]push|delete|remove|deploy|publish|merge|push)\b(?: (?!(?:that|which|who|because|since|if|as|it|they|what|whatever|where|while|when|so|this)\b)[\w./~-]+){0,4} (?:is|was|isn't|wasn't|would|happened)\b/
/** "Run 7130 was started by accident": a thing, though it begins like a verb. */
const REPORTED =
  /^(?:run|job|build|release|deploy|commit|merge|push|test) [#`]?[\w./-]*[\d§][\w./-]*`?(?: (?:of|in|on|for|from) [\w ]{1,40}?)? (?:was|were|is|are|has|had|did|failed|hangs?|broke|got)\b/
const SEPARATOR = /(,\s+|\s+(?:and then|and|then|but|plus|or)\s+|\s+[-–—]+\s+|:\s+)/
const MAX_CLAUSES = 400
/** A title or an abbreviation ends no sentence. */
const SENTENCE_END = /(?<=[.!?;])(?<!\b(?:dr|mr|mrs|ms|prof|e\.g|i\.e|vs|approx|nr)\.)\s+|\n+/i

export function readTurn(text: string, reach: Reach = 'own'): Turn {
  const { spoken, names, quoted } = ownWords(text, reach)
  const sentences: Sentence[] = []
  let clauses = 0
  let filled = 0
  let quoting = false
  for (const sentence of spoken.split(SENTENCE_END)) {
    if (clauses > MAX_CLAUSES) break
    const lower = sentence.trim().toLowerCase()
    if (lower === '') continue
    const stated = sentences.length > 0 && sentences.every((one) => one.clauses.every(({ kind }) => kind === 'other'))
    const { clauses: read, parts } = readSentence(lower, quoting, stated)
    // "The page said:" goes on in the next line, and through the list it opens.
    quoting = lower.endsWith(':') ? quotesOthers(lower) : quoting && /^(?:[-*•]|\d+[.)])\s/.test(lower)
    let within = filled
    const typed = sentence.trim().replaceAll(PLACEHOLDER, () => `\`${quoted[filled++] ?? ''}\``)
    const fill = (text: string) => text.replaceAll(PLACEHOLDER, () => `\`${(quoted[within++] ?? '').toLowerCase()}\``)
    clauses += read.length
    sentences.push({ typed, clauses: read, parts: parts.map((part) => ({ ...part, text: fill(part.text) })) })
  }
  return {
    clauses: sentences.flatMap((sentence) => sentence.clauses),
    sentences,
    names,
    quoted,
    substantive: /\w{3,}\W+\w{3,}\W+\w{2,}/.test(names),
    waits: WAITS.test(names),
  }
}

const WAITS = /\bwait (?:for|until) (?:my|me|i)\b/
/** "If I say go, push": the word has not been given. */
const PENDING =
  /\b(?:if|when|once|unless|until|before|after) i (?:say|tell|give|confirm|approve|ask|reply|answer)\b|\b(?:ask|check with) me (?:first|before)\b/

/** "Delete the task, that is done" says why. */
const EXPLAINS = /^(?:that|it|this)(?:'s| is) (?:all )?(?:done|finished)(?: now)?$/
/** "If in doubt, leave it" takes nothing back. */
const CONDITION = /^(?:if|when|whenever|in case|unless|should you|where)\b/
/** "The job hangs, cancel it": it is the job, and nothing was asked before that could be taken back. */
const ENDS_IT = /\b(?:cancel|stop|abort) (?:it|this|that)(?: please| now)?$/

function readSentence(sentence: string, quoting: boolean, stated: boolean): Pick<Sentence, 'clauses' | 'parts'> {
  const question = /\?[\s"')]*$/.test(sentence)
  // "Can we push" asks whether; only a please makes it a request.
  const asks = ((question || WONDERS.test(sentence)) && !POLITE_QUESTION.test(sentence)) || PENDING.test(sentence)
  const told = question ? sentence : placeLast(activeOf(sentence.replace(/[.!?;]+$/, '')))
  const pieces = joinedNegation(told.replace(/[.!?;]+$/, '')).split(SEPARATOR)
  const clauses: Clause[] = []
  const parts: Part[] = []
  let joiner = ''
  let others = quoting || pieces.some((piece, index) => index > 0 && attributesToOthers(piece))
  pieces.forEach((piece, index) => {
    if (index % 2 === 1) {
      joiner = piece.trim()
      return
    }
    const text = piece.trim()
    const before = clauses.at(-1)
    others ||= joiner === ':' && quotesOthers(parts.at(-1)?.text ?? '')
    const clause = readClause(text, asks || others)
    // "Don't commit or push" rules out both.
    const carried =
      before?.kind === 'prohibition' && (joiner === 'or' || joiner === 'and') && clause.kind === 'directive'
    if (carried && before && SHARES_OBJECT.test(before.head))
      clauses[clauses.length - 1] = { ...before, head: `${before.head} ${clause.head.replace(/^\S+\s*/, '')}`.trim() }
    const last = parts.at(-1)
    if (KEEPS_IT.test(text) && last?.kind === 'other' && !CONDITION.test(sentence)) {
      parts[parts.length - 1] = { ...last, kind: 'prohibition' }
      clauses.push({ kind: 'prohibition', head: `touch ${last.text}` })
    }
    const read: Clause = carried ? { ...clause, kind: 'prohibition' } : clause
    clauses.push(read, ...embedded(piece), ...sparedBy(text, joiner, before))
    const ends = ENDS_IT.test(text) && (parts.length > 0 ? parts.every(({ kind }) => kind === 'other') : stated)
    parts.push({
      ...read,
      text,
      voids:
        !question &&
        !ends &&
        !(EXPLAINS.test(text) && parts.some(({ kind }) => kind === 'directive')) &&
        !CONDITION.test(sentence) &&
        voids(text),
    })
    others ||= speaksForOthers(text)
  })
  return { clauses, parts }
}

/** "Don't open or read a.txt": the object of the second verb is that of the first. */
const SHARES_OBJECT =
  /^(?:open|read|view|print|show|cat|look at|touch|edit|modify|change|delete|remove|move|rename|overwrite|write|access|list|search|copy)$/

const NOT = "(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|may not|cannot|can't)"
const INSERTED =
  '(?:please|ever|i repeat|i mean it|(?:under|for|in|at|by|on|no matter|whatever|regardless|despite|as)\\b[^,()–—-]{0,60})'
const INTERRUPTED = new RegExp(`\\b(${NOT})(?:,| [-–—(]+)\\s*${INSERTED}(?:,|\\)| [-–—]+)\\s+`, 'g')
const QUALIFIED = new RegExp(
  `\\b(${NOT}) (?:under any (?:circumstances?|conditions?)|for any reason|in any case|at any (?:point|time)|by any means|on any account) `,
  'g',
)

const ALL_BUT = /\b(all|everything|anything|(?:every|any|all) \w+) but /g

/** "Do not, under any circumstances, push": what is put between does not part the verb from its negation. */
function joinedNegation(sentence: string): string {
  return sentence.replace(INTERRUPTED, '$1 ').replace(QUALIFIED, '$1 ').replace(ALL_BUT, '$1 except ')
}

/** Prohibitions inside a clause: "fix it without pushing", "leave the docs alone". */
function embedded(part: string): Clause[] {
  const without = /\bwithout (\w+ing\b.*)/.exec(part)?.[1]
  const alone =
    /\bleave (.{2,80}?) (?:alone|untouched|as (?:it|they) (?:is|are)|unchanged|running|in place|intact|alive)\b/.exec(
      part,
    )?.[1]
  const away =
    /\b(?:hands off|stay away from|keep (?:out of|away from|your hands off)|stay out of) (?:of )?(.{2,80})/.exec(
      part,
    )?.[1] ?? /^(.{2,80}?) (?:is|are) (?:off[- ]limits|out of bounds)/.exec(part)?.[1]
  // "Keep job 32", "keep them on the remote"; "keep it simple" spares nothing.
  const kept =
    /\bkeep (?=[^.;]*(?:\d|\/|\bremote\b|\borigin\b))(.{2,80}?)(?: (?:running|alive|intact|in place))?$/.exec(part)?.[1]
  return [
    ...(without ? [{ kind: 'prohibition' as const, head: without }] : []),
    ...(alone ? [{ kind: 'prohibition' as const, head: `touch ${alone}` }] : []),
    ...(away ? [{ kind: 'prohibition' as const, head: `touch ${away}` }] : []),
    ...(kept ? ['delete', 'stop'].map((verb) => ({ kind: 'prohibition' as const, head: `${verb} ${kept}` })) : []),
  ]
}

const EDITS =
  /^(?:edit|change|fix|update|modify|refactor|rename|format|rewrite|migrate|convert|clean|improve|touch|work|adjust|reformat|lint)/

/** "Edit anything except config/prod.yaml": what is left out is ruled out. */
function sparedBy(part: string, joiner: string, before: Clause | undefined): Clause[] {
  const inside = /^(.*?)[\s,]*\b(?:except|excluding|other than|apart from)(?: for| in)? (.{2,120})$/.exec(part)
  const contrast = joiner === 'but' ? part : /^but (.+)$/.exec(part)?.[1]
  const after = /^not (?:in |for |the )?(?!\w+ing\b)(.{2,120})$/.exec(contrast ?? '')?.[1]
  const spared = inside?.[2] ?? after
  if (spared === undefined) return []
  const own = inside?.[1] ? readClause(inside[1], false) : before
  if (own?.kind !== 'directive') return []
  const verb = own.head.split(/[^a-z-]+/, 1)[0] ?? ''
  const verbs = EDITS.test(verb) ? ['touch'] : [verb]
  return verbs.map((plain) => ({ kind: 'prohibition', head: `${plain} ${spared}` }))
}

function readClause(text: string, asks: boolean): Clause {
  let head = stripFillers(text)
  for (const forbids of FORBIDS) {
    const match = forbids.exec(head)
    const rest = match ? head.slice(match[0].length) : ''
    if (match && !NOT_FORBIDDING.test(rest))
      return { kind: 'prohibition', head: forbidsNetwork(rest) ? 'network' : rest }
  }
  // "Send nothing to the staff".
  const nothing =
    /^(?!do\b|there\b|say\b|is\b|was\b)([a-z]+) (?:nothing|nobody|no one)(?! (?:but|else|except)\b)\b(.*)$/.exec(head)
  if (nothing) return { kind: 'prohibition', head: `${nothing[1]}${nothing[2]}` }
  const spared = asks ? undefined : sparedIn(head)
  if (spared !== undefined) return { kind: 'prohibition', head: `touch ${spared}` }
  const noun = worksOffline(head) ? 'network' : forbiddenByNoun(head)
  if (noun !== undefined) return { kind: 'prohibition', head: noun }
  if (asks) return { kind: 'other', head: text }
  let marked = false
  for (let rounds = 0; rounds < 6; rounds++) {
    const marker = MARKERS.find((candidate) => candidate.test(head))
    if (!marker) break
    head = stripFillers(head.replace(marker, ''))
    marked = true
  }
  const directive =
    head !== '' &&
    !TENTATIVE.test(text) &&
    (marked || !NOT_DIRECTIVE.test(head)) &&
    !RULED.test(head) &&
    !REPORTED.test(head)
  return directive ? { kind: 'directive', head } : { kind: 'other', head: text }
}

function stripFillers(text: string): string {
  let rest = text
  for (let rounds = 0; rounds < 12; rounds++) {
    const shorter = rest.replace(FILLER, '').trimStart()
    if (shorter === rest) break
    rest = shorter
  }
  return rest
}
