import { type CommandCandidate, isProseCandidate } from './command-candidates.ts'
import { findLineCandidates } from './line-candidates.ts'
import { findQuotedCandidates } from './quoted-candidates.ts'

export function findTextsInProgram(text: string): readonly CommandCandidate[] {
  const plain = unescapeText(text)
  const lines = plain.includes('\n') ? findLineCandidates(plain).found : findQuotedCandidates(plain).found
  const found = [...(plain === text ? [] : findQuotedCandidates(text).found), ...lines]
  const order = EXEC_CALL.exec(plain)?.[1]
  if (order !== undefined) found.push({ text: order, keys: ['run'] })
  // A part that is for people says so; all of it together would not.
  return [...(found.some(isProseCandidate) ? [] : [{ text: plain, keys: [] }]), ...found, ...listReplacementTexts(text)]
}

function unescapeText(text: string): string {
  if (!text.includes('\\')) return text
  return text.replaceAll(/\\+[nt]/g, '\n').replaceAll(/\\([/|&#!@,])/g, '$1')
}

const EXEC_CALL = /(?:\b(?:exec|spawn|system|run-shell|shell)[,:\s(]+|\s!)(\S.*)/s

const SUBSTITUTION_START = /(?:^|[\s;{},\d$/])s([/|#,!@~%])/g

function listReplacementTexts(text: string): readonly CommandCandidate[] {
  return findSubstitutions(text).map(({ now }) => ({ text: now, keys: [] }))
}

interface Substitution {
  readonly old: string
  readonly now: string
}

export function findSubstitutions(text: string): readonly Substitution[] {
  const found: Substitution[] = []
  SUBSTITUTION_START.lastIndex = 0
  for (let match = SUBSTITUTION_START.exec(text); match; match = SUBSTITUTION_START.exec(text)) {
    const between = match[1] ?? '/'
    const middle = findClosing(text, between, SUBSTITUTION_START.lastIndex)
    const end = findClosing(text, between, middle + 1)
    found.push({
      old: unescapeText(text.slice(match.index + match[0].length, middle)),
      now: unescapeText(text.slice(middle + 1, end)),
    })
    SUBSTITUTION_START.lastIndex = end
  }
  for (const [, , old = '', , now = ''] of text.slice(0, MAX_SUBSTITUTION_LENGTH).matchAll(GSUB_CALL))
    found.push({ old: unescapeText(old), now: unescapeText(now) })
  for (const [, old = '', now = ''] of text.slice(0, MAX_SUBSTITUTION_LENGTH).matchAll(BRACED_SUBSTITUTION))
    found.push({ old: unescapeText(old), now: unescapeText(now) })
  return found
}

const MAX_SUBSTITUTION_LENGTH = 64 * 1024
const GSUB_CALL = /\bg?sub!?[ (]{1,4}([/"'])([^/"'\n]{1,200})\1\s{0,4},\s{0,4}(["'])([^"'\n]{0,200})\3/g
const BRACED_SUBSTITUTION = /(?<![\w$])s\{([^{}\n]{1,200})\}\s{0,4}\{([^{}\n]{0,200})\}/g

function findClosing(text: string, sign: string, from: number): number {
  let at = text.indexOf(sign, from)
  while (at > 0 && text[at - 1] === '\\') at = text.indexOf(sign, at + 1)
  return at < 0 ? text.length : at
}
