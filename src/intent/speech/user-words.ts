/** Without fences, quoted blocks, logs, attachments and long pastes. */
interface UserWords {
  /** The text to read for directives: inline code and short quotes replaced by a placeholder. */
  readonly spoken: string
  /** The same in lower case with inline code and short quotes left in: they may name things. */
  readonly names: string
  /** The inline code and short quotes, in order; somebody's words in quotes name nothing. */
  readonly quoted: readonly string[]
}

export const QUOTE_PLACEHOLDER = '§'

const MAX_READ = 20_000
const EDGE_LENGTH = 700

const LOG_LINE =
  /^\s*(?:\[?\d{4}-\d{2}-\d{2}[T ]|\[?\d{2}:\d{2}:\d{2}|\[(?:info|warn|error|debug|trace)\]|(?:info|warn|error|debug|trace|fatal)[:\s]|at \S+ \(|file "|traceback|\$ |# |>>> |\+\+\+ |--- |@@ |diff --git|[│|┃║+])/i
const INLINE_QUOTE = /`([^`\n]{1,160})`|"([^"\n]{1,120})"|“([^”\n]{1,120})”|(?<![\w])'([^'\n]{1,80})'(?![\w])/g
const LONG_QUOTE = /"[^"\n]{121,}"|“[^”\n]{121,}”|`[^`\n]{161,}`/g

/** Longer than this is a paste: only how it begins and ends is the person's own for certain. */
const MAX_TYPED_LENGTH = 2_000

export function userWords(text: string): UserWords {
  return withoutQuotes(keepEdges(withoutReports(withoutBlocks(withoutTags(withoutChat(clipMiddle(text)))))))
}

/** No further than its line: many blank lines would be gone through again from each. */
const HEADING_OR_ROW = /^[^\S\n\r\u2028\u2029]*(?:#{1,6}\s|\|).*$/gm

/** Headings and tables are none of its sentences. Code with blanks in it is a command. */
export function taskWords(text: string): UserWords & { readonly code: readonly string[] } {
  const code: string[] = []
  const held = withoutBlocks(text.replace(HEADING_OR_ROW, '')).replaceAll(QUOTE_PLACEHOLDER, ' ')
  const words = withoutQuotes(
    held.replace(INLINE_COMMAND, (_, command: string) => `\`\u0001${code.push(command) - 1}\``),
  )
  return { ...words, quoted: words.quoted.map((each) => each.replace('\u0001', QUOTE_PLACEHOLDER)), code }
}

const INLINE_COMMAND = /`([^`\n]*\s[^`\n]*)`/g

function withoutQuotes(told: string): UserWords {
  const kept = told.replace(LONG_QUOTE, ' ').replaceAll(QUOTE_PLACEHOLDER, ' ').replaceAll('’', "'")
  const quoted: string[] = []
  const spoken = kept.replace(
    INLINE_QUOTE,
    (whole, code?: string, double?: string, curly?: string, single?: string, at = 0) => {
      const words = double ?? curly ?? single ?? ''
      quoted.push(code === undefined && /\s/.test(words) ? '""' : `\`${code ?? words}\``)
      // What ends a sentence in quotes ends the one around it, where the next begins.
      return /[.!?]$/.test(words) && /^\s+[A-Z]/.test(kept.slice(at + whole.length, at + whole.length + 4))
        ? `${QUOTE_PLACEHOLDER}.`
        : QUOTE_PLACEHOLDER
    },
  )
  return { spoken, names: kept.toLowerCase(), quoted }
}

function clipMiddle(text: string): string {
  return text.length <= MAX_READ ? text : `${text.slice(0, MAX_READ / 2)}\n${text.slice(-MAX_READ / 2)}`
}

/** Hosts and tools wrap what they attach in tags: `<system-reminder>…</system-reminder>`. */
function withoutTags(text: string): string {
  let rest = text
  let kept = ''
  for (let rounds = 0; rounds < 64; rounds++) {
    const open = /<([a-z][\w-]{1,40})(?:\s[^<>]{0,200})?>/i.exec(rest)
    if (!open) return kept + rest
    kept += rest.slice(0, open.index)
    const close = rest.indexOf(`</${open[1]}>`, open.index)
    rest = close < 0 ? rest.slice(open.index + open[0].length) : rest.slice(close + (open[1]?.length ?? 0) + 3)
  }
  return kept
}

const CHAT_LINE =
  /(^|[:.!?][ \t]{1,4})(?:<@?[a-z][\w.-]{0,30}>|\[?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?\]?[ \t]+(?:<@?[\w.-]{1,30}>|@?[a-z][\w.-]{0,30}:))[ \t]+(?!.*<\/).*$/gim

function withoutChat(text: string): string {
  return text.includes(':') || text.includes('<') ? text.replace(CHAT_LINE, '$1') : text
}

const SPEAKER_LINE =
  /^\s*@?([A-Za-z][\w.-]{1,20}|[A-Z][\w.-]{1,20} [A-Z][\w.-]{1,20})(?: [[(]?\d{1,2}:\d\d(?: ?[APap][Mm])?[\])]?)?:\s+\S+\s+\S/
const LABEL_WORD =
  /^(?:to-?do|tasks?|notes?|context|goals?|steps?|fyi|ps|edit|update|first|second|third|then|next|also|finally|important|urgent|question|bug|error|problem|expected|actual|rules?|please|option|plan|why|what|how|where|when|here|now|title|body|summary|description|background|ask|request|constraints?|hint|warning|example)\b/i
const REPORTED_SPEECH =
  /(?<!\b(?:i|we|i've|i just|i already) )\b(?:said|says|wrote|writes|replied|commented|suggest(?:s|ed)|proposed)(?: (?:me|us|in \w+|yesterday|today|earlier|that))*:\s.*$/i
const CONTENT_REQUEST =
  /^(?:please |can you |could you |now |then |also )*(?:summari[sz]e|translate|proofread|rephrase|reword|paraphrase|write (?:down|up)|note(?: down)?|quote|draft|reply|answer|respond|explain|review|comment on|remember|remind|put (?:this|that|these|it|the following) (?:in|on|into)|add (?:this|that|these|the following)(?: \w+)? to|what do you (?:think|make))\b.*:\s*$|^(?:my |our |the )?(?:\S+ )?(?:list|agenda|notes|minutes)\b.*\b(?:for|from|of)\b.*:\s*$/i

const PROHIBITION_START = /^\W*(?:please )?(?:don'?t|do not|never|no|not|only|leave|avoid|keep|hands off|without)\b/i

function withoutReports(text: string): string {
  const lines = text.split('\n')
  const speaks = (line: string) => SPEAKER_LINE.test(line) && !LABEL_WORD.test(SPEAKER_LINE.exec(line)?.[1] ?? '')
  const isTalk = lines.filter(speaks).length > 1
  const kept: string[] = []
  let held: 'no' | 'lines' | 'items' = 'no'
  for (const line of lines) {
    const item = /^\s*(?:[-*•+]|\(?\d{1,2}[.)])\s/.test(line)
    if (held !== 'no' && line.trim() !== '' && (item || held === 'lines')) {
      held = item ? 'items' : held
      // What might rule something out is read all the same.
      if (PROHIBITION_START.test(line)) kept.push(line)
      continue
    }
    held = CONTENT_REQUEST.test(line) ? 'lines' : 'no'
    if (!isTalk || !speaks(line)) kept.push(line.replace(REPORTED_SPEECH, ''))
  }
  return kept.join('\n')
}

function withoutBlocks(text: string): string {
  let fence: string | undefined
  const kept: string[] = []
  for (const line of text.split('\n')) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1]
    if (mark) fence = fence === undefined ? mark : mark === fence ? undefined : fence
    else if (
      fence === undefined &&
      !/^\s*>/.test(line) &&
      !/^(?: {4}|\t)(?!\s*[-*\d])/.test(line) &&
      !LOG_LINE.test(line)
    )
      kept.push(line)
  }
  return kept.join('\n')
}

function keepEdges(text: string): string {
  return text.length <= MAX_TYPED_LENGTH ? text : `${text.slice(0, EDGE_LENGTH)}\n${text.slice(-EDGE_LENGTH)}`
}

const HEADINGS = /^#{1,4} \S/gm
const ROLE_PROMPT =
  /^(?:you are (?:an?|the|now)\b|your (?:role|job|task|goal|mission) (?:is|:)|act as\b|# (?:task|role|instructions|context|goal|objective)\b|<[a-z][\w-]*>)/im
const TEMPLATE_MARK =
  /\$ARGUMENTS|\{\{[^}]*\}\}|^(?:##? )?(?:important|rules|constraints|guidelines|instructions|requirements|acceptance criteria|output format)\b\s*:?\s*$/im
const MIN_PROMPT_LENGTH = 600

/** A prompt that a framework expands to: long, and laid out as a document or speaking to a role. Nobody typed it. */
export function isTemplatePrompt(text: string): boolean {
  if (text.length < MIN_PROMPT_LENGTH) return false
  const headings = text.match(HEADINGS)?.length ?? 0
  const signs = [headings >= 2, ROLE_PROMPT.test(text), TEMPLATE_MARK.test(text)].filter(Boolean).length
  return headings >= 4 || signs >= 2
}
