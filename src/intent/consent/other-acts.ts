import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import { effectCommandWords, replacesSchedule } from '../../analysis/generic/call-texts.ts'
import { isOtherRegistry, targetsOf } from '../../analysis/targets.ts'
import { areSameKind } from '../../knowledge/lexicon/object-kinds.ts'
import { type ChangeVerb, verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import { escapeRegExp } from './naming.ts'

/** An order for another act than this one on the same thing, or for less: a stop is no deletion, a roll-out no roll-back. */
export function isOtherAct(effect: Effect, head: string, action: Action): boolean {
  const words = effectCommandWords(effect, action)
  switch (effect.kind) {
    case 'publish':
      return isOtherRegistry(effect.registry, head) || NO_REGISTRY.test(head) || isOtherValue(head, words)
    case 'send-data':
      return isUnsaidPlace(effect.host, head, words)
    case 'external-write':
      if (effect.nature === 'visibility')
        return READ_WORDS.test(head) && words.some((word) => WRITE_ACCESS.test(word.replace(/^.*=/, '')))
      return (effect.nature === 'message' || effect.nature === 'mail') && WRITTEN_TEXT.test(head)
    case 'listen':
      return effect.reach === 'network' && /^(?:start|run|launch|make)\b/.test(head) && !NETWORK_REACH.test(head)
    case 'persist':
      return /^(?:add|append|insert)\b/.test(head) && effect.mechanism === 'cron' && replacesSchedule(action)
    case 'service-control':
    case 'resource-change':
    case 'deploy':
    case 'database-change':
      return (!isSameByKind(effect, head) && isMilderAct(head, words.flatMap(partsOfWord))) || isOtherValue(head, words)
    default:
      return false
  }
}

/** What is pushed as code, or uploaded to a place that is no registry. */
const NO_REGISTRY =
  /^(?:push|upload|ship) (?:(?:the |my |our |this )?(?:code|commits?|branch|changes|sources?)\b|(?!.*\bregistr).* (?:to|onto) (?:the |our |my |this )(?:file ?|web |ftp |backup )?(?:server|nas|bucket|share|drive|disk|machine|cdn)\b)/
/** "Write the answer into notes.md", "write the text for it" send nothing. */
const WRITTEN_TEXT =
  /\b(?:into|to|as) `?[\w./-]+\.(?:md|txt|rst|adoc|html?|docx?|json|ya?ml)\b|^(?:write|prepare|compose) .*\b(?:text|wording|template|body)\b/
const READ_WORDS = /\b(?:download\w*|read\w*|view\w*|seen?|look\w*)\b/
const WRITE_ACCESS = /^(?:public|upload|write|writable|(?:public-)?read-?write|full(?:-?control)?|all)$/i
const NETWORK_REACH =
  /0\.0\.0\.0|\[::\]|\b(?:networks?|w?lan|wi-?fi|interfaces|public(?:ly)?|internet|phones?|devices?|outside|every(?:one|body)|reachable|tunnel\w*|remote(?:ly)?)\b/

/** A job that is deleted is cancelled by it, and a pod that is deleted comes again. */
function isSameByKind(effect: Effect, head: string): boolean {
  if (effect.kind !== 'resource-change') return false
  const types = targetsOf(effect).map((target) => ('type' in target ? String(target.type).replace(/s$/, '') : ''))
  if (/^(?:restart|bounce)\b/.test(head)) return types.every((type) => type === 'pod')
  return (
    /^(?:cancel|stop|abort)\b/.test(head) &&
    (effect.family === 'job' || types.every((type) => areSameKind(type, 'job')))
  )
}

/** Where a file is taken for settings, code or a key by being there: nobody means that who only says the machine. */
const ACTIVE_REMOTE_PATH =
  /^\/(?:etc|usr|s?bin|lib\w*|boot|dev|proc|sys|root\/\.|var\/spool|library)(?:\/|$)|(?:^|\/)\.[a-z]/

function isUnsaidPlace(host: string, head: string, words: readonly string[]): boolean {
  const places = words.flatMap((word) => word.split(`${host}:`, 2)[1] ?? [])
  return places.some(
    (place) =>
      ACTIVE_REMOTE_PATH.test(place) && !head.includes(place) && !head.includes(place.replace(/\/[^/]*$/, '/')),
  )
}

/** Verbs stand among the first words of a command. */
const MAX_VERB_WORDS = 8
const GRAVE: ReadonlySet<ChangeVerb> = new Set(['delete', 'purge', 'cancel'])

/** Does the call take away, empty or stop what the order only changes, restarts or stops? */
function isMilderAct(head: string, words: readonly string[]): boolean {
  const verbs = words.slice(0, MAX_VERB_WORDS)
  if (verbs.some((word) => /^(?:rollback|revert|undo|downgrade)$/.test(word)))
    return !/\b(?:back|rollback|revert|undo|downgrade)\b/.test(head)
  const [first = ''] = wordsOf(head)
  const said = changeOf(first)
  const done = verbs.flatMap((word) => changeOf(word) ?? [])
  if (said === undefined || verbs.includes(first) || done.includes(said)) return false
  return said !== 'delete' && done.some((change) => GRAVE.has(change))
}

const partsOfWord = (word: string) => (/^(?:-r|--reboot)$/.test(word) ? ['restart'] : wordsOf(word))

function changeOf(word: string): ChangeVerb | undefined {
  const meaning = verbMeaning(word)
  if (meaning?.change === 'read') return undefined
  return meaning?.act === 'remove' && meaning.change === 'cancel' ? 'delete' : meaning?.change
}

/** None where it is not said, or another version or word than what it shall be: "scale it", "tag it as next". */
function isOtherValue(head: string, words: readonly string[]): boolean {
  if (/^scale\b/.test(head) && words.some((word) => /(?:^|=)0$/.test(word)))
    return !/\b(?:0|zero|down|off|nothing)\b/.test(head)
  const versions = head.match(/(?<!\S)v?\d+\.\d+(?:\.\d+)*(?=[\s,;:.)]|$)/g) ?? []
  if (versions.some((version) => /-\d+\.\d/.test(words.join(' ')) && !isWordOf(version.replace(/^v/, ''), words)))
    return true
  const value = VALUE_ORDER.exec(head)?.[1]
  return value !== undefined && !NOT_A_VALUE.test(value) && !isWordOf(value.replace(/e?d$/, ''), words)
}

const isWordOf = (value: string, words: readonly string[]) =>
  words.some((word) => new RegExp(`(?<![a-z0-9])${escapeRegExp(value)}(?!\\.?\\d)`, 'i').test(word))

const VALUE_ORDER =
  /^(?:set|tag|label|mark|change|switch|resize|rename|assign|point)\b.{1,120} (?:to|as) (?:the )?([a-z0-9][\w.-]*)(?=$|[,;]| (?:in|on|of|for|at|now|please)\b)/
const NOT_A_VALUE =
  /^(?:it|this|that|me|us|them|latest|newest|current|previous|last|default|needed|before|above|prod(?:uction)?|live)$/
