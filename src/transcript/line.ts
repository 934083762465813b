import { unreachable } from '../decision.ts'
import { type CutText, cutTo } from './cut-text.ts'
import { quoteAscii, quoteBody, quoteJson } from './escape.ts'

export type LineFormat = 'jsonl' | 'text'

/** An entry on its way to a judge: calls already encoded, everything cut to its budget. */
export type EncodableEntry =
  | { readonly kind: 'user'; readonly trusted: boolean; readonly body: CutText }
  | { readonly kind: 'call'; readonly tool: string; readonly body: CutText; readonly unconfirmed?: true }
  /** The call before it was denied. Its own line, so that the call's line stays what it was when it was judged. */
  | { readonly kind: 'denied' }
  | { readonly kind: 'consent'; readonly tool: string; readonly answer: EncodableAnswer }
  | { readonly kind: 'harness'; readonly body: CutText }
  | { readonly kind: 'gap' }

/** What a person typed, the numbers of the options that they chose, or that they approved the plan. */
export type EncodableAnswer = CutText | 'approved' | readonly number[]

/**
 * Words that mean something to the judge at the start of a line. A tool of such a name, in any case or spelling, is
 * written in the long form, so that it cannot make a line of another kind, nor one that looks like it.
 */
const RESERVED_LABELS = new Set([
  'tool',
  'input',
  'question',
  'answer',
  'harness',
  'gate',
  'evidence',
  'transcript',
  'repository',
  'claudemd',
  'head',
  'tail',
  'cut',
  'block',
  'reason',
  'thinking',
  'verdict',
])

/** A name that begins with one of these speaks of who said something: `user_message`, `HumanTurn`, `approval`. */
const ROLE_PREFIXES = [
  'user',
  'human',
  'person',
  'operator',
  'developer',
  'system',
  'assistant',
  'unverified',
  'consent',
  'approv',
]

/** May this tool's name stand as the key of its line? */
export function isPlainName(tool: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,127}$/.test(tool)) return false
  const letters = tool.toLowerCase().replace(/[^a-z]/g, '')
  return !RESERVED_LABELS.has(letters) && !ROLE_PREFIXES.some((role) => letters.startsWith(role))
}

/** One line, with its newline. */
export function writeLine(spoken: EncodableEntry, format: LineFormat): string {
  return `${format === 'jsonl' ? jsonLine(spoken) : textLine(spoken)}\n`
}

function jsonLine(spoken: EncodableEntry): string {
  switch (spoken.kind) {
    case 'user':
      return `{"${spoken.trusted ? 'user' : 'unverified_user'}":${jsonBody(spoken.body)}}`
    case 'call':
      if (spoken.unconfirmed)
        return `{"unverified_call":{"tool":${quoteAscii(spoken.tool)},"input":${jsonBody(spoken.body)}}}`
      return isPlainName(spoken.tool)
        ? `{"${spoken.tool}":${jsonBody(spoken.body)}}`
        : `{"tool":${quoteAscii(spoken.tool)},"input":${jsonBody(spoken.body)}}`
    case 'denied':
      return '{"gate":"denied"}'
    case 'consent':
      return `{"consent":{"asked_by":${quoteAscii(spoken.tool)},${jsonAnswer(spoken.answer)}}}`
    case 'gap':
      return '{"gate":"unread"}'
    case 'harness':
      return `{"harness":${jsonBody(spoken.body)}}`
    default:
      return unreachable(spoken)
  }
}

function jsonAnswer(answer: EncodableAnswer): string {
  if (answer === 'approved') return '"approved":"the plan"'
  return isChosen(answer) ? `"chose_option":${JSON.stringify(answer)}` : `"typed":${jsonBody(answer)}`
}

function textAnswer(answer: EncodableAnswer): string {
  if (answer === 'approved') return '\\approved'
  return isChosen(answer) ? `\\chose{${answer.join(',')}}` : textBody(answer)
}

function isChosen(answer: EncodableAnswer): answer is readonly number[] {
  return Array.isArray(answer)
}

function jsonBody(body: CutText): string {
  return 'whole' in body
    ? quoteJson(body.whole)
    : `{"head":${quoteJson(body.head)},"cut":${body.cut},"tail":${quoteJson(body.tail)}}`
}

function textLine(spoken: EncodableEntry): string {
  switch (spoken.kind) {
    case 'user':
      return `${spoken.trusted ? 'user' : 'unverified_user'}: ${textBody(spoken.body)}`
    case 'call':
      if (spoken.unconfirmed) return `unverified_call ${quoteAscii(spoken.tool)}: ${textBody(spoken.body)}`
      return isPlainName(spoken.tool)
        ? `${spoken.tool}: ${textBody(spoken.body)}`
        : `tool ${quoteAscii(spoken.tool)}: ${textBody(spoken.body)}`
    case 'denied':
      return 'gate: denied'
    case 'consent':
      return `consent ${quoteAscii(spoken.tool)}: ${textAnswer(spoken.answer)}`
    case 'gap':
      return 'gate: unread'
    case 'harness':
      return `harness: ${textBody(spoken.body)}`
    default:
      return unreachable(spoken)
  }
}

/** `\cut`, `\chose` and `\approved` cannot be forged: a backslash of the text itself is doubled. */
function textBody(body: CutText): string {
  return 'whole' in body ? quoteBody(body.whole) : `${quoteBody(body.head)}\\cut{${body.cut}}${quoteBody(body.tail)}`
}

/** A text that is never cut. */
export function uncutText(text: string): CutText {
  return cutTo(text, Number.POSITIVE_INFINITY)
}
