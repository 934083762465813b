/** A turn in two: what a person may have typed, and what may be somebody else's. */
export interface TextParts {
  readonly own: string
  readonly foreign: string
}

/** Stands for what was taken out: no sentence runs across it. */
export const CUT_MARK = '\u0001'

/** Longer than this is a paste somewhere, and nobody can tell where. */
const MAX_OWN_LENGTH = 2_000

/**
 * INVARIANT: in doubt it is foreign. A text that breaks out of its block closes it and opens another one, so a block goes from the first
 * mark of its kind to the last.
 */
export function splitForeign(text: string): TextParts {
  const whole = text.replace(/\r\n?/g, '\n')
  if (whole.length > MAX_OWN_LENGTH) return { own: '', foreign: whole }
  const foreign: string[] = []
  const take = (rest: string, spans: readonly Span[]): string =>
    spans.reduceRight((kept, [start, end]) => {
      foreign.push(kept.slice(start, end))
      return `${kept.slice(0, start)}\n${CUT_MARK}\n${kept.slice(end)}`
    }, rest)
  const unfenced = take(whole, fenceSpan(whole))
  const uncommented = take(unfenced, commentSpan(unfenced))
  const untagged = take(uncommented, tagSpan(uncommented))
  const own = withoutForeignLines(untagged, foreign)
  return { own, foreign: foreign.join('\n') }
}

type Span = readonly [start: number, end: number]

function fenceSpan(text: string): readonly Span[] {
  const marks = [...text.matchAll(/`{3,}|^[ \t]*~{3,}/gm)].map(({ index, 0: mark }) => [index, index + mark.length])
  const [first, last] = [marks[0], marks.at(-1)]
  if (first === undefined || last === undefined) return []
  return [[first[0] ?? 0, marks.length % 2 === 1 ? text.length : (last[1] ?? text.length)]]
}

function commentSpan(text: string): readonly Span[] {
  const start = text.indexOf('<!--')
  const end = text.lastIndexOf('-->')
  return start < 0 ? [] : [[start, end < start ? text.length : end + 3]]
}

/** Hosts wrap what they attach in tags; one at the start of a line that never ends goes to the end of the turn. */
function tagSpan(text: string): readonly Span[] {
  let [start, end] = [text.length, 0]
  for (const open of text.matchAll(/<([a-z][\w:-]{0,40})(?:\s[^<>]{0,400})?>/gi)) {
    const close = text.lastIndexOf(`</${open[1]}>`)
    const startsLine = /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, open.index - 40), open.index))
    if (close < open.index && !startsLine) continue
    start = Math.min(start, open.index)
    end = Math.max(end, close < open.index ? text.length : close + (open[1]?.length ?? 0) + 3)
  }
  const loose = text.lastIndexOf('</')
  if (start < end) return [[start, Math.max(end, loose)]]
  // An end without a beginning: what stands before it came with it.
  const stray = /<\/[a-z][\w:-]{0,40}>/i.exec(text)
  return stray ? [[0, stray.index + stray[0].length]] : []
}

/** A line after which everything to the end of the turn may be a document, a mail or output. */
const OPENS_DOCUMENT: readonly RegExp[] = [
  // It introduces what follows.
  /[:：]\s*$/,
  /^\s*[{[]\s*(?:["{[\]}]|$)/,
  /^#{1,6}\s/,
  /^(?:[$%❯➜»]|PS [A-Z]:\\[^>]*>|[\w.-]+@[\w.-]+[:~ ][^$#]*[$#])\s/,
  /^(?:diff --git|@@ |\+\+\+ |--- |\*\*\* |Index: )/,
  /^[-_=*]{3,}/,
]

/** A field of a mail's or a ticket's head, or a turn of a talk. */
const FIELD = /^\s*[^\s:：][^:：\n]{0,40}[:：]\s+\S/u

const LOG_LINE =
  /^\s*(?:\[?\d{4}-\d{2}-\d{2}[T ]|\[?\d{1,2}:\d{2}(?::\d{2})?\b|\[?(?:ERROR|WARN|INFO|DEBUG|TRACE|FATAL)\b|at \S+ ?\(|File "|Traceback)/

function withoutForeignLines(text: string, foreign: string[]): string {
  const kept: string[] = []
  let held: 'no' | 'paragraph' | 'rest' = 'no'
  const lines = text.split('\n')
  for (const [at, line] of lines.entries()) {
    if (held === 'paragraph' && line.trim() === '') held = 'no'
    const opens = OPENS_DOCUMENT.some((pattern) => pattern.test(line))
    const heads = FIELD.test(line) && FIELD.test(lines[at + 1] ?? '')
    if (heads) held = 'rest'
    if (held === 'no' && (/^\s*[>|│┃]/.test(line) || LOG_LINE.test(line))) held = 'paragraph'
    const alone = /^(?: {4}|\t)/.test(line)
    if (held === 'no' && !alone) keepLine(line, kept, foreign)
    else if (line.trim() !== '') {
      foreign.push(line)
      kept.push(CUT_MARK)
    }
    // The line that introduces something is the person's own.
    if (opens) held = 'rest'
  }
  return kept.join('\n')
}

/** "Translate this: …" and "Bob: …" hand over what follows on the line. */
function keepLine(line: string, kept: string[], foreign: string[]): void {
  const colon = /[:：](?=\s+\S)/.exec(line)
  if (colon === null) {
    kept.push(line)
    return
  }
  kept.push(line.slice(0, colon.index), CUT_MARK)
  foreign.push(line.slice(colon.index + 1))
}
