import { type Candidate, isTold } from './candidate.ts'
import { lineCandidates } from './line-candidates.ts'
import { quotedCandidates } from './quoted.ts'

export function textsInProgram(text: string): readonly Candidate[] {
  const plain = unescaped(text)
  const lines = plain.includes('\n') ? lineCandidates(plain).found : quotedCandidates(plain).found
  const found = [...(plain === text ? [] : quotedCandidates(text).found), ...lines]
  const order = ORDERED.exec(plain)?.[1]
  if (order !== undefined) found.push({ text: order, keys: ['run'] })
  // A part that is for people says so; all of it together would not.
  return [...(found.some(isTold) ? [] : [{ text: plain, keys: [] }]), ...found, ...replacements(text)]
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  return text.replaceAll(/\\+[nt]/g, '\n').replaceAll(/\\([/|&#!@,])/g, '$1')
}

const ORDERED = /(?:\b(?:exec|spawn|system|run-shell|shell)[,:\s(]+|\s!)(\S.*)/s

const SUBSTITUTES = /(?:^|[\s;{},\d$/])s([/|#,!@~%])/g

function replacements(text: string): readonly Candidate[] {
  return replaced(text).map(({ now }) => ({ text: now, keys: [] }))
}

interface Replaced {
  readonly old: string
  readonly now: string
}

export function replaced(text: string): readonly Replaced[] {
  const found: Replaced[] = []
  SUBSTITUTES.lastIndex = 0
  for (let match = SUBSTITUTES.exec(text); match; match = SUBSTITUTES.exec(text)) {
    const between = match[1] ?? '/'
    const middle = closing(text, between, SUBSTITUTES.lastIndex)
    const end = closing(text, between, middle + 1)
    found.push({
      old: unescaped(text.slice(match.index + match[0].length, middle)),
      now: unescaped(text.slice(middle + 1, end)),
    })
    SUBSTITUTES.lastIndex = end
  }
  for (const [, , old = '', , now = ''] of text.slice(0, LONGEST).matchAll(SUBSTITUTING))
    found.push({ old: unescaped(old), now: unescaped(now) })
  for (const [, old = '', now = ''] of text.slice(0, LONGEST).matchAll(IN_BRACES))
    found.push({ old: unescaped(old), now: unescaped(now) })
  return found
}

const LONGEST = 64 * 1024
const SUBSTITUTING = /\bg?sub!?[ (]{1,4}([/"'])([^/"'\n]{1,200})\1\s{0,4},\s{0,4}(["'])([^"'\n]{0,200})\3/g
const IN_BRACES = /(?<![\w$])s\{([^{}\n]{1,200})\}\s{0,4}\{([^{}\n]{0,200})\}/g

function closing(text: string, sign: string, from: number): number {
  let at = text.indexOf(sign, from)
  while (at > 0 && text[at - 1] === '\\') at = text.indexOf(sign, at + 1)
  return at < 0 ? text.length : at
}
