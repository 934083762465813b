import { type Candidate, holdsCommand, MAX_TEXT } from './candidate.ts'
import { quotedCandidates } from './quoted.ts'

const MAX_LINES = 20_000
const MAX_LINE = 8192

/** Lines that only people read. */
const COMMENT = /^\s*(?:#(?![!(])|\/\/|--(?:\s|\[)|;|\*(?:\/\s*$|\s+(?![\d*]))|<!--|dnl\s|rem\s)/i
/** Marks before a command that are not part of it: of a list, of make, of a task runner, of a schedule. */
const MARKS =
  /^\s*(?:[-*+]\s+)?(?:[@+!:-]+\s*)?(?:(?:[\d*/,-]+\s+){4}[\w*/,-]+\s+|@(?:reboot|hourly|daily|weekly|monthly|yearly|annually|midnight)\s+)?/

/** Where commands may stand in a text of unknown syntax: its lines and blocks, what follows a key, quoted texts, all of it. */
export function lineCandidates(content: string): Candidate[] {
  const lines = content
    .replaceAll(/\\\r?\n[ \t]*/g, ' ')
    .split(/\r?\n/)
    .filter((line) => !COMMENT.test(line))
  const quoted = quotedCandidates(lines.join('\n'))
  if (lines.length > MAX_LINES) return quoted
  const found: Candidate[] = []
  let block: string[] = []
  let header = ''
  const close = () => {
    if (block.length > 0) found.push({ text: block.join('\n'), keys: [/[:{(]\s*$/.test(header) ? 'recipe' : ''] })
    block = []
  }
  for (const line of lines) {
    if (line.length > MAX_LINE || line.trim() === '') continue
    const bare = line.replace(MARKS, '').trim()
    if (/^\s/.test(line)) block.push(bare)
    else {
      close()
      header = /^[\w.$%()-][^=]{0,400}:(?!=|\S)/.test(line) ? `${line.trimEnd()}:` : line
    }
    found.push(...ofLine(bare))
  }
  close()
  if (content.length <= MAX_TEXT) found.push({ text: content, keys: [] })
  return [...found, ...quoted]
}

/** A line as a command, what follows its key, and what follows its first word: `RUN x`, `autocmd A * !x`. */
function ofLine(line: string): Candidate[] {
  const found: Candidate[] = [{ text: line, keys: [] }]
  const [, key, value] =
    /^["']?([\w.$%-][\w.$%\s"'-]{0,100}?)["']?\s*(?::=|\+=|\?=|=>|=|:(?=\s|!|$))\s*!?(.*)$/.exec(line) ?? []
  if (key !== undefined && value !== undefined) found.push({ text: unquoted(value), keys: key.trim().split(/\s+/) })
  const [, word = '', rest = ''] = /^(\S{1,60})\s+(\S.*)$/.exec(line) ?? []
  if (rest !== '' && !holdsCommand(`${word} x`)) found.push({ text: rest, keys: [word] })
  const shouted = line.indexOf('!')
  if (shouted >= 0) found.push({ text: line.slice(shouted + 1).trim(), keys: ['run'] })
  return found
}

/** A value without its quotes or the comma after it. */
function unquoted(value: string): string {
  const text = value.trim().replace(/,$/, '')
  return /^(["'`])(.*)\1$/.exec(text)?.[2] ?? text.replace(/^["'](?=[^"']*$)/, '')
}

/** The texts between tags and the values of attributes, in order. */
export function markupCandidates(content: string): Candidate[] {
  const found: Candidate[] = []
  const plain = content.replaceAll(/<!--[\s\S]{0,64000}?-->/g, '')
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
  for (const [, text = ''] of plain.matchAll(/<!\[CDATA\[([\s\S]{0,64000}?)\]\]>/g)) found.push({ text, keys: [] })
  return [...found, ...listed(found)]
}

/** Short texts that follow each other may be the words of one command: `<arg value="…"/>` after its program. */
function listed(found: readonly Candidate[]): Candidate[] {
  const words = found.slice(0, 400)
  return words.flatMap(({ text, keys }, at) =>
    /\s/.test(text) || !holdsCommand(`${text} x`)
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
