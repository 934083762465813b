import { SCANNERS } from './direction.ts'
import type { Compared, Looser } from './loosened.ts'
import { linesAround, toldLines } from './told-lines.ts'

const CHECKER = new RegExp(
  String.raw`(?<![a-z])(?:[sd]ast|secret[-_ ]?(?:detection|scan\w*)|detect[-_]secrets|(?:\w{1,40}[-_ ])?scan(?:ner|ning|s)?|dependency[-_](?:check|review)|${SCANNERS}|owasp|(?:npm|pip|cargo|yarn|pnpm|bundle)[- ]audit|osv|security)(?![a-z])`,
  'gi',
)
const LABEL = /^\s*(?:-\s+)?(?:name|displayName|description|title|label)\s*:|\becho\s/
const MOST_LINES = 200

const split = (text: string): string => text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()

function named(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.filter((line) => !LABEL.test(line)).flatMap((line) => split(line).match(CHECKER) ?? []))
}

export function missingChecks({ gone, come, after, steps }: Compared): Looser[] {
  if (!steps) return []
  const was = named(gone.slice(0, MOST_LINES))
  // Another one in its place is a choice of tools.
  if (was.size === 0 || named(come).size > 0) return []
  const left = named(toldLines(after))
  const missing = [...was].filter((name) => !left.has(name))
  return missing.slice(0, 4).map((name) => ({ area: 'ci-check', feature: name }))
}

const GOES_ON = /\|\|\s{0,4}(?:true|:|exit 0)(?![\w])|--exit-(?:code|status)[= ]0\b|--(?:exit-zero|no-fail|soft-fail)\b/
const MAY_FAIL = /^\s*(?:-\s)?(?:continue-on-error|allow_failure)\s{0,4}:\s{0,4}true\b/

export function unheeded({ gone, come, after, steps }: Compared): Looser[] {
  if (!steps) return []
  const checks = (line: string) => split(line).match(CHECKER)?.[0]
  const heeded = new Set(gone.filter((line) => !GOES_ON.test(line)).map(checks))
  const passing = come.filter((line) => GOES_ON.test(line)).map(checks)
  const found = passing.find((name) => name !== undefined && heeded.has(name)) ?? mayFail(come, after)
  return found === undefined ? [] : [{ area: 'ci-check', feature: `${found} findings` }]
}

function mayFail(come: readonly string[], after: string): string | undefined {
  const news = new Set(come.filter((line) => MAY_FAIL.test(line)))
  if (news.size === 0) return undefined
  const lines = toldLines(after)
  const places = lines.flatMap((line, at) => (news.has(line) ? [at] : [])).slice(0, MOST_LINES)
  const [found] = places.flatMap((at) => [...named(linesAround(lines, at))])
  return found
}
