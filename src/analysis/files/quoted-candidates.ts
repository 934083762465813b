import { joinShellWords } from '../data/structured-data.ts'
import { type CommandCandidate, type CommandCandidates, MAX_CANDIDATE_LENGTH } from './command-candidates.ts'

interface QuotedText {
  readonly start: number
  readonly end: number
  readonly text: string
}

const MAX_QUOTE = 8000
const MAX_MARKERS = 64
const MAX_QUOTED_TEXTS = 8_000
const BLOCK_QUOTES: readonly (readonly [string, string])[] = [
  ['"""', '"""'],
  ["'''", "'''"],
  ["''\n", "''"],
  ['[[', ']]'],
  ['{{', '}}'],
  ['#(', ')'],
]

export function findQuotedCandidates(content: string): CommandCandidates {
  const { found: all, whole } = findQuotedTexts(content)
  const found: CommandCandidate[] = all.map(({ text, start }) => ({ text, keys: findKeysBefore(content, start) }))
  let group: QuotedText[] = []
  const close = () => {
    const [first] = group
    if (first && group.length > 1)
      found.push({ text: joinShellWords(group.map(({ text }) => text)), keys: findKeysBefore(content, first.start) })
    group = []
  }
  for (const each of all) {
    const last = group.at(-1)
    if (last && !/^[\s,]{0,200}$/.test(content.slice(last.end, Math.min(each.start, last.end + 201)))) close()
    group.push(each)
  }
  close()
  return { found, whole }
}

const WORD = /[A-Za-z_][\w.-]{0,60}/g

/** The words just before a place, on its line: `sh '…'`, `command = "…"`, `hook "enter" { exec "…"`. */
function findKeysBefore(content: string, at: number): string[] {
  const near = content.slice(Math.max(0, at - 80), at)
  return (
    near
      .slice(near.lastIndexOf('\n') + 1)
      .match(WORD)
      ?.slice(-3) ?? []
  )
}

function findQuotedTexts(content: string): { readonly found: readonly QuotedText[]; readonly whole: boolean } {
  const found: QuotedText[] = []
  let whole = true
  const search = makeSearcher(content)
  const opening = /"""|'''|''\n|\[\[|\{\{|#\(|<<[-~]?["']?([A-Za-z_]\w{0,40})["']?[^\n]{0,200}\n|["'`]/g
  for (let match = opening.exec(content); match; match = opening.exec(content)) {
    const [open, marker] = match
    const block = marker === undefined ? findClosingMark(open) : `\n${marker}`
    const quoted =
      (block === undefined ? undefined : readBlockQuote(content, match, search, block)) ?? readLineQuote(content, match)
    if (quoted === 'unread') whole = false
    if (!quoted || quoted === 'unread') continue
    if (found.length >= MAX_QUOTED_TEXTS) return { found, whole: false }
    found.push(quoted)
    opening.lastIndex = quoted.end
  }
  return { found, whole }
}

function findClosingMark(open: string): string | undefined {
  return BLOCK_QUOTES.find(([each]) => each === open)?.[1]
}

/** The place, or below zero for nowhere; undefined when there were too many to search for. */
type FindFrom = (wanted: string, from: number) => number | undefined

/** Finds texts from ever later places: one that was found ahead, or nowhere, is not searched for again. */
function makeSearcher(content: string): FindFrom {
  const known = new Map<string, number>()
  return (wanted, from) => {
    const last = known.get(wanted)
    if (last !== undefined && (last < 0 || last >= from)) return last
    if (known.size > MAX_MARKERS && last === undefined) return undefined
    const at = content.indexOf(wanted, from)
    known.set(wanted, at)
    return at
  }
}

function readBlockQuote(
  content: string,
  match: RegExpExecArray,
  search: FindFrom,
  block: string,
): QuotedText | 'unread' | undefined {
  const { 0: open, index } = match
  const start = index + open.length
  const end = match[1] === undefined ? search(block, start) : search(match[1], start)
  if (end === undefined) return 'unread'
  return end < 0 || end - start > MAX_CANDIDATE_LENGTH
    ? undefined
    : { start: index, end: end + block.trimStart().length, text: content.slice(start, end) }
}

function readLineQuote(content: string, { 0: open, index }: RegExpExecArray): QuotedText | 'unread' | undefined {
  const quote = open[0] ?? ''
  // An apostrophe inside a word opens nothing.
  if (!/["'`]/.test(quote) || (quote === "'" && /\w/.test(content[index - 1] ?? ''))) return undefined
  for (let at = index + 1; at < content.length; at++) {
    if (at - index > MAX_QUOTE) return 'unread'
    const character = content[at]
    if (character === '\\') at++
    else if (character === '\n') return undefined
    else if (character === quote)
      return { start: index, end: at + 1, text: unescapeQuoted(content.slice(index + 1, at), quote) }
  }
  return undefined
}

function unescapeQuoted(text: string, quote: string): string {
  if (!text.includes('\\')) return text
  return text.replaceAll(/\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)/g, (whole, mark: string) => {
    if (/^[ux]./.test(mark)) return String.fromCharCode(Number.parseInt(mark.slice(1), 16))
    if (mark === 'n') return '\n'
    if (mark === 't') return '\t'
    return mark === quote || mark === '\\' || mark === '/' || mark === '"' ? mark : whole
  })
}
