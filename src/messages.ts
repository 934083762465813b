import type { Action } from './analysis/action.ts'
import type { Effect } from './analysis/effects.ts'
import { type MessageParts, unreachable } from './decision.ts'
import { matchText, type RuleMatch, type Source, sourceLocation } from './rules/rule.ts'
import type { StepAnswer } from './steps/step.ts'
import { cutAtWord } from './wording/names.ts'
import { fitted } from './wording/wording.ts'

const MAX_NOTE = 400
const MAX_QUOTE = 120

/** Would a person's one-shot yes lift it? An ask, a judge's soft block and unavailability; never a deny rule, never a hard block. */
export function isApprovable({ outcome, reason, hard }: StepAnswer): boolean {
  if (reason.type === 'bad-input' || reason.type === 'broken-state') return false
  if (outcome === 'ask') return true
  return outcome === 'deny' && hard !== true && (reason.type === 'verdict' || reason.type === 'judge-unavailable')
}

/** Can it be allowed by its number alone? What takes everything, outages and the gate's own files want more than that. */
function isOfferable({ reason }: StepAnswer, action: Action | undefined): boolean {
  if (action === undefined || action.effects.some(takesEverything)) return false
  switch (reason.type) {
    case 'verdict':
    case 'rule':
    case 'mode':
    case 'denial-limit':
      return true
    case 'safety-check':
      return reason.check === 'boundary'
    default:
      return false
  }
}

function takesEverything(effect: Effect): boolean {
  if (effect.kind !== 'delete-path' && effect.kind !== 'write-path') return false
  const { zone, tags } = effect.path
  return zone === 'root' || zone === 'home-root' || zone === 'device' || tags.includes('device-storage')
}

/** What a message says. `given` is the answer before anybody was missing to ask or a limit was reached: it tells what lifts it. */
export function messagePartsFor(
  answer: StepAnswer,
  action: Action | undefined,
  given: StepAnswer = answer,
): MessageParts {
  const { outcome, reason } = answer
  if (outcome === 'allow') {
    const approved = reason.type === 'approval' ? { approved: oneLine(given.note) } : {}
    return { headline: oneLine(answer.note), ...approved, approve: false, offer: false }
  }
  const approve = isApprovable(given)
  const whole = `${OUTCOME_WORDS[outcome]}: ${oneLine(headlineText(answer)).replace(/\.$/, '')}`
  const headline = fitted(whole)
  const remedy = remedyText(answer)
  const quote = answer.quote ?? given.quote
  return {
    headline,
    ...(headline !== whole && { whole }),
    ...(answer.why !== undefined && { why: oneLine(answer.why) }),
    ...(quote !== undefined && { quote: shortQuote(oneLine(quote)) }),
    ...(isUnrequested(given) && { unrequested: true as const }),
    ...(answer.unasked && { unasked: true as const }),
    ...(remedy !== undefined && { remedy }),
    ...(answer.instead !== undefined && { instead: oneLine(answer.instead) }),
    approve,
    offer: approve && isOfferable(given, action),
  }
}

const OUTCOME_WORDS = { ask: 'Needs approval', deny: 'Blocked', abort: 'Stopped' } as const

/** A judge blocked it, and nothing that the user said comes near it. */
function isUnrequested({ outcome, reason, hard }: StepAnswer): boolean {
  return outcome === 'deny' && hard !== true && reason.type === 'verdict' && reason.verdict === 'block'
}

