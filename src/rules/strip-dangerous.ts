import { programName } from '../analysis/base-name.ts'
import { SAFE_WRAPPERS } from '../analysis/forms/unwrapped.ts'
import { parseRule } from './parse.ts'
import type { Rule } from './rule.ts'
import { compileWildcard, matchesWildcard } from './wildcard.ts'

/** Programs that run whatever they are given, on every platform. */
const CROSS_PLATFORM = [
  'python',
  'python3',
  'python2',
  'node',
  'deno',
  'tsx',
  'ruby',
  'perl',
  'php',
  'lua',
  'npx',
  'bunx',
  'npm run',
  'yarn run',
  'pnpm run',
  'bun run',
  'bash',
  'sh',
  'ssh',
]

const UNIX = ['zsh', 'fish', 'eval', 'exec', 'env', 'xargs', 'sudo']

/** Off unless `stripInternal` is set. */
const INTERNAL = ['fa run', 'coo', 'gh', 'gh api', 'curl', 'wget', 'git', 'kubectl', 'aws', 'gcloud', 'gsutil']

const POWERSHELL = [
  'pwsh',
  'powershell',
  'cmd',
  'wsl',
  'iex',
  'invoke-expression',
  'icm',
  'invoke-command',
  'start-process',
  'saps',
  'start',
  'start-job',
  'sajb',
  'start-threadjob',
  'register-objectevent',
  'register-engineevent',
]

export const DANGEROUS_PATTERNS = {
  crossPlatform: CROSS_PLATFORM,
  unix: UNIX,
  internal: INTERNAL,
  powershell: POWERSHELL,
} as const

export interface StripOptions {
  readonly stripInternal: boolean
  readonly classifyAllShell: boolean
}

export interface Stripped {
  readonly rule: Rule
  readonly why: string
}

/** The rules of a session in auto mode; `rules` is what leaving auto mode gives back. */
export interface Entered {
  readonly rules: readonly Rule[]
  readonly kept: readonly Rule[]
  readonly stripped: readonly Stripped[]
}

/** Entering auto mode: allow rules that would bypass the judge step aside. Deny and ask rules always stay. */
export function entering(rules: readonly Rule[], options: StripOptions): Entered {
  const kept: Rule[] = []
  const stripped: Stripped[] = []
  for (const rule of rules) {
    const why = rule.behavior === 'allow' ? dangerOf(rule, options) : undefined
    if (why === undefined) kept.push(rule)
    else stripped.push({ rule, why })
  }
  return { rules, kept, stripped }
}

/** Leaving auto mode: every rule is back in its place. */
export function leaving(entered: Entered): readonly Rule[] {
  return entered.rules
}

/** Why an allow rule steps aside in auto mode; undefined when it stays. */
function dangerOf(rule: Rule, { stripInternal, classifyAllShell }: StripOptions): string | undefined {
  const parsed = parseRule(rule.text, 'allow')
  if (parsed.kind === 'invalid') return undefined
  const { tool, spec } = parsed
  switch (tool) {
    case 'Agent':
      return 'it would start agents without a judge'
    case 'Monitor':
      return 'it would run commands without a judge'
    case 'Bash':
    case 'PowerShell': {
      if (classifyAllShell) return 'autoMode.classifyAllShell sends every shell command to the judge'
      const own = tool === 'Bash' ? UNIX : POWERSHELL
      const patterns = [...CROSS_PLATFORM, ...own, ...(stripInternal && tool === 'Bash' ? INTERNAL : [])]
      return shellDanger(tool === 'PowerShell' ? spec?.toLowerCase() : spec, patterns)
    }
    default:
      return undefined
  }
}

function shellDanger(spec: string | undefined, patterns: readonly string[]): string | undefined {
  if (spec === undefined || /^[:\s]*\*+$/.test(spec)) return 'it would allow every command'
  const text = unwrapped(spec)
  const found = patterns.find((pattern) => hasShape(text, pattern))
  if (found !== undefined) return `${found} runs whatever it is given`
  const first = text.split(/[\s:]/, 1)[0] ?? ''
  if (!first.includes('*')) return undefined
  const wildcard = compileWildcard(first)
  const met = patterns.find((pattern) => matchesWildcard(wildcard, pattern.split(' ', 1)[0] ?? ''))
  return met === undefined ? undefined : `its star also stands for ${met}, which runs whatever it is given`
}

/** `pattern`, `pattern:*`, `pattern *`, `pattern*`, `pattern -…*`; a longer exact command is none of these. */
function hasShape(text: string, pattern: string): boolean {
  if (text === pattern || text === `${pattern}:*` || text === `${pattern} *` || text === `${pattern}*`) return true
  return text.startsWith(`${pattern} -`) && text.endsWith('*')
}

/** The specifier as it reads without a path before the program and without wrappers that change nothing. */
function unwrapped(spec: string): string {
  let words = spec.trim().split(/\s+/)
  while (words.length > 1 && SAFE_WRAPPERS.includes(words[0] ?? '') && words[0] !== 'xargs') {
    words = words.slice(1)
    while (words.length > 1 && /^(?:-|\d)/.test(words[0] ?? '')) words = words.slice(1)
  }
  const [first = '', ...rest] = words
  return [first.includes('/') ? programName(first) : first.replace(/\.exe(?=$|:)/i, ''), ...rest].join(' ')
}
