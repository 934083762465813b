import { joinedWords } from '../data/data.ts'
import { type Candidate, type Candidates, MAX_TEXT } from './candidate.ts'

interface Quoted {
  readonly start: number
  readonly end: number
  readonly text: string
}

const MAX_QUOTE = 8000
const MAX_MARKERS = 64
const MOST = 8_000
const BLOCKS: readonly (readonly [string, string])[] = [
  ['"""', '"""'],
  ["'''", "'''"],
  ["''\n", "''"],
  ['[[', ']]'],
  ['{{', '}}'],
  ['#(', ')'],
]

export function quotedCandidates(content: string): Candidates {
  const { found: all, whole } = quotedIn(content)
  const found: Candidate[] = all.map(({ text, start }) => ({ text, keys: keysBefore(content, start) }))
  let group: Quoted[] = []
  const close = () => {
    const [first] = group
    if (first && group.length > 1)
      found.push({ text: joinedWords(group.map(({ text }) => text)), keys: keysBefore(content, first.start) })
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
function keysBefore(content: string, at: number): string[] {
  const near = content.slice(Math.max(0, at - 80), at)
  return (
    near
      .slice(near.lastIndexOf('\n') + 1)
      .match(WORD)
      ?.slice(-3) ?? []
  )
}

function quotedIn(content: string): { readonly found: readonly Quoted[]; readonly whole: boolean } {
  const found: Quoted[] = []
  let whole = true
  const search = searcher(content)
  const opening = /"""|'''|''\n|\[\[|\{\{|#\(|<<[-~]?["']?([A-Za-z_]\w{0,40})["']?[^\n]{0,200}\n|["'`]/g
  for (let match = opening.exec(content); match; match = opening.exec(content)) {
    const [open, marker] = match
    const block = marker === undefined ? closing(open) : `\n${marker}`
    const quoted = (block === undefined ? undefined : between(content, match, search, block)) ?? onLine(content, match)
    if (quoted === 'unread') whole = false
    if (!quoted || quoted === 'unread') continue
    if (found.length >= MOST) return { found, whole: false }
    found.push(quoted)
    opening.lastIndex = quoted.end
  }
  return { found, whole }
}

function closing(open: string): string | undefined {
  return BLOCKS.find(([each]) => each === open)?.[1]
}

/** The place, or below zero for nowhere; undefined when there were too many to search for. */
type Search = (wanted: string, from: number) => number | undefined

/** Finds texts from ever later places: one that was found ahead, or nowhere, is not searched for again. */
function searcher(content: string): Search {
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

function between(
  content: string,
  match: RegExpExecArray,
  search: Search,
  block: string,
): Quoted | 'unread' | undefined {
  const { 0: open, index } = match
  const start = index + open.length
  const end = match[1] === undefined ? search(block, start) : search(match[1], start)
  if (end === undefined) return 'unread'
  return end < 0 || end - start > MAX_TEXT
    ? undefined
    : { start: index, end: end + block.trimStart().length, text: content.slice(start, end) }
}

function onLine(content: string, { 0: open, index }: RegExpExecArray): Quoted | 'unread' | undefined {
  const quote = open[0] ?? ''
  // An apostrophe inside a word opens nothing.
  if (!/["'`]/.test(quote) || (quote === "'" && /\w/.test(content[index - 1] ?? ''))) return undefined
  for (let at = index + 1; at < content.length; at++) {
    if (at - index > MAX_QUOTE) return 'unread'
    const character = content[at]
    if (character === '\\') at++
    else if (character === '\n') return undefined
    else if (character === quote)
      return { start: index, end: at + 1, text: unescaped(content.slice(index + 1, at), quote) }
  }
  return undefined
}

function unescaped(text: string, quote: string): string {
  if (!text.includes('\\')) return text
  return text.replaceAll(/\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)/g, (whole, mark: string) => {
    if (/^[ux]./.test(mark)) return String.fromCharCode(Number.parseInt(mark.slice(1), 16))
    if (mark === 'n') return '\n'
    if (mark === 't') return '\t'
    return mark === quote || mark === '\\' || mark === '/' || mark === '"' ? mark : whole
  })
}
