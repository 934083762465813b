import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import { areAlike, isDoneToIt, isKind } from '../../analysis/kinds.ts'
import type { Clause } from '../../analysis/speech/clauses.ts'
import { GENERAL, meansAct, orderedActs, stem } from '../../analysis/speech/same-act.ts'
import { stageOfName } from '../../analysis/stages.ts'
import { BEYOND, type SaidByCall, toldBy } from '../../analysis/telling.ts'
import { meaningOf, wordsOf } from '../../analysis/verbs.ts'
import { isValueSaid, isWordSaid, type Spoken, spokenIn } from './spoken.ts'
import type { HumanTurn } from './turns.ts'

/** Acts that the words of their call tell in full; code, files and what they hold go by their own rules. */
const BY_WORDS =
  /^(?:resource-change|database-change|deploy|publish|external-write|service-control|weaken|grant|remote-exec|send-data|persist|signal-process|delete-path)$/
/** What a program does with all there is where it stands. */
const NAMELESS = /^(?:deploy|publish|resource-change|weaken)$/

/** What an order is held against. */
export interface Covering {
  readonly effect: Effect
  readonly action: Action
  /** The act was asked for by a word of the category's own. */
  readonly asked: boolean
  /** What the order speaks of, with what "it" stands for. */
  readonly about: string
}

/**
 * The things that a call names, if an order describes this very call: each word that the call says is said in its turn, meant by its
 * verb, or of no weight. What the order names beside it, its caller holds against the call.
 */
export function covered(
  order: Clause,
  turn: HumanTurn,
  { effect, action, asked, about }: Covering,
): readonly Named[] | undefined {
  if (!BY_WORDS.test(effect.kind) || (effect.kind === 'delete-path' && !effect.wipe)) return undefined
  const told = toldBy(effect, action)
  if (told === undefined || !restrains(order, action)) return undefined
  const call = new Reading(saidIn(turn), effect).read(told)
  if (call === undefined) return undefined
  const own = orderedActs(order.head)
  const isGeneral = own.some((act) => GENERAL.test(act))
  const { stems } = spokenIn(order.head)
  const isAsked =
    own.includes(effect.doer.name) ||
    call.acts.some((act) => own.some((each) => meansAct(each, act)) || (isGeneral && stems.has(stem(act))))
  if (!isAsked && !(call.verbless && (asked || runs(effect, own)))) return undefined
  if (call.names.length === 0)
    return call.bare &&
      NAMELESS.test(effect.kind) &&
      !isDoneToIt(effect) &&
      isAllSaid(order, turn, { doer: effect.doer, told })
      ? []
      : undefined
  // Which one is meant, the order itself tells; the rest may stand beside it.
  const spoken = spokenIn(about)
  return call.names.some((name) => isValueSaid(name, spoken)) ? call.names : undefined
}

/** A call without a verb runs what it names. */
function runs(effect: Effect, acts: readonly string[]): boolean {
  if (effect.kind !== 'remote-exec' && !(effect.kind === 'resource-change' && effect.verb === 'apply')) return false
  return acts.some((act) => meansAct(act, 'run'))
}

/** A turn as far as it asks and tells: without what it rules out. */
interface Said extends Spoken {
  /** What its orders begin with. */
  readonly acts: readonly string[]
  readonly ordered: ReadonlySet<string>
}

