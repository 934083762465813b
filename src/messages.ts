import type { Action } from './analysis/action.ts'
import { categoryById } from './categories/index.ts'
import { type MessageParts, unreachable } from './decision.ts'
import { matchText, type RuleMatch, type Source, sourceLocation } from './rules/rule.ts'
import type { StepAnswer } from './steps/step.ts'

const MAX_NOTE = 400
/** What and why together: hosts show some 160 characters, and put their own word before it. */
const MAX_HEAD = 150
const MAX_TOOL = 48

/** Would a person's one-shot yes lift it? An ask, a judge's soft block and unavailability; never a deny rule, never a hard block. */
export function isApprovable({ outcome, reason, hard }: StepAnswer): boolean {
  if (reason.type === 'bad-input' || reason.type === 'broken-state') return false
  if (outcome === 'ask') return true
  return outcome === 'deny' && hard !== true && (reason.type === 'verdict' || reason.type === 'judge-unavailable')
}

/** What a message says. `given` is the answer before anybody was missing to ask or a limit was reached: it tells what lifts it. */
export function messagePartsFor(
  answer: StepAnswer,
  action: Action | undefined,
  given: StepAnswer = answer,
): MessageParts {
  const what = action ? `${shortenText(oneLine(action.tool), MAX_TOOL)} ${outcomeVerb(answer)}` : outcomeVerb(answer)
  const approve = answer.outcome !== 'allow' && isApprovable(given)
  const whole = asSentence(oneLine(reasonText(answer)))
  if (answer.outcome === 'allow') return { what, why: whole, approve }
  const room = MAX_HEAD - what.length - 2
  const titled = withTitle(whole, answer)
  const head = titled.length <= room ? titled : shortenText(whole, room)
  const clears = remedySentence(answer, approve)
  return {
    what,
    why: head,
    ...(head !== titled && head !== whole && { whole: titled }),
    ...(clears !== undefined && { clears }),
    ...(answer.say !== undefined && answer.outcome !== 'abort' && { say: oneLine(answer.say) }),
    ...(answer.instead !== undefined && { instead: oneLine(answer.instead) }),
    approve,
  }
}

