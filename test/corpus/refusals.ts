import { callLineOf } from '../../src/cli/call-line.ts'
import { createSessions, decide } from '../../src/cli/check-line.ts'
import type { Decision, MessageParts } from '../../src/decision.ts'
import { type Case, lineFor } from './read.ts'

type Line = Record<string, unknown> & { readonly transcript?: readonly unknown[] }

/** What the gate answers to a line, in a session of its own. */
export async function decisionOf(line: Line): Promise<Decision> {
  const parsed = callLineOf(line)
  if (!parsed.ok) throw new Error(parsed.problem)
  return decide(parsed.line, createSessions())
}

/** What is wrong with the message of a stopped call: its form, or a suggestion that is stopped as well. */
export async function problemsOfRefusal(found: Case, decision: Decision): Promise<readonly string[]> {
  const line: Line = lineFor(found)
  if (decision.outcome === 'allow') return []
  const { message, parts } = decision
  const problems: string[] = []
  if (parts.headline.length > 80) problems.push(`the headline is too long: ${parts.headline}`)
  problems.push(...faultsOf(message), ...faultsOfHeadline(parts))
  if (!/^(?:Needs approval|Blocked|Stopped): \S/.test(message)) problems.push(`no outcome first: ${message}`)
  if (!message.startsWith(parts.whole ?? parts.headline)) problems.push('the message does not begin with its headline')
  if (decision.outcome === 'deny' && !parts.approve && parts.remedy === undefined && decision.reason.type !== 'rule')
    problems.push('nothing tells what to do')
  for (const [, command] of (parts.instead ?? '').matchAll(/`([^`]+)`/g)) {
    const other = await decisionOf({ ...line, tool: 'Bash', input: { command } })
    if (other.outcome !== 'allow') problems.push(`instead of it, ${command} is stopped too: ${other.message}`)
  }
  return problems.map((problem) => `${found.id}: ${problem}`)
}

/** Marks of a sentence that was put together wrongly. What the user said is theirs. */
const FAULTS: readonly (readonly [name: string, is: RegExp])[] = [
  ['a value is missing', /…|\0|\b(?:undefined|null|NaN)\b|\[object/],
  ['two marks meet', /(?<!\.)\.\.(?![./\w])|,,|;;|[,;:]\.|\?\.|\(\)|\(\s|\s\)/],
  ['two spaces meet', / {2}/],
  ['a word is said twice', /\b([a-z]{3,}) \1\b(?![/.-])/],
  ['a sentence of the user begins small', /[a-z]\. [a-z]/],
  ['an own mark is not closed', /^(?:[^`]*`[^`]*`)*[^`]*`[^`]*$/],
  ['a plural slips', /\b(?:ies|sses|chs|shs)\b|\b(?:a|an) \w+s\.? (?:Others|It)\b/],
  ['an article slips', /\ba [aeio]\w|\ban [bcdfgjklmnpqrtvwxyz]\w/],
]

function faultsOf(message: string): readonly string[] {
  const own = message.replace(/(?:You|The user) said ".*"(?=\.|$)/s, '')
  return FAULTS.filter(([, is]) => is.test(own)).map(([name]) => `${name}: ${own}`)
}

/** A verb in the third person, and what it is done to; cut between words, and only where all of it did not fit. */
function faultsOfHeadline({ headline, whole }: MessageParts): readonly string[] {
  const [, said = ''] = /^(?:Needs approval|Blocked|Stopped): (.*)$/s.exec(headline) ?? []
  const problems: string[] = []
  if (!/^(?:[a-z]+-)?[a-z]{2,}s (?!(?:in|on|to|of|from|with)$)\S/.test(said))
    problems.push(`no verb and its object: ${said}`)
  if (whole === undefined) return problems
  const next = whole.startsWith(headline) ? whole.slice(headline.length, headline.length + 1) : ' '
  if (whole.length <= 80 || /\w/.test(next)) problems.push(`cut inside of a word: ${headline} | ${whole}`)
  return problems
}
