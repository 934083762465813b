import type { Action } from '../../analysis/action.ts'
import { wordsOfCommand } from '../../analysis/call-words.ts'
import type { Effect } from '../../analysis/effects.ts'
import { inFigures } from '../../analysis/speech/figures.ts'
import { wordsOf } from '../../analysis/verbs.ts'
import { escaped } from './naming.ts'

/** Verbs stand among the first words of a command. */
const VERBS_END = 5

/** Off for as long as nobody switches it on, in the words of tools. */
const ENDS_IT = /^(?:poweroff|off|halt|soft)$/
const BACKWARD = /^(?:rollback|downgrade|revert|undo)$/
const FORWARD = /^(?:deploy|ship|release|roll|promote|upgrade|install|publish|apply)\b(?!.*\bback\b)/

/** What is emptied stays, and can be filled again. */
const EMPTIES =
  /^(?:purge|empty|flush|truncate|clear)\b(?=.*\b(?:queue|topic|stream|table|collection|index|database|db|keyspace)\b)/

/** Words for who shall reach what is started. */
const REACHED =
  /0\.0\.0\.0|\[::\]|\b(?:networks?|w?lan|wi-?fi|interfaces|public(?:ly)?|internet|phones?|devices?|outside|every(?:one|body)|reachable|tunnel\w*|remote(?:ly)?)\b/

/**
 * The same thing in the other direction, or further: a restart for what stays off, a roll-out for what is rolled back, none for some, a
 * start for what everybody can reach then.
 */
export function isOtherWay(effect: Effect, head: string, action: Action): boolean {
  if (effect.kind === 'listen' && effect.reach === 'network')
    return /\blocal(?:ly|host)?\b/.test(head) || (/^(?:start|run|launch|make)\b/.test(head) && !REACHED.test(head))
  const words = wordsOfCommand(effect, action)
  const [verb = ''] = head.split(/[^a-z-]/, 1)
  if (effect.kind === 'service-control' && effect.verb === 'power')
    return /^(?:restart|reboot|bounce)$/.test(verb) && staysOff(words)
  if (effect.kind === 'database-change') return effect.statement === 'drop' && EMPTIES.test(head)
  if (effect.kind !== 'resource-change' && effect.kind !== 'deploy') return false
  const parts = words.slice(1, VERBS_END).flatMap(wordsOf)
  if (parts.includes(`un${verb}`) || parts.some((part) => `un${part}` === verb)) return true
  if (effect.kind === 'resource-change' && /^(?:delete|destroy)$/.test(effect.verb) && EMPTIES.test(head))
    return !parts.includes(verb)
  if (verb === 'scale' && words.some((word) => /(?:^|=)0$/.test(word)) && !/\b(?:0|zero|down|off|nothing)\b/.test(head))
    return true
  return parts.some((part) => BACKWARD.test(part)) && FORWARD.test(head)
}

function staysOff([name, ...words]: readonly string[]): boolean {
  if (name === 'shutdown') return !words.some((word) => /^(?:-r|--reboot)$/.test(word))
  return ENDS_IT.test(name ?? '') || words.some((word) => ENDS_IT.test(word))
}

const VALUE =
  /^(?:set|tag|label|mark|change|switch|scale|resize|rename|assign|point)\b.{1,120} (?:to|as) (?:the )?([a-z0-9][\w.-]*)(?=$|[,;]| (?:in|on|of|for|at|now|please)\b)/
const NO_VALUE =
  /^(?:it|this|that|me|us|them|latest|newest|current|previous|last|default|needed|before|above|prod(?:uction)?|live)$/

/** "Tag it as next", "set DEBUG to false": what it is to be, and the call says something else. */
export function isOtherValue(head: string, call: string): boolean {
  const value = VALUE.exec(head)?.[1]
  if (value === undefined || NO_VALUE.test(value)) return false
  // "Mark it as resolved": what is done to it, in whatever form.
  const said = [...inFigures(value).split(' '), ...(/^[a-z]{4,}ed$/.test(value) ? formsDone(value) : [])]
  return !said.some((each) => new RegExp(`(?<![a-z0-9])${escaped(each)}(?![a-z0-9])`).test(call))
}

const formsDone = (value: string): readonly string[] => [value.slice(0, -1), value.slice(0, -2)]
