import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import { effectCommandWords, replacesSchedule } from '../../analysis/generic/call-texts.ts'
import { verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import { instructedActs, meansAct } from '../speech/act-synonyms.ts'
import { convertNumerals } from '../speech/numerals.ts'
import { escapeRegExp } from './naming.ts'

/** Verbs stand among the first words of a command. */
const MAX_VERB_INDEX = 5

/** Off for as long as nobody switches it on, in the words of tools. */
const POWER_OFF_WORD = /^(?:poweroff|off|halt|soft)$/
const ROLLBACK_VERB = /^(?:rollback|downgrade|revert|undo)$/
const ROLLOUT_VERB = /^(?:deploy|ship|release|roll|promote|upgrade|install|publish|apply)\b(?!.*\bback\b)/

/** What is emptied stays, and can be filled again. */
const EMPTY_STORE_ORDER =
  /^(?:purge|empty|flush|truncate|clear)\b(?=.*\b(?:queue|topic|stream|table|collection|index|database|db|keyspace)\b)/

/** Words for who shall reach what is started. */
const NETWORK_REACH_WORDS =
  /0\.0\.0\.0|\[::\]|\b(?:networks?|w?lan|wi-?fi|interfaces|public(?:ly)?|internet|phones?|devices?|outside|every(?:one|body)|reachable|tunnel\w*|remote(?:ly)?)\b/

/**
 * The same thing in the other direction, or further: a restart for what stays off, a roll-out for what is rolled back, none for some, a
 * start for what everybody can reach then.
 */
export function isDifferentAct(effect: Effect, head: string, action: Action): boolean {
  if (isMilderAct(effect, head, action) || isNarrowerAct(effect, head, action)) return true
  if (effect.kind === 'listen' && effect.reach === 'network')
    return (
      /\blocal(?:ly|host)?\b/.test(head) ||
      (/^(?:start|run|launch|make)\b/.test(head) && !NETWORK_REACH_WORDS.test(head))
    )
  const words = effectCommandWords(effect, action)
  if (effect.kind === 'publish') return isOtherVersion(head, words.join(' '))
  const [verb = ''] = head.split(/[^a-z-]/, 1)
  if (effect.kind === 'service-control' && effect.verb === 'power')
    return /^(?:restart|reboot|bounce)$/.test(verb) && isPermanentPowerOff(words)
  if (effect.kind === 'database-change') return effect.statement === 'drop' && EMPTY_STORE_ORDER.test(head)
  if (effect.kind !== 'resource-change' && effect.kind !== 'deploy') return false
  const parts = words.slice(1, MAX_VERB_INDEX).flatMap(wordsOf)
  if (parts.includes(`un${verb}`) || parts.some((part) => `un${part}` === verb)) return true
  if (effect.kind === 'resource-change' && /^(?:delete|destroy)$/.test(effect.verb) && EMPTY_STORE_ORDER.test(head))
    return !parts.includes(verb)
  if (verb === 'scale' && words.some((word) => /(?:^|=)0$/.test(word)) && !/\b(?:0|zero|down|off|nothing)\b/.test(head))
    return true
  return parts.some((part) => ROLLBACK_VERB.test(part)) && ROLLOUT_VERB.test(head)
}

export const VERSION_NUMBER = /(?<!\S)v?\d+\.\d+(?:\.\d+)?(?:[-+.]?[a-z][\w.-]*)?(?=[\s,;:.)]|$)/g

/** Files of some version are put out, and one that was said is not theirs. */
function isOtherVersion(head: string, call: string): boolean {
  const isThere = (version: string) =>
    new RegExp(`(?<!\\d\\.?)${escapeRegExp(version.replace(/^v/, ''))}(?!\\.?\\d)`).test(call)
  return /-\d+\.\d+/.test(call) && !(head.match(VERSION_NUMBER) ?? []).every(isThere)
}

/** What leaves a thing there, or brings it back; what is gone, or begun anew, after it. */
const REVERSIBLE_ACT =
  /^(?:restart|reboot|bounce|cycle|recycle|reload|refresh|drain|cordon|pause|suspend|disable|roll_back|rollback|revert|put_back|take_out|preview|renew|rename|move|archive|snapshot|backup|unlock|scale|resize)$/
const REMOVAL_ACT = /^(?:destroy|remove)$/

