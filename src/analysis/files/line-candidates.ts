import { isProgramName } from '../interpret/registry.ts'
import { type CommandCandidate, type CommandCandidates, MAX_CANDIDATE_LENGTH } from './command-candidates.ts'
import { findQuotedCandidates } from './quoted-candidates.ts'

const MAX_LINES = 8_000
export const INDENTED_BLOCK_KEY = 'indented'
const MAX_BLOCK = 32 * 1024

const COMMENT_LINE = /^\s*(?:#(?![!(])|\/\/|--(?:\s|\[)|;|\*(?:\/\s*$|\s+(?![\d*]))|<!--|dnl\s|rem\s)/i
const LINE_PREFIX =
  /^\s*(?:[-*+]\s+)?(?:[@+!:-]+\s*)?(?:(?:[\d*/,-]+\s+){4}[\w*/,-]+\s+|@(?:reboot|hourly|daily|weekly|monthly|yearly|annually|midnight)\s+)?/

export function findLineCandidates(content: string): CommandCandidates {
  const lines = content
    .replaceAll(/\\\r?\n[ \t]*/g, ' ')
    .split(/\r?\n/)
    .filter((line) => !COMMENT_LINE.test(line))
  const quoted = findQuotedCandidates(lines.join('\n'))
  if (lines.length > MAX_LINES) return { found: quoted.found, whole: false }
  const found: CommandCandidate[] = []
  let block: string[] = []
  let header = ''
  let size = 0
  let { whole } = quoted
  const close = () => {
    if (block.length > 0)
      found.push({ text: block.join('\n'), keys: [/:\s*$/.test(header) ? INDENTED_BLOCK_KEY : ''], under: header })
    block = []
    size = 0
  }
  for (const line of lines) {
    if (line.trim() === '') continue
    if (line.length > MAX_CANDIDATE_LENGTH) {
      whole = false
      continue
    }
    const bare = line.replace(LINE_PREFIX, '').trim()
    size += bare.length
    if (size > MAX_BLOCK) close()
    if (/^\s/.test(line)) block.push(bare)
    else {
      close()
      header = /^[\w.$%()-][^=]{0,400}:(?!=|\S)/.test(line) ? `${line.trimEnd()}:` : line
    }
    found.push(...findInLine(bare))
  }
  close()
  if (content.length <= MAX_CANDIDATE_LENGTH && looksLikeScript(lines)) found.push({ text: content, keys: [] })
  return { found: [...found, ...quoted.found], whole }
}

function looksLikeScript(lines: readonly string[]): boolean {
  if (lines[0]?.startsWith('#!')) return true
  const words = lines.map((line) => /^\s*([\w./-]{1,60})(?:\s|$)/.exec(line)?.[1]).filter((word) => word !== undefined)
  return words.filter(isProgramName).length > lines.length * 0.2
}

function findInLine(line: string): CommandCandidate[] {
  const found: CommandCandidate[] = [{ text: line, keys: [] }]
  const [, key, value] =
    /^["']?([\w.$%-][\w.$%\s"'-]{0,100}?)["']?\s*(?::=|\+=|\?=|=>|=|:(?=\s|!|$))\s*!?(.*)$/.exec(line) ?? []
  if (key !== undefined && value !== undefined) found.push({ text: unquoteValue(value), keys: key.trim().split(/\s+/) })
  found.push(...findFromWords(line))
  const shouted = line.indexOf('!')
  if (shouted >= 0) found.push({ text: line.slice(shouted + 1).trim(), keys: ['run'] })
  return found
}

const MAX_LEADING_WORDS = 6

function findFromWords(line: string): CommandCandidate[] {
  const found: CommandCandidate[] = []
  const words = /\S+\s*/g
  for (
    let match = words.exec(line), count = 0;
    match && count <= MAX_LEADING_WORDS;
    match = words.exec(line), count++
  ) {
    const word = match[0].trimEnd()
    if (match.index > 0 && word.length < 60 && isProgramName(word))
      found.push({ text: line.slice(match.index), keys: [] })
  }
  return found
}

function unquoteValue(value: string): string {
  const text = value.trim().replace(/,$/, '')
  return /^(["'`])(.*)\1$/.exec(text)?.[2] ?? text.replace(/^["'](?=[^"']*$)/, '')
}

export function findMarkupCandidates(content: string): CommandCandidates {
  const found: PlacedCandidate[] = []
  const depths = new Map<string, number[]>()
  let depth = 0
  const plain = cutSections(content, '<!--', '-->').rest
  for (const [, closes = '', tag = '', attributes = '', text = ''] of plain.matchAll(
    /<(\/?)([\w:.-]{1,80})((?:[^<>"']|"[^"]*"|'[^']*'){0,4000})>([^<]*)/g,
  )) {
    const keys = [tag]
    const open = depths.get(tag) ?? []
    depths.set(tag, open)
    if (closes !== '') {
      while ((open.at(-1) ?? 0) > depth) open.pop()
      depth = (open.pop() ?? depth + 1) - 1
      continue
    }
    depth++
    const element = found.length
    for (const [, name = '', double, single] of attributes.matchAll(
      /([\w:.-]{1,80})\s{0,8}=\s{0,8}(?:"([^"]*)"|'([^']*)')/g,
    ))
      found.push({ text: decodeEntities(double ?? single ?? ''), keys: [tag, name], element, depth, inside: depth })
    if (text.trim() !== '') found.push({ text: decodeEntities(text.trim()), keys, element, depth, inside: depth - 1 })
    if (attributes.endsWith('/')) depth--
    else open.push(depth)
  }
  const lists = joinMarkupArguments(found)
  const blocks = cutSections(plain, '<![CDATA[', ']]>').taken.map((text) => ({ text, keys: [] }))
  return { found: [...found, ...blocks, ...lists.found], whole: lists.whole }
}

/** A text with its element, how deep that lies, and how deep the one that its command would be all of. */
interface PlacedCandidate extends CommandCandidate {
  readonly element: number
  readonly depth: number
  readonly inside: number
}

function cutSections(
  text: string,
  open: string,
  close: string,
): { readonly rest: string; readonly taken: readonly string[] } {
  const rest: string[] = []
  const taken: string[] = []
  let from = 0
  for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, from)) {
    const end = text.indexOf(close, at + open.length)
    if (end < 0) break
    rest.push(text.slice(from, at))
    taken.push(text.slice(at + open.length, end))
    from = end + close.length
  }
  return { rest: [...rest, text.slice(from)].join(''), taken }
}

const MIN_JOINED_ELEMENTS = 12
const MAX_JOINED_LENGTH = 1_000_000

/** `<arg value="…"/>` after its program, to the end of its element, is a word of its command. */
function joinMarkupArguments(words: readonly PlacedCandidate[]): CommandCandidates {
  const found: CommandCandidate[] = []
  let left = MAX_JOINED_LENGTH
  for (const [at, { text, keys, element, inside }] of words.entries()) {
    if (!isProgramName(text)) continue
    const parts: string[] = []
    for (let index = at; index < words.length && left >= 0; index++) {
      const word = words[index]
      if (!word || (index >= at + MIN_JOINED_ELEMENTS && word.depth <= inside && word.element !== element)) break
      parts.push(`'${word.text.replaceAll("'", `'\\''`)}'`)
      left -= word.text.length + 1
    }
    if (left < 0) return { found, whole: false }
    found.push({ keys, text: parts.join(' ') })
  }
  return { found, whole: true }
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES.get(String(name).toLowerCase()) ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
