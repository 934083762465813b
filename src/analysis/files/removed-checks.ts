import type { FileComparison, SecurityRegression } from './security-regressions.ts'
import { SCANNER_NAMES } from './setting-strictness.ts'
import { linesAround, listUncommentedLines } from './strip-comments.ts'

const CHECK_NAME = new RegExp(
  String.raw`(?<![a-z])(?:[sd]ast|secret[-_ ]?(?:detection|scan\w*)|detect[-_]secrets|(?:\w{1,40}[-_ ])?scan(?:ner|ning|s)?|dependency[-_](?:check|review)|${SCANNER_NAMES}|owasp|(?:npm|pip|cargo|yarn|pnpm|bundle)[- ]audit|osv|security)(?![a-z])`,
  'gi',
)
const LABEL_LINE = /^\s*(?:-\s+)?(?:name|displayName|description|title|label)\s*:|\becho\s/
const MAX_LINES = 200

const toLowerWords = (text: string): string => text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()

function findCheckNames(lines: readonly string[]): ReadonlySet<string> {
  return new Set(
    lines.filter((line) => !LABEL_LINE.test(line)).flatMap((line) => toLowerWords(line).match(CHECK_NAME) ?? []),
  )
}

export function findMissingChecks({ gone, come, after, steps }: FileComparison): SecurityRegression[] {
  if (!steps) return []
  const was = findCheckNames(gone.slice(0, MAX_LINES))
  // Another one in its place is a choice of tools.
  if (was.size === 0 || findCheckNames(come).size > 0) return []
  const left = findCheckNames(listUncommentedLines(after))
  const missing = [...was].filter((name) => !left.has(name))
  return missing.slice(0, 4).map((name) => ({ area: 'ci-check', feature: name }))
}

const IGNORED_FAILURE =
  /\|\|\s{0,4}(?:true|:|exit 0)(?![\w])|--exit-(?:code|status)[= ]0\b|--(?:exit-zero|no-fail|soft-fail)\b/
const ALLOWED_FAILURE_LINE = /^\s*(?:-\s)?(?:continue-on-error|allow_failure)\s{0,4}:\s{0,4}true\b/

export function findIgnoredChecks({ gone, come, after, steps }: FileComparison): SecurityRegression[] {
  if (!steps) return []
  const checks = (line: string) => toLowerWords(line).match(CHECK_NAME)?.[0]
  const heeded = new Set(gone.filter((line) => !IGNORED_FAILURE.test(line)).map(checks))
  const passing = come.filter((line) => IGNORED_FAILURE.test(line)).map(checks)
  const found = passing.find((name) => name !== undefined && heeded.has(name)) ?? findAllowedFailure(come, after)
  return found === undefined ? [] : [{ area: 'ci-check', feature: `${found} findings` }]
}

function findAllowedFailure(come: readonly string[], after: string): string | undefined {
  const news = new Set(come.filter((line) => ALLOWED_FAILURE_LINE.test(line)))
  if (news.size === 0) return undefined
  const lines = listUncommentedLines(after)
  const places = lines.flatMap((line, at) => (news.has(line) ? [at] : [])).slice(0, MAX_LINES)
  const [found] = places.flatMap((at) => [...findCheckNames(linesAround(lines, at))])
  return found
}
