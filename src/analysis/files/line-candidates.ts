import { isProgramName } from '../programs/registry.ts'
import { type Candidate, type Candidates, MAX_TEXT } from './candidate.ts'
import { quotedCandidates } from './quoted.ts'

const MAX_LINES = 8_000
export const BLOCK = 'indented'
const MAX_BLOCK = 32 * 1024

const COMMENT = /^\s*(?:#(?![!(])|\/\/|--(?:\s|\[)|;|\*(?:\/\s*$|\s+(?![\d*]))|<!--|dnl\s|rem\s)/i
const MARKS =
  /^\s*(?:[-*+]\s+)?(?:[@+!:-]+\s*)?(?:(?:[\d*/,-]+\s+){4}[\w*/,-]+\s+|@(?:reboot|hourly|daily|weekly|monthly|yearly|annually|midnight)\s+)?/

export function lineCandidates(content: string): Candidates {
  const lines = content
    .replaceAll(/\\\r?\n[ \t]*/g, ' ')
    .split(/\r?\n/)
    .filter((line) => !COMMENT.test(line))
  const quoted = quotedCandidates(lines.join('\n'))
  if (lines.length > MAX_LINES) return { found: quoted.found, whole: false }
  const found: Candidate[] = []
  let block: string[] = []
  let header = ''
  let size = 0
  let { whole } = quoted
  const close = () => {
    if (block.length > 0)
      found.push({ text: block.join('\n'), keys: [/:\s*$/.test(header) ? BLOCK : ''], under: header })
    block = []
    size = 0
  }
  for (const line of lines) {
    if (line.trim() === '') continue
    if (line.length > MAX_TEXT) {
      whole = false
      continue
    }
    const bare = line.replace(MARKS, '').trim()
    size += bare.length
    if (size > MAX_BLOCK) close()
    if (/^\s/.test(line)) block.push(bare)
    else {
      close()
      header = /^[\w.$%()-][^=]{0,400}:(?!=|\S)/.test(line) ? `${line.trimEnd()}:` : line
    }
    found.push(...ofLine(bare))
  }
  close()
  if (content.length <= MAX_TEXT && isScript(lines)) found.push({ text: content, keys: [] })
  return { found: [...found, ...quoted.found], whole }
}

function isScript(lines: readonly string[]): boolean {
  if (lines[0]?.startsWith('#!')) return true
  const words = lines.map((line) => /^\s*([\w./-]{1,60})(?:\s|$)/.exec(line)?.[1]).filter((word) => word !== undefined)
  return words.filter(isProgramName).length > lines.length * 0.2
}

function ofLine(line: string): Candidate[] {
  const found: Candidate[] = [{ text: line, keys: [] }]
  const [, key, value] =
    /^["']?([\w.$%-][\w.$%\s"'-]{0,100}?)["']?\s*(?::=|\+=|\?=|=>|=|:(?=\s|!|$))\s*!?(.*)$/.exec(line) ?? []
  if (key !== undefined && value !== undefined) found.push({ text: unquoted(value), keys: key.trim().split(/\s+/) })
  found.push(...fromWords(line))
  const shouted = line.indexOf('!')
  if (shouted >= 0) found.push({ text: line.slice(shouted + 1).trim(), keys: ['run'] })
  return found
}

const MAX_BEFORE = 6

function fromWords(line: string): Candidate[] {
  const found: Candidate[] = []
  const words = /\S+\s*/g
  for (let match = words.exec(line), count = 0; match && count <= MAX_BEFORE; match = words.exec(line), count++) {
    const word = match[0].trimEnd()
    if (match.index > 0 && word.length < 60 && isProgramName(word))
      found.push({ text: line.slice(match.index), keys: [] })
  }
  return found
}

function unquoted(value: string): string {
  const text = value.trim().replace(/,$/, '')
  return /^(["'`])(.*)\1$/.exec(text)?.[2] ?? text.replace(/^["'](?=[^"']*$)/, '')
}
