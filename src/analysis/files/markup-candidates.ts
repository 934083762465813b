import { isProgramName } from '../programs/registry.ts'
import type { Candidate } from './candidate.ts'

/** The texts between tags and the values of attributes, in order. */
export function markupCandidates(content: string): Candidate[] {
  const found: Candidate[] = []
  const plain = without(content, '<!--', '-->').rest
  for (const [, tag = '', attributes = '', text = ''] of plain.matchAll(
    /<([\w:.-]{1,80})((?:[^<>"']|"[^"]*"|'[^']*'){0,4000})>([^<]*)/g,
  )) {
    const keys = [tag]
    for (const [, name = '', double, single] of attributes.matchAll(
      /([\w:.-]{1,80})\s{0,8}=\s{0,8}(?:"([^"]*)"|'([^']*)')/g,
    ))
      found.push({ text: decoded(double ?? single ?? ''), keys: [tag, name] })
    if (text.trim() !== '') found.push({ text: decoded(text.trim()), keys })
  }
  for (const text of without(plain, '<![CDATA[', ']]>').taken) found.push({ text, keys: [] })
  return [...found, ...listed(found)]
}

/** A text without its bracketed parts, and those parts. What is not closed stays. */
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

/** Short texts that follow each other may be the words of one command: `<arg value="…"/>` after its program. */
function listed(found: readonly Candidate[]): Candidate[] {
  const words = found.slice(0, 400)
  return words.flatMap(({ text, keys }, at) =>
    !isProgramName(text)
      ? []
      : [
          {
            keys,
            text: words
              .slice(at, at + 12)
              .map((word) => `'${word.text.replaceAll("'", `'\\''`)}'`)
              .join(' '),
          },
        ],
  )
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