/** One line: to the agent where the call is denied, to the user where they are asked. What a judge thought stays in the audit log. */
export function messageFor(parts: MessageParts, { outcome, reason, handsOver }: StepAnswer): string {
  if (outcome === 'allow') return parts.headline
  const { instead, remedy, approve, unasked } = parts
  const toUser = outcome === 'ask'
  const isVerdict = reason.type === 'verdict' || reason.type === 'safety-check' || handsOver === true
  const askUser = approve && !unasked ? 'ask the user' : undefined
  const tips = [instead === undefined ? undefined : instead.replace(/^(?=`)/, 'try '), askUser].filter(
    (tip) => tip !== undefined,
  )
  return [
    leadSentence(parts),
    ...reasonSentences(parts, toUser ? 'You' : 'The user'),
    remedy ?? (toUser || tips.length === 0 ? '' : asSentence(upperFirst(tips.join(', or ')))),
    outcome === 'deny' && isVerdict ? "Don't work around this block." : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** What every message about a stopped call starts with. */
export function leadSentence({ headline, whole }: MessageParts): string {
  return asSentence(whole ?? headline)
}

/** Why it is harmful, and what the user said of it. */
function reasonSentences({ why, quote, unrequested, unasked }: MessageParts, who: 'You' | 'The user'): string[] {
  const denied = who === 'You' ? "You didn't ask for this" : "the user didn't ask for it"
  const sentences = unrequested && why !== undefined && who !== 'You' ? [`${why}, and ${denied}`] : [why]
  if (unrequested && (why === undefined || who === 'You')) sentences.push(upperFirst(denied))
  if (quote !== undefined) sentences.push(`${who} said "${quote}"`)
  if (unasked) sentences.push('Nobody can be asked here')
  return sentences.flatMap((text) => (text === undefined || text === '' ? [] : [asSentence(text)]))
}

/** How the user allows a stopped call. */
export interface ApprovalWays {
  /** Of its Offer in this session, where a reply counts. */
  readonly reply?: number | undefined
  /** What `irongate approve` takes. */
  readonly id?: string | undefined
  /** What may be allowed for the whole session. */
  readonly scope?: string | undefined
}

/** What the user is told of a stopped call, a line for each part. */
export function messageForPerson(parts: MessageParts, ways: ApprovalWays = {}): string {
  const { headline, whole, remedy } = parts
  const why = reasonSentences(parts, 'You').join(' ')
  const allow = approvalText(parts, ways)
  return [
    whole ?? headline,
    why.length === 0 ? '' : `Why:     ${why}`,
    remedy === undefined ? '' : `Do:      ${remedy}`,
    allow === undefined ? '' : `Allow:   ${allow}`,
  ]
    .filter((part) => part !== '')
    .join('\n')
}

/** `Reply "allow 3", or run …`; undefined where nothing allows it. */
export function approvalText({ approve }: MessageParts, { reply, id, scope }: ApprovalWays): string | undefined {
  if (!approve || id === undefined) return undefined
  const session = scope === undefined ? '' : ` (--session: ${oneLine(scope)})`
  const command = `run \`irongate approve ${id}\`${session}`
  return reply === undefined ? `${upperFirst(command)} in your own terminal` : `Reply "allow ${reply}", or ${command}`
}

function asSentence(text: string): string {
  return /[.!?\]]"?$/.test(text) ? text : `${text}.`
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function headlineText({ reason, note }: StepAnswer): string {
  switch (reason.type) {
    case 'rule':
      return ruleText(reason.match)
    case 'broken-settings':
      return `a settings file is broken: ${note}`
    case 'judge-unavailable':
      return `the judge didn't answer (${reason.cause}): ${note}`
    case 'transcript-too-long':
      return 'the conversation is too long to judge'
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

function ruleText(match: RuleMatch): string {
  const { behavior, rule, source } = match
  if (match.doubt?.kind === 'unusable') return `the ${behavior} rule ${matchText(match)} (${sourceText(source)})`
  const { column: _, ...line } = source
  return `the ${behavior} rule ${rule} (${sourceText(line)})${matchText(match).slice(rule.length)}`
}

/** What to do about it, where no approval of this one call helps; undefined where the headline says it all. */
function remedyText({ reason, hard, handsOver }: StepAnswer): string | undefined {
  if (handsOver)
    return 'Nothing said in this conversation allows it. Stop here and let the user decide what to do next.'
  if (hard) return 'Nothing said in this conversation allows it.'
  switch (reason.type) {
    case 'broken-settings':
      return 'Correct the file.'
    case 'broken-state':
      return 'Run `irongate doctor --fix`.'
    case 'judge-unavailable':
      return "This isn't a verdict on the call: try again later."
    case 'transcript-too-long':
      return 'Start a new session.'
    case 'safety-check':
      if (reason.check === 'gate-changed') return 'If you updated it, run `irongate doctor` in your own terminal.'
      return reason.check === 'gate-own' ? 'Only a person can do this, in their own terminal.' : undefined
    case 'rule':
      return reason.match.doubt?.kind === 'unusable' ? 'Correct the rule.' : undefined
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
      return undefined
    default:
      return unreachable(reason)
  }
}

function sourceText(source: Source): string {
  if (source.preset !== undefined) return `preset ${source.preset}`
  return sourceLocation(source) ?? `${source.scope} settings`
}

/** No control or invisible characters, one line, capped: the text may hold a model's words. */
export function oneLine(text: string): string {
  // Classes of Unicode are slow to compile, and most lines are plain.
  const clean = /^[!-~]+(?: [!-~]+)*$/.test(text) ? text : text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return clean.length > MAX_NOTE ? cutAtWord(clean, MAX_NOTE) || clean.slice(0, MAX_NOTE) : clean
}

/** The user's own words: what is left out is said to be. */
function shortQuote(text: string): string {
  // It stands in double quotes itself.
  const quote = text.replace(/["“”]/g, "'")
  return quote.length > MAX_QUOTE ? `${cutAtWord(quote, MAX_QUOTE - 6)} [...]` : quote
}
