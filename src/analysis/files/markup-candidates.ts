import { isProgramName } from '../programs/registry.ts'
import type { Candidate, Candidates } from './candidate.ts'

export function markupCandidates(content: string): Candidates {
  const found: Placed[] = []
  const depths = new Map<string, number[]>()
  let depth = 0
  const plain = without(content, '<!--', '-->').rest
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
      found.push({ text: decoded(double ?? single ?? ''), keys: [tag, name], element, depth, inside: depth })
    if (text.trim() !== '') found.push({ text: decoded(text.trim()), keys, element, depth, inside: depth - 1 })
    if (attributes.endsWith('/')) depth--
    else open.push(depth)
  }
  const lists = listed(found)
  const blocks = without(plain, '<![CDATA[', ']]>').taken.map((text) => ({ text, keys: [] }))
  return { found: [...found, ...blocks, ...lists.found], whole: lists.whole }
}

/** A text with its element, how deep that lies, and how deep the one that its command would be all of. */
interface Placed extends Candidate {
  readonly element: number
  readonly depth: number
  readonly inside: number
}

function without(
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

const NEAR = 12
const MAX_LISTED = 1_000_000

/** `<arg value="…"/>` after its program, to the end of its element, is a word of its command. */
function listed(words: readonly Placed[]): Candidates {
  const found: Candidate[] = []
  let left = MAX_LISTED
  for (const [at, { text, keys, element, inside }] of words.entries()) {
    if (!isProgramName(text)) continue
    const parts: string[] = []
    for (let index = at; index < words.length && left >= 0; index++) {
      const word = words[index]
      if (!word || (index >= at + NEAR && word.depth <= inside && word.element !== element)) break
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

function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES.get(String(name).toLowerCase()) ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
