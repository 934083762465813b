import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import { AGGRAVATING_WORDS, type CallPhrase, callPhrases } from '../../analysis/generic/object-phrases.ts'
import { environmentOfName } from '../../knowledge/lexicon/deployment-environments.ts'
import { areSameKind, isActOnTarget, isKindWord } from '../../knowledge/lexicon/object-kinds.ts'
import { verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import { GENERIC_VERBS, instructedActs, meansAct, stemWord } from '../speech/act-synonyms.ts'
import type { Clause } from '../speech/clauses.ts'
import type { HumanTurn } from './human-turns.ts'
import { isValueSaid, isWordSaid, type SpokenText, spokenText } from './spoken-values.ts'

/** Acts that the words of their call tell in full; code, files and what they hold go by their own rules. */
const WORDED_EFFECTS =
  /^(?:resource-change|database-change|deploy|publish|external-write|service-control|weaken|grant|remote-exec|send-data|persist|signal-process|delete-path)$/
/** What a program does with all there is where it stands. */
const NAMELESS_EFFECTS = /^(?:deploy|publish|resource-change|weaken)$/

/** What an order is held against. */
export interface CoverageContext {
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
export function coveredNames(
  order: Clause,
  turn: HumanTurn,
  { effect, action, asked, about }: CoverageContext,
): readonly NamedWord[] | undefined {
  if (!WORDED_EFFECTS.test(effect.kind) || (effect.kind === 'delete-path' && !effect.wipe)) return undefined
  const told = callPhrases(effect, action)
  if (told === undefined || !keepsRestraints(order, action)) return undefined
  const call = new CallReader(spokenTurn(turn), effect).read(told)
  if (call === undefined) return undefined
  const own = instructedActs(order.head)
  const isGeneral = own.some((act) => GENERIC_VERBS.test(act))
  const { stems } = spokenText(order.head)
  const isAsked =
    own.includes(effect.actor.name) ||
    call.acts.some((act) => own.some((each) => meansAct(each, act)) || (isGeneral && stems.has(stemWord(act))))
  if (!isAsked && !(call.verbless && (asked || isRunOrder(effect, own)))) return undefined
  if (call.names.length === 0)
    return call.bare &&
      NAMELESS_EFFECTS.test(effect.kind) &&
      !isActOnTarget(effect) &&
      isWholeCallSaid(order, turn, { actor: effect.actor, told })
      ? []
      : undefined
  // Which one is meant, the order itself tells; the rest may stand beside it.
  const spoken = spokenText(about)
  return call.names.some((name) => isValueSaid(name, spoken)) ? call.names : undefined
}

/** A call without a verb runs what it names. */
function isRunOrder(effect: Effect, acts: readonly string[]): boolean {
  if (effect.kind !== 'remote-exec' && !(effect.kind === 'resource-change' && effect.verb === 'apply')) return false
  return acts.some((act) => meansAct(act, 'run'))
}

/** A turn as far as it asks and tells: without what it rules out. */
interface SpokenTurn extends SpokenText {
  /** What its orders begin with. */
  readonly acts: readonly string[]
  readonly ordered: ReadonlySet<string>
}

/** "…, but not 78". */
const NEGATION = /^(?:but )?(?:not|no|never|don't|do not|without)\b/
/** What an order takes out of itself. */
const EXCEPTION_PHRASE =
  /\b(?:except|excluding|other than|apart from|but (?:not|for|keep|leave)|not including|besides|and not|never)\b.*$/

const SPOKEN_TURNS = new WeakMap<HumanTurn, SpokenTurn>()

function spokenTurn(turn: HumanTurn): SpokenTurn {
  const known = SPOKEN_TURNS.get(turn)
  if (known) return known
  const isOut = ({ kind, head }: Clause) => kind === 'boundary' || NEGATION.test(head)
  const ruled = new Set(turn.clauses.filter(isOut).map(({ sentence }) => sentence))
  const sentences = [...new Set(turn.clauses.map(({ sentence }) => sentence))].filter((each) => !ruled.has(each))
  const heads = turn.clauses
    .filter(({ kind, plain, head }) => kind === 'order' || (kind === 'other' && plain && !NEGATION.test(head)))
    .map(({ head }) => head.replace(EXCEPTION_PHRASE, ' '))
  const said = {
    ...spokenText([...sentences, ...heads].join(' '), turn.names),
    acts: heads.flatMap(instructedActs),
    ordered: spokenText(heads.join(' ')).stems,
  }
  SPOKEN_TURNS.set(turn, said)
  return said
}

/** Verbs that say nothing without what stands beside them: `refunds create`, `node update --availability drain`. */
const LIGHT_VERB =
  /^(?:create|new|add|make|do|run|start|issue|trigger|request|perform|execute|exec|submit|apply|update|set|modify|edit|change|patch|alter|put|manage|toggle|turn|switch|flip|call|cmd)$/
/** Words that hold a call together, in whatever program, query or tool. */
const FUNCTION_WORD =
  /^(?:from|to|for|in|on|at|by|with|into|of|as|and|or|is|where|the|an?|count|replicas|yes|true|ids?|name|key|values?|param|parameter|bye|tcp|udp|proto|port|inline|null|text|body|title|subject|content|table|rows?)$/
/** The one that everybody has. */
const DEFAULT_NAME = /^(?:default|primary|self|me|true|yes)$/
/** What is given to these is a name, whatever else it means. */
const PATH_OPTION = /(?:^|[-_])(?:dir|directory|folder|path|file)$/
/** Keys that only say what their value is, and whose value may be what becomes of a thing. */
const STATE_KEY =
  /(?:^|[-_])(?:state|status|availability|action|power|operation|op|mode|method|query|command|execute|predicate|filter|where|start|stop|end|since|until|only|select|limit)$/i

type NamedWord = Pick<CallPhrase, 'text' | 'key'>

interface CallReading {
  /** The verbs of the call that were asked for. */
  readonly acts: readonly string[]
  /** It has no verb at all. */
  readonly verbless: boolean
  /** It is given nothing beside its verbs. */
  readonly bare: boolean
  /** The things that it names. */
  readonly names: readonly NamedWord[]
}

/** Verbs stand among the first words. */
const MOST_BEFORE = 4
const MOST_WORDS = 40
const isCommandWord = (text: string): boolean => /^[a-z][a-z_.:-]*$/i.test(text)

function isAct(part: string): boolean {
  const act = verbMeaning(part)?.act
  return act !== undefined && act !== 'read'
}

/** Holds the words of one call against what was said. */
class CallReader {
  readonly #acts: string[] = []
  readonly #names: NamedWord[] = []
  readonly #said: SpokenTurn
  readonly #effect: Effect

  constructor(said: SpokenTurn, effect: Effect) {
    this.#said = said
    this.#effect = effect
  }

  /** Undefined where a word of the call was not said. */
  read(told: readonly CallPhrase[]): CallReading | undefined {
    const bare = told.filter(({ role }) => role === 'word')
    const isVerb = ({ text }: CallPhrase) =>
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
      if (at === 0 && first < 0 && isCommandWord(each.text) && this.#effect.actor.words[1] === each.text) return true
      return (at >= 0 || this.#key(each.key)) && this.#thing(each)
    })
    if (!all) return undefined
    const verbless = this.#acts.length === 0 && !isCommandWord(bare[0]?.text ?? '')
    const isBare = told.every((each) => each.role === 'option' || (each.role === 'word' && bare.indexOf(each) <= last))
    return { acts: [...new Set(this.#acts)], verbless, bare: isBare, names: this.#names }
  }

  /** `stop report-gen`: behind a verb, what is of several parts and said as it is written is a name; so is that of a "user build". */
  #isName(told: CallPhrase): boolean {
    if (/\w[-_.]\w/.test(told.text)) return isValueSaid(told, this.#said)
    const words = this.#said.text.split(/[^\w-]+/)
    const at = words.indexOf(told.text.toLowerCase())
    return at > 0 && areSameKind(words[at - 1] ?? '', 'user')
  }

  #isMeant(part: string): boolean {
    return this.#said.acts.some((act) => meansAct(act, part))
  }

  #isOrdered(part: string): boolean {
    return this.#said.ordered.has(stemWord(part)) || this.#isMeant(part)
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
        (!AGGRAVATING_WORDS.has(part) && (FUNCTION_WORD.test(part) || (isGiven && !isKindWord(part) && !isAct(part)))),
    )
  }

  /** A sub-command, or the part of the program that it is one of. */
  #leads(text: string, at: number, isLast: boolean): boolean {
    const parts = wordsOf(text)
    const verbs = parts.filter((part) => (isAct(part) && (isLast || !isKindWord(part))) || this.#isMeant(part))
    // A meeting is cancelled by taking its entry away.
    if (parts.some((part) => areSameKind(part, 'event')) && this.#isMeant('cancel')) {
      this.#acts.push('cancel')
      return verbs.every((part) => part === 'delete' || part === 'remove' || this.#isOrdered(part))
    }
    this.#acts.push(...verbs.filter((part) => (LIGHT_VERB.test(part) ? this.#isMeant(part) : this.#isOrdered(part))))
    if (!verbs.every((part) => LIGHT_VERB.test(part) || this.#isOrdered(part))) return false
    const isLight = (part: string) => isKindWord(part) || isWordSaid(part, this.#said)
    if (parts.some((part) => AGGRAVATING_WORDS.has(part) && !verbs.includes(part) && !isWordSaid(part, this.#said)))
      return false
    // What works on other machines may name them first.
    return verbs.length > 0 || (at < 2 && this.#effect.kind !== 'remote-exec') || parts.every(isLight)
  }

  #key(key: string): boolean {
    if (key.length < 2 || STATE_KEY.test(key)) return true
    return wordsOf(key).every(
      (part) =>
        isKindWord(part) ||
        isWordSaid(part, this.#said) ||
        this.#isOrdered(part) ||
        !(AGGRAVATING_WORDS.has(part) || isAct(part)),
    )
  }

  /** An operand, or what an option or key is given. */
  #thing(told: CallPhrase): boolean {
    const text = told.text.toLowerCase().trim()
    if (isOtherProtocol(text, this.#said.text)) return false
    if (text === 'all' && told.role === 'word' && this.#isMeant('empty')) return true
    if ((text === '.' && this.#effect.kind !== 'send-data') || DEFAULT_NAME.test(text)) return true
    if (isHomeScope(told, this.#effect)) return true
    if (isCommandWord(text) && !this.#isName(told)) {
      const parts = wordsOf(text)
      const isState = told.role === 'word' || STATE_KEY.test(told.key)
      if (
        isState &&
        parts.every((part) => this.#isOrdered(part)) &&
        parts.some((part) => isAct(part) || this.#isMeant(part))
      ) {
        this.#acts.push(...parts)
        return true
      }
      if (
        isState &&
        !AGGRAVATING_WORDS.has(text) &&
        (FUNCTION_WORD.test(text) || isKindWord(text) || LIGHT_VERB.test(text))
      )
        return true
      if (
        isWordSaid(text, this.#said) &&
        (AGGRAVATING_WORDS.has(text) || FUNCTION_WORD.test(text)) &&
        !PATH_OPTION.test(told.key)
      )
        return true
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
        if (verbs.length === 0 && !FUNCTION_WORD.test(each) && !isKindWord(each))
          this.#names.push({ text: each, key: '' })
        return true
      }
      const isLight = (part: string) =>
        isWordSaid(part, this.#said) ||
        this.#isOrdered(part) ||
        (!AGGRAVATING_WORDS.has(part) && (FUNCTION_WORD.test(part) || LIGHT_VERB.test(part) || isKindWord(part)))
      return parts.length > 0 && parts.every(isLight)
    })
  }
}

/** Whose settings they are, in a tool that keeps those of several: "the flag x" is one of the project that one works for. */
const HOME_SCOPE_KEY = /^(?:project|workspace|team|space)[-_]?(?:key|id|slug|name)?$/i

function isHomeScope({ role, key, text }: CallPhrase, effect: Effect): boolean {
  if (effect.kind !== 'external-write' || effect.nature !== 'setting' || role !== 'value') return false
  return HOME_SCOPE_KEY.test(key) && /^[a-z][\w-]{0,40}$/i.test(text) && environmentOfName(text) === 'unknown'
}

/** What is done with, in whatever word for it. */
const DONE_STATE = /^(?:completed|done|closed|resolved|finished|solved)$/
const DONE_WORD = /\b(?:complet|done|clos|resolv|finish|solv|tick|check)/

/** What a tool is told by a flag to make of a thing (`archived: true`) is said. */
export function areStateFlagsSaid(effect: Effect, action: Action, turn: string): boolean {
  const flags = callPhrases(effect, action)?.filter(({ role }) => role === 'option') ?? []
  const states = flags.flatMap(({ text }) => wordsOf(text)).filter((part) => /[a-z]{3}ed$|^public$|^hidden$/.test(part))
  return states.every((part) => isWordSaid(part, spokenText(turn)) || (DONE_STATE.test(part) && DONE_WORD.test(turn)))
}

/** Of the two, the other one was said. */
function isOtherProtocol(text: string, said: string): boolean {
  const [, own] = /(?:^|\/)(tcp|udp)$/.exec(text) ?? []
  return own !== undefined && !said.includes(own) && said.includes(own === 'tcp' ? 'udp' : 'tcp')
}

/** What is to be seen by fewer, or only tried; what is asked for softly. */
const RESTRAINT_WORD =
  /(?<![\w-])(?:soft(?:ly)?|drafts?|private(?:ly)?|unlisted|internal(?:ly)?|testnet|candidate|beta|rc|read-only|view-only|graceful(?:ly)?|clean(?:ly)?|inactive|testpypi|sandbox)(?![\w.-])/g
/** What lets the work end by itself. */
const GRACEFUL_WORD = /^(?:graceful|clean)/
const GRACEFUL_COMMAND = /^(?!.*(?:forc|hard|kill|immediate|abort|now\b| -f|-9)).*\b(?:shutdown|quit|drain|reload)\b/
const ONLY_PHRASE = /\b(?:only|just|nothing but) (?:the |that |this |my |our )?((?:[\p{L}\p{N}_./@:-]+ ?){1,4})/u
const STOPWORD = /^(?:the|that|this|one|it|for|to|in|on|at|of|from|with|and|a|an|as|by|once|now|them|those|these|up)$/

/** Whether it holds, only a person or a model can tell. */
const CONDITION_PHRASE =
  /(?<!\b(?:tell|let|show|see|check|know|say|report|ask)\b.{0,40})\b(?:if(?! (?:you can|possible|needed|necessary|need be))|unless|provided|in case)\b/

/** Does the call keep what the order holds it to: softly, as a draft, only this part? */
function keepsRestraints({ head, sentence }: Clause, { call }: Action): boolean {
  const words = JSON.stringify([call.tool, call.input]).toLowerCase()
  if (CONDITION_PHRASE.test(sentence.toLowerCase())) return false
  const isKept = (word: string) =>
    words.includes(stemWord(word)) || (GRACEFUL_WORD.test(word) && GRACEFUL_COMMAND.test(words))
  if (![...head.matchAll(RESTRAINT_WORD)].every(([word]) => isKept(word))) return false
  const [, only = ''] = ONLY_PHRASE.exec(head) ?? []
  const [phrase = ''] = only.split(/ (?=(?:in|on|at|of|from|with|to|for|and|by)\b)/, 1)
  const things = phrase.split(' ').filter((word) => word !== '' && !STOPWORD.test(word))
  const named = things.filter((word) => !isKindWord(word))
  return [...named, ...things].slice(0, 1).every((word) => words.includes(stemWord(word)))
}

interface NamelessCall extends Pick<Effect, 'actor'> {
  readonly told: readonly CallPhrase[]
}

/** Where a call names nothing, the order speaks of nothing but the act, the tool and all there is. */
function isWholeCallSaid({ head }: Clause, { names }: HumanTurn, { actor, told }: NamelessCall): boolean {
  const texts = [actor.name, ...actor.words, ...told.map(({ text }) => text)].flatMap(wordsOf)
  const called = texts.map((word) => (word === 'gh' ? 'github' : word)).filter((word) => word.length > 2)
  const tool = wordsOf(actor.name).filter((part) => part.length > 3 && environmentOfName(part) === 'unknown')
  const [, ...words] = head.split(/[^a-z0-9'-]+/).filter((word) => word !== '')
  const isTool = (word: string) => tool.some((part) => word.startsWith(part))
  if (!names.split(/[^a-z0-9]+/).some(isTool)) return false
  return words.every(
    (word) => ALL_THERE_IS.test(word) || isTool(word) || called.some((each) => stemWord(each) === stemWord(word)),
  )
}

const ALL_THERE_IS =
  /^(?:the|a|an|my|our|this|that|it|here|now|again|please|with|using|via|through|to|on|in|of|for|out|then|right|away|site|website|docs|documentation|app|pages?|book|blog|project|config|changes|everything|new|current|latest|web|too|as|well)$/