/** "…, but not 78". */
const NOT = /^(?:but )?(?:not|no|never|don't|do not|without)\b/
/** What an order takes out of itself. */
const SPARED =
  /\b(?:except|excluding|other than|apart from|but (?:not|for|keep|leave)|not including|besides|and not|never)\b.*$/

const SAID = new WeakMap<HumanTurn, Said>()

function saidIn(turn: HumanTurn): Said {
  const known = SAID.get(turn)
  if (known) return known
  const isOut = ({ kind, head }: Clause) => kind === 'boundary' || NOT.test(head)
  const ruled = new Set(turn.clauses.filter(isOut).map(({ sentence }) => sentence))
  const sentences = [...new Set(turn.clauses.map(({ sentence }) => sentence))].filter((each) => !ruled.has(each))
  const heads = turn.clauses
    .filter(({ kind, plain, head }) => kind === 'order' || (kind === 'other' && plain && !NOT.test(head)))
    .map(({ head }) => head.replace(SPARED, ' '))
  const said = {
    ...spokenIn([...sentences, ...heads].join(' '), turn.names),
    acts: heads.flatMap(orderedActs),
    ordered: spokenIn(heads.join(' ')).stems,
  }
  SAID.set(turn, said)
  return said
}

/** Verbs that say nothing without what stands beside them: `refunds create`, `node update --availability drain`. */
const CARRIES =
  /^(?:create|new|add|make|do|run|start|issue|trigger|request|perform|execute|exec|submit|apply|update|set|modify|edit|change|patch|alter|put|manage|toggle|turn|switch|flip|call|cmd)$/
/** Words that hold a call together, in whatever program, query or tool. */
const SMALL =
  /^(?:from|to|for|in|on|at|by|with|into|of|as|and|or|is|where|the|an?|count|replicas|yes|true|ids?|name|key|values?|param|parameter|bye|tcp|udp|proto|port|inline|null|text|body|title|subject|content|table|rows?)$/
/** The one that everybody has. */
const IMPLIED = /^(?:default|primary|self|me|true|yes)$/
/** What is given to these is a name, whatever else it means. */
const PLACE = /(?:^|[-_])(?:dir|directory|folder|path|file)$/
/** Keys that only say what their value is, and whose value may be what becomes of a thing. */
const LABEL =
  /(?:^|[-_])(?:state|status|availability|action|power|operation|op|mode|method|query|command|execute|predicate|filter|where|start|stop|end|since|until|only|select|limit)$/i

type Named = Pick<SaidByCall, 'text' | 'key'>

interface Read {
  /** The verbs of the call that were asked for. */
  readonly acts: readonly string[]
  /** It has no verb at all. */
  readonly verbless: boolean
  /** It is given nothing beside its verbs. */
  readonly bare: boolean
  /** The things that it names. */
  readonly names: readonly Named[]
}

/** Verbs stand among the first words. */
const MOST_BEFORE = 4
const MOST_WORDS = 40
const isCommandWord = (text: string): boolean => /^[a-z][a-z_.:-]*$/i.test(text)

function isAct(part: string): boolean {
  const act = meaningOf(part)?.act
  return act !== undefined && act !== 'read'
}

/** Holds the words of one call against what was said. */
class Reading {
  readonly #acts: string[] = []
  readonly #names: Named[] = []
  readonly #said: Said
  readonly #effect: Effect

  constructor(said: Said, effect: Effect) {
    this.#said = said
    this.#effect = effect
  }

  /** Undefined where a word of the call was not said. */
  read(told: readonly SaidByCall[]): Read | undefined {
    const bare = told.filter(({ role }) => role === 'word')
    const isVerb = ({ text }: SaidByCall) =>
      isCommandWord(text) && wordsOf(text).some((part) => isAct(part) || this.#isMeant(part))
    const first = bare.findIndex(isVerb)
    const last = bare.findLastIndex(
      (each, at) => at <= MOST_BEFORE && isVerb(each) && (at === first || !this.#isName(each)),
    )
    const all = told.every((each) => {
      const at = each.role === 'word' ? bare.indexOf(each) : -1
      if (each.role === 'option') return this.#option(each.text)
      if (at >= 0 && at <= last && isCommandWord(each.text)) return this.#leads(each.text, at, at === last)
      // The part of a program that has no verb: what it does its options tell.
      if (at === 0 && first < 0 && isCommandWord(each.text) && this.#effect.doer.words[1] === each.text) return true
      return (at >= 0 || this.#key(each.key)) && this.#thing(each)
    })
    if (!all) return undefined
    const verbless = this.#acts.length === 0 && !isCommandWord(bare[0]?.text ?? '')
    const isBare = told.every((each) => each.role === 'option' || (each.role === 'word' && bare.indexOf(each) <= last))
    return { acts: [...new Set(this.#acts)], verbless, bare: isBare, names: this.#names }
  }

  /** `stop report-gen`: behind a verb, what is of several parts and said as it is written is a name; so is that of a "user build". */
  #isName(told: SaidByCall): boolean {
    if (/\w[-_.]\w/.test(told.text)) return isValueSaid(told, this.#said)
    const words = this.#said.text.split(/[^\w-]+/)
    const at = words.indexOf(told.text.toLowerCase())
    return at > 0 && areAlike(words[at - 1] ?? '', 'user')
  }

  #isMeant(part: string): boolean {
    return this.#said.acts.some((act) => meansAct(act, part))
  }

  #isOrdered(part: string): boolean {
    return this.#said.ordered.has(stem(part)) || this.#isMeant(part)
  }

  #option(name: string): boolean {
    const parts = wordsOf(name)
    const acts = parts.filter((part) => this.#isOrdered(part))
    this.#acts.push(...acts)
    // `--track-promote-to x`: where such a name is given its thing, the act and the thing tell it.
    const isGiven = /^(?:to|from|into|as)$/.test(parts.at(-1) ?? '') && acts.some(isAct)
    return parts.every(
      (part) =>
        isWordSaid(part, this.#said) ||
        this.#isMeant(part) ||
        (!BEYOND.test(part) && (SMALL.test(part) || (isGiven && !isKind(part) && !isAct(part)))),
    )
  }

  /** A sub-command, or the part of the program that it is one of. */
  #leads(text: string, at: number, isLast: boolean): boolean {
    const parts = wordsOf(text)
    const verbs = parts.filter((part) => (isAct(part) && (isLast || !isKind(part))) || this.#isMeant(part))
    // A meeting is cancelled by taking its entry away.
    if (parts.some((part) => areAlike(part, 'event')) && this.#isMeant('cancel')) {
      this.#acts.push('cancel')
      return verbs.every((part) => part === 'delete' || part === 'remove' || this.#isOrdered(part))
    }
    this.#acts.push(...verbs.filter((part) => (CARRIES.test(part) ? this.#isMeant(part) : this.#isOrdered(part))))
    if (!verbs.every((part) => CARRIES.test(part) || this.#isOrdered(part))) return false
    const isLight = (part: string) => isKind(part) || isWordSaid(part, this.#said)
    if (parts.some((part) => BEYOND.test(part) && !verbs.includes(part) && !isWordSaid(part, this.#said))) return false
    // What works on other machines may name them first.
    return verbs.length > 0 || (at < 2 && this.#effect.kind !== 'remote-exec') || parts.every(isLight)
  }

  #key(key: string): boolean {
    if (key.length < 2 || LABEL.test(key)) return true
    return wordsOf(key).every(
      (part) =>
        isKind(part) || isWordSaid(part, this.#said) || this.#isOrdered(part) || !(BEYOND.test(part) || isAct(part)),
    )
  }

  /** An operand, or what an option or key is given. */
  #thing(told: SaidByCall): boolean {
    const text = told.text.toLowerCase().trim()
    if (isOtherProtocol(text, this.#said.text)) return false
    if (text === 'all' && told.role === 'word' && this.#isMeant('empty')) return true
    if ((text === '.' && this.#effect.kind !== 'send-data') || IMPLIED.test(text)) return true
    if (isHome(told, this.#effect)) return true
    if (isCommandWord(text) && !this.#isName(told)) {
      const parts = wordsOf(text)
      const isState = told.role === 'word' || LABEL.test(told.key)
      if (
        isState &&
        parts.every((part) => this.#isOrdered(part)) &&
        parts.some((part) => isAct(part) || this.#isMeant(part))
      ) {
        this.#acts.push(...parts)
        return true
      }
      if (isState && !BEYOND.test(text) && (SMALL.test(text) || isKind(text) || CARRIES.test(text))) return true
      if (isWordSaid(text, this.#said) && (BEYOND.test(text) || SMALL.test(text)) && !PLACE.test(told.key)) return true
    }
    if (isValueSaid(told, this.#said)) {
      this.#names.push(told)
      return true
    }
    // The parts of a moment are no words.
    if (/^\d{4}-\d\d-\d\dt/.test(text)) return false
    if (/[\s,=:;("'@]/.test(text)) return this.#text(text)
    if (!isCommandWord(text) || !isWordSaid(text, this.#said)) return false
    // "Mark it as resolved": what is said in another form is no name.
    this.#acts.push(...wordsOf(text))
    return true
  }

  /** A list, a query, a text of several words: each of them. */
  #text(text: string): boolean {
    const words = text.split(/[\s,=:;()"'<>@]+/).filter((each) => !/^-{0,2}$/.test(each))
    if (words.length === 0 || words.length > MOST_WORDS) return false
    return words.every((each) => {
      const parts = wordsOf(each)
      const verbs = parts.filter(isAct)
      if (verbs.length > 0 && verbs.every((part) => this.#isOrdered(part))) this.#acts.push(...verbs)
      if (isValueSaid({ text: each, key: '' }, this.#said)) {
        if (verbs.length === 0 && !SMALL.test(each) && !isKind(each)) this.#names.push({ text: each, key: '' })
        return true
      }
      const isLight = (part: string) =>
        isWordSaid(part, this.#said) ||
        this.#isOrdered(part) ||
        (!BEYOND.test(part) && (SMALL.test(part) || CARRIES.test(part) || isKind(part)))
      return parts.length > 0 && parts.every(isLight)
    })
  }
}

/** Whose settings they are, in a tool that keeps those of several: "the flag x" is one of the project that one works for. */
const HOME = /^(?:project|workspace|team|space)[-_]?(?:key|id|slug|name)?$/i

function isHome({ role, key, text }: SaidByCall, effect: Effect): boolean {
  if (effect.kind !== 'external-write' || effect.nature !== 'setting' || role !== 'value') return false
  return HOME.test(key) && /^[a-z][\w-]{0,40}$/i.test(text) && stageOfName(text) === 'unknown'
}

/** What is done with, in whatever word for it. */
const OVER = /^(?:completed|done|closed|resolved|finished|solved)$/
const SAYS_OVER = /\b(?:complet|done|clos|resolv|finish|solv|tick|check)/

/** What a tool is told by a flag to make of a thing (`archived: true`) is said. */
export function areFlagsSaid(effect: Effect, action: Action, turn: string): boolean {
  const flags = toldBy(effect, action)?.filter(({ role }) => role === 'option') ?? []
  const states = flags.flatMap(({ text }) => wordsOf(text)).filter((part) => /[a-z]{3}ed$|^public$|^hidden$/.test(part))
  return states.every((part) => isWordSaid(part, spokenIn(turn)) || (OVER.test(part) && SAYS_OVER.test(turn)))
}

/** Of the two, the other one was said. */
function isOtherProtocol(text: string, said: string): boolean {
  const [, own] = /(?:^|\/)(tcp|udp)$/.exec(text) ?? []
  return own !== undefined && !said.includes(own) && said.includes(own === 'tcp' ? 'udp' : 'tcp')
}

/** What is to be seen by fewer, or only tried; what is asked for softly. */
const RESTRAINS =
  /(?<![\w-])(?:soft(?:ly)?|drafts?|private(?:ly)?|unlisted|internal(?:ly)?|testnet|candidate|beta|rc|read-only|view-only|graceful(?:ly)?|clean(?:ly)?|inactive|testpypi|sandbox)(?![\w.-])/g
/** What lets the work end by itself. */
const SOFTLY = /^(?:graceful|clean)/
const SOFT = /^(?!.*(?:forc|hard|kill|immediate|abort|now\b| -f|-9)).*\b(?:shutdown|quit|drain|reload)\b/
const ONLY = /\b(?:only|just|nothing but) (?:the |that |this |my |our )?((?:[\p{L}\p{N}_./@:-]+ ?){1,4})/u
const NO_THING = /^(?:the|that|this|one|it|for|to|in|on|at|of|from|with|and|a|an|as|by|once|now|them|those|these|up)$/

/** Whether it holds, only a person or a model can tell. */
const CONDITION =
  /(?<!\b(?:tell|let|show|see|check|know|say|report|ask)\b.{0,40})\b(?:if(?! (?:you can|possible|needed|necessary|need be))|unless|provided|in case)\b/

/** Does the call keep what the order holds it to: softly, as a draft, only this part? */
function restrains({ head, sentence }: Clause, { call }: Action): boolean {
  const words = JSON.stringify([call.tool, call.input]).toLowerCase()
  if (CONDITION.test(sentence.toLowerCase())) return false
  const isKept = (word: string) => words.includes(stem(word)) || (SOFTLY.test(word) && SOFT.test(words))
  if (![...head.matchAll(RESTRAINS)].every(([word]) => isKept(word))) return false
  const [, only = ''] = ONLY.exec(head) ?? []
  const [phrase = ''] = only.split(/ (?=(?:in|on|at|of|from|with|to|for|and|by)\b)/, 1)
  const things = phrase.split(' ').filter((word) => word !== '' && !NO_THING.test(word))
  const named = things.filter((word) => !isKind(word))
  return [...named, ...things].slice(0, 1).every((word) => words.includes(stem(word)))
}

interface Nameless extends Pick<Effect, 'doer'> {
  readonly told: readonly SaidByCall[]
}

/** Where a call names nothing, the order speaks of nothing but the act, the tool and all there is. */
function isAllSaid({ head }: Clause, { names }: HumanTurn, { doer, told }: Nameless): boolean {
  const texts = [doer.name, ...doer.words, ...told.map(({ text }) => text)].flatMap(wordsOf)
  const called = texts.map((word) => (word === 'gh' ? 'github' : word)).filter((word) => word.length > 2)
  const tool = wordsOf(doer.name).filter((part) => part.length > 3 && stageOfName(part) === 'unknown')
  const [, ...words] = head.split(/[^a-z0-9'-]+/).filter((word) => word !== '')
  const isTool = (word: string) => tool.some((part) => word.startsWith(part))
  if (!names.split(/[^a-z0-9]+/).some(isTool)) return false
  return words.every(
    (word) => ALL_THERE_IS.test(word) || isTool(word) || called.some((each) => stem(each) === stem(word)),
  )
}

const ALL_THERE_IS =
  /^(?:the|a|an|my|our|this|that|it|here|now|again|please|with|using|via|through|to|on|in|of|for|out|then|right|away|site|website|docs|documentation|app|pages?|book|blog|project|config|changes|everything|new|current|latest|web|too|as|well)$/
