import type { Action } from './analysis/action.ts'
import { unreachable } from './decision.ts'
import type { RuleMatch } from './rules/rule.ts'
import type { Answer } from './steps/step.ts'

const MAX_NOTE = 400

/** One line for the agent: what, why, and what would clear it. What a judge thought stays in the audit store. */
export function messageFor(answer: Answer, action: Action | undefined): string {
  if (answer.outcome === 'allow') return oneLine(answer.note)
  const what = action ? `${action.tool} ` : ''
  const parts = [sentence(oneLine(`${what}${verb(answer)}: ${why(answer)}`)), clears(answer)]
  if (answer.outcome === 'deny' && (answer.reason.type === 'verdict' || answer.reason.type === 'safety-check'))
    parts.push('Do not try to reach the same end another way.')
  return parts.filter((part) => part !== '').join(' ')
}

function sentence(text: string): string {
  return /[.!?\]]$/.test(text) ? text : `${text}.`
}

function verb({ outcome }: Answer): string {
  switch (outcome) {
    case 'allow':
      return 'allowed'
    case 'ask':
      return 'needs a person'
    case 'deny':
      return 'denied'
    case 'abort':
      return 'aborted'
    default:
      return unreachable(outcome)
  }
}

function why({ reason, note, category }: Answer): string {
  switch (reason.type) {
    case 'rule':
      return `the ${reason.match.behavior} rule ${reason.match.rule} (${origin(reason.match)}) matches ${reason.match.matched}`
    case 'broken-settings':
      return `a settings file is broken: ${note}. Correct it, or run \`irongate doctor --fix\``
    case 'broken-state':
      return `${note}. Run \`irongate doctor --fix\``
    case 'judge-unavailable':
      return `the judge could not answer (${reason.cause}): ${note}. This is not a verdict on the call`
    case 'transcript-too-long':
      return 'the conversation is too long to be judged; start a new session'
    case 'verdict':
      return category === undefined ? note : `${note} [${category}]`
    case 'mode':
    case 'tool-check':
    case 'safety-check':
    case 'fast-path':
    case 'denial-limit':
    case 'approval':
    case 'interrupted':
    case 'bad-input':
      return note
    default:
      return unreachable(reason)
  }
}

function clears({ clears: text, hard, outcome }: Answer): string {
  if (hard) return 'Nothing said in the conversation clears it.'
  return text === undefined || outcome === 'abort' ? '' : sentence(`It clears when ${oneLine(text)}`)
}

function origin({ source }: RuleMatch): string {
  const line = source.line === undefined ? '' : `:${source.line}`
  return source.file === undefined ? `${source.scope} settings` : `${source.file}${line}`
}

/** No control or invisible characters, one line, capped: the text may hold a model's words. */
export function oneLine(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return clean.length > MAX_NOTE ? `${clean.slice(0, MAX_NOTE - 1)}…` : clean
}