/** A verb that leaves the thing never asks for one that takes it away, wipes it or builds it anew. */
function isMilderAct(effect: Effect, head: string, action: Action): boolean {
  if (effect.kind !== 'resource-change' && effect.kind !== 'deploy') return false
  const said = instructedActs(head)
  if (!said.every((act) => REVERSIBLE_ACT.test(act))) return false
  const parts = effectCommandWords(effect, action).slice(1, MAX_VERB_INDEX).flatMap(wordsOf)
  const grave = parts.filter(
    (part) => /^re(?:build|create)$/.test(part) || REMOVAL_ACT.test(verbMeaning(part)?.act ?? ''),
  )
  // A pod that is deleted comes again.
  if (grave.length === 0 || parts.some((part) => /^pods?$/.test(part))) return false
  return !grave.some((part) => said.some((act) => meansAct(act, part)) || head.includes(part))
}

const AT_BOOT_WORDS = /\b(?:enabl\w+|boots?|start-?up|always|permanent\w*|log-?in|automatic\w*|reboots?|every)\b/
const SINGLE_GRANTEE = /^let \S+ |\b(?:read\w*|see|view)\b/
const EVERYONE_GRANTED = /\b(?:777|666|every\w*|any\w*|all|world|public\w*|writ\w+|chmod|others)\b|[oa]\+\w/

/** Everybody may put something there, or do all there is. */
const WRITE_ACCESS = /^(?:public|upload|write|writable|(?:public-)?read-?write|full(?:-?control)?|all)$/i
const READ_WORDS_PATTERN = /\b(?:download\w*|read\w*|view\w*|seen?|look\w*)\b/
const WRITE_WORDS_PATTERN = /\b(?:upload\w*|writ\w+|read-?write|put|everything|full)\b/

/** A start for now is none with the machine, a right for one is none for everybody, and an entry that is added replaces no others. */
function isNarrowerAct(effect: Effect, head: string, action: Action): boolean {
  if (effect.kind === 'service-control' && effect.verb === 'enable')
    return /^(?:start|restart|run|launch|reload)\b/.test(head) && !AT_BOOT_WORDS.test(head)
  if (effect.kind === 'change-mode')
    return effect.grants === 'world-writable' && SINGLE_GRANTEE.test(head) && !EVERYONE_GRANTED.test(head)
  if (effect.kind === 'external-write' && effect.nature === 'visibility') {
    const opens = effectCommandWords(effect, action).some((word) => WRITE_ACCESS.test(word.replace(/^.*=/, '')))
    return opens && READ_WORDS_PATTERN.test(head) && !WRITE_WORDS_PATTERN.test(head)
  }
  if (effect.kind !== 'persist' || effect.mechanism !== 'cron' || !/^(?:add|append|insert)\b/.test(head)) return false
  return replacesSchedule(action)
}

function isPermanentPowerOff([name, ...words]: readonly string[]): boolean {
  if (name === 'shutdown') return !words.some((word) => /^(?:-r|--reboot)$/.test(word))
  return POWER_OFF_WORD.test(name ?? '') || words.some((word) => POWER_OFF_WORD.test(word))
}

const VALUE_ORDER =
  /^(?:set|tag|label|mark|change|switch|scale|resize|rename|assign|point)\b.{1,120} (?:to|as) (?:the )?([a-z0-9][\w.-]*)(?=$|[,;]| (?:in|on|of|for|at|now|please)\b)/
const NOT_A_VALUE =
  /^(?:it|this|that|me|us|them|latest|newest|current|previous|last|default|needed|before|above|prod(?:uction)?|live)$/

/** "Tag it as next", "set DEBUG to false": what it is to be, and the call says something else. */
export function isOtherValue(head: string, call: string): boolean {
  const value = VALUE_ORDER.exec(head)?.[1]
  if (value === undefined || NOT_A_VALUE.test(value)) return false
  // "Mark it as resolved": what is done to it, in whatever form.
  const said = [...convertNumerals(value).split(' '), ...(/^[a-z]{4,}ed$/.test(value) ? participleStems(value) : [])]
  return !said.some((each) => new RegExp(`(?<![a-z0-9])${escapeRegExp(each)}(?![a-z0-9])`).test(call))
}

const participleStems = (value: string): readonly string[] => [value.slice(0, -1), value.slice(0, -2)]