/** One line for the agent: what, why, and what would clear it. What a judge thought stays in the audit store. */
export function messageFor(parts: MessageParts, answer: StepAnswer): string {
  if (answer.outcome === 'allow') return oneLine(answer.note)
  const { what, why: head, clears, instead, whole } = parts
  const { type } = answer.reason
  const warned =
    answer.outcome === 'deny' && (type === 'verdict' || type === 'safety-check' || answer.handsOver === true)
  return [
    `${what}: ${head}`,
    clears ?? '',
    instead === undefined ? '' : asSentence(`Instead: ${instead}`),
    warned ? 'Do not try to reach the same end another way.' : '',
    whole === undefined ? '' : `In full: ${whole}`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** What the person is told, whole, a line for each part; `id` is what `irongate approve` takes. */
export function messageForPerson(parts: MessageParts, id?: string, scope?: string): string {
  const { what, why: head, whole, clears, instead, say, approve } = parts
  const session = scope === undefined ? '' : ` (or --session: ${oneLine(scope)})`
  return [
    `${what}: ${whole ?? head}`,
    say === undefined ? (clears ?? '') : `To allow it, say: ${say}`,
    approve && id !== undefined ? `To allow it once, in a terminal of your own: irongate approve ${id}${session}` : '',
    instead === undefined ? '' : asSentence(`Instead: ${instead}`),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

function asSentence(text: string): string {
  return /[.!?\]]$/.test(text) ? text : `${text}.`
}

/** The category's title tells what kind of harm it is. */
function withTitle(whole: string, { reason, category }: StepAnswer): string {
  const title = reason.type === 'verdict' && category !== undefined ? categoryById(category)?.title : undefined
  return title === undefined ? whole : `${whole.replace(/\.$/, '')} (${title}).`
}

function outcomeVerb({ outcome }: StepAnswer): string {
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

function reasonText({ reason, note }: StepAnswer): string {
  switch (reason.type) {
    case 'rule':
      return ruleReasonText(reason.match)
    case 'broken-settings':
      return `a settings file is broken: ${note}`
    case 'judge-unavailable':
      return `the judge could not answer (${reason.cause}): ${note}`
    case 'transcript-too-long':
      return 'the conversation is too long to be judged'
    case 'verdict':
    case 'broken-state':
    case 'mode':
    case 'tool-check':
    case 'safety-check':
    case 'fast-path':
    case 'denial-limit':
    case 'approval':
    case 'person':
    case 'off':
    case 'interrupted':
    case 'bad-input':
      return note
    default:
      return unreachable(reason)
  }
}

function ruleReasonText(match: RuleMatch): string {
  const { behavior, rule, source } = match
  if (match.doubt?.kind === 'unusable') return `the ${behavior} rule ${matchText(match)} (${sourceText(source)})`
  const { column: _, ...line } = source
  return `the ${behavior} rule ${rule} (${sourceText(line)})${matchText(match).slice(rule.length)}`
}

/** What clears it, as a sentence of its own; undefined where the reason says it all. */
function remedySentence(answer: StepAnswer, approve: boolean): string | undefined {
  const { clears: text, hard, outcome, reason } = answer
  switch (reason.type) {
    case 'broken-settings':
      return 'Correct the file.'
    case 'broken-state':
      return 'Run `irongate doctor --fix`.'
    case 'judge-unavailable':
      return 'This is not a verdict on the call: try again later.'
    case 'transcript-too-long':
      return 'Start a new session.'
    case 'safety-check':
      if (reason.check === 'gate-changed')
        return 'If you updated it, run `irongate doctor` in your own terminal, and the session goes on.'
      if (reason.check === 'gate-own') return 'Only a person can do this, in a terminal of their own.'
      break
    case 'rule':
      if (reason.match.doubt?.kind === 'unusable') return 'Correct the rule.'
      break
    case 'mode':
    case 'tool-check':
    case 'fast-path':
    case 'verdict':
    case 'denial-limit':
    case 'approval':
    case 'person':
    case 'off':
    case 'interrupted':
    case 'bad-input':
      break
    default:
      return unreachable(reason)
  }
  if (answer.handsOver)
    return 'Nothing said in the conversation clears it. Stop here: a person decides how the session goes on.'
  if (hard) return 'Nothing said in the conversation clears it.'
  if (outcome === 'abort') return undefined
  if (text !== undefined) return asSentence(`It clears when ${lowercaseFirst(oneLine(text))}`)
  return approve && outcome === 'deny' ? APPROVAL_ONLY_HINT : undefined
}

/** Where no sentence was found that clears a call. */
export const APPROVAL_ONLY_HINT = "Only a person's approval or an allow rule lifts it."

function lowercaseFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}

function sourceText(source: Source): string {
  if (source.preset !== undefined) return `preset ${source.preset}`
  return sourceLocation(source) ?? `${source.scope} settings`
}

/** No control or invisible characters, one line, capped: the text may hold a model's words. */
export function oneLine(text: string): string {
  // Classes of Unicode are slow to compile, and most lines are plain.
  const clean = /^[!-~]+(?: [!-~]+)*$/.test(text) ? text : text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return clean.length > MAX_NOTE ? `${clean.slice(0, MAX_NOTE - 1)}…` : clean
}

/** Long words give way first, in their middle: a path's ends tell most; then the end of the text. */
function shortenText(text: string, most: number): string {
  if (text.length <= most) return text
  const words = text.split(' ')
  for (;;) {
    const length = words.reduce((sum, word) => sum + word.length + 1, -1)
    if (length <= most) return words.join(' ')
    const longest = words.reduce((best, word, at) => (word.length > (words[best] ?? '').length ? at : best), 0)
    const word = words[longest] ?? ''
    if (word.length <= 24) break
    const keep = Math.max(24, word.length - (length - most)) - 1
    words[longest] = `${word.slice(0, Math.ceil(keep / 2))}…${word.slice(word.length - Math.floor(keep / 2))}`
  }
  const cut = words.join(' ').slice(0, most - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most - 24))}…`
}
