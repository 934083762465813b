import { SAFE_WRAPPERS } from '../analysis/forms/transparent-wrappers.ts'
import { parseRule } from './parse.ts'
import type { Rule } from './rule.ts'
import { compileShell, namesNoPath } from './shell-pattern.ts'
import type { Wildcard } from './wildcard.ts'
import {
  ANY_TEXT,
  afterLiteral,
  afterOneOf,
  afterRunOf,
  canContinue,
  eitherReach,
  isAtEnd,
  type PatternReach,
  startReach,
} from './wildcard-reach.ts'

/** Programs that run whatever they are given, on every platform. */
const INTERPRETER_COMMANDS = [
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

/** Launchers beside those of the specification: each runs the program that its words name. */
const LAUNCHER_COMMANDS = [
  'uv run',
  'uvx',
  'pipx run',
  'poetry run',
  'pipenv run',
  'npm exec',
  'pnpm exec',
  'pnpm dlx',
  'yarn exec',
  'yarn dlx',
  'bun x',
  'deno run',
  'nodejs',
]

const UNIX_COMMANDS = ['zsh', 'fish', 'eval', 'exec', 'env', 'xargs', 'sudo']

/** Off unless `stripInternal` is set. */
const INTERNAL_COMMANDS = ['fa run', 'coo', 'gh', 'gh api', 'curl', 'wget', 'git', 'kubectl', 'aws', 'gcloud', 'gsutil']

const POWERSHELL_COMMANDS = [
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
  crossPlatform: INTERPRETER_COMMANDS,
  launchers: LAUNCHER_COMMANDS,
  unix: UNIX_COMMANDS,
  internal: INTERNAL_COMMANDS,
  powershell: POWERSHELL_COMMANDS,
} as const

export interface StripOptions {
  readonly stripInternal: boolean
  readonly classifyAllShell: boolean
}

export interface StrippedRule {
  readonly rule: Rule
  readonly why: string
}

/** The rules of a session in auto mode; `rules` is what leaving auto mode gives back. */
export interface AutoModeRules {
  readonly rules: readonly Rule[]
  readonly kept: readonly Rule[]
  readonly stripped: readonly StrippedRule[]
}

/** Entering auto mode: allow rules that would bypass the judge step aside. Deny and ask rules always stay. */
export function enterAutoMode(rules: readonly Rule[], options: StripOptions): AutoModeRules {
  const kept: Rule[] = []
  const stripped: StrippedRule[] = []
  for (const rule of rules) {
    const why = rule.behavior === 'allow' ? dangerReason(rule, options) : undefined
    if (why === undefined) kept.push(rule)
    else stripped.push({ rule, why })
  }
  return { rules, kept, stripped }
}

/** Leaving auto mode: every rule is back in its place. */
export function leaveAutoMode(entered: AutoModeRules): readonly Rule[] {
  return entered.rules
}

/** Why an allow rule steps aside in auto mode; undefined when it stays. */
function dangerReason(rule: Rule, { stripInternal, classifyAllShell }: StripOptions): string | undefined {
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
      const own = tool === 'Bash' ? UNIX_COMMANDS : POWERSHELL_COMMANDS
      const patterns = [
        ...INTERPRETER_COMMANDS,
        ...LAUNCHER_COMMANDS,
        ...own,
        ...(stripInternal && tool === 'Bash' ? INTERNAL_COMMANDS : []),
      ]
      return shellDanger(tool === 'PowerShell' ? spec?.toLowerCase() : spec, patterns)
    }
    default:
      return undefined
  }
}

function shellDanger(spec: string | undefined, patterns: readonly string[]): string | undefined {
  if (spec === undefined || /^[:\s*]*\*[\s*]*$/.test(spec)) return 'it would allow every command'
  const { forms } = compileShell(spec)
  const found = widerPattern(forms, startReach, patterns) ?? widerPattern(forms, programPlaces, patterns)
  if (found === undefined) return undefined
  const [program = ''] = found.split(' ', 1)
  return forms.some(({ pieces }) => pieces[0]?.includes(program))
    ? `${found} runs whatever it is given`
    : `its star also stands for ${found}, which runs whatever it is given`
}

function widerPattern(
  forms: readonly Wildcard[],
  placesOf: (form: Wildcard) => PatternReach,
  patterns: readonly string[],
): string | undefined {
  const starts = forms.map((form) => ({ form, at: placesOf(form) }))
  return patterns.find((pattern) => starts.some(({ form, at }) => isAtLeastAsWide(form, at, pattern)))
}

/**
 * Is the rule at least as wide as one of the list's shapes: `pattern`, `pattern *…`, `pattern -…*`? A longer exact command is none of these.
 * Asked by inclusion, so that what is true of a rule is true of every wider one.
 */
function isAtLeastAsWide(form: Wildcard, at: PatternReach, pattern: string): boolean {
  const [program = '', ...verb] = pattern.split(' ')
  const plain = afterLiteral(at, program)
  const versioned = eitherReach(plain, afterRunOf(afterOneOf(plain, isVersionStart), isVersion))
  const named = eitherReach(versioned, afterLiteral(versioned, '.exe'))
  const said = verb.length === 0 ? named : afterLiteral(named, ` ${verb.join(' ')}`)
  if (isAtEnd(said) || canContinue(afterLiteral(said, ` ${ANY_TEXT}`))) return true
  return form.pieces.length > 1 && form.pieces.at(-1) === '' && canContinue(afterLiteral(said, ' -'))
}

const isVersionStart = (sign: string) => /^[\d-]$/.test(sign)
const isVersion = (sign: string) => /^[\d.]$/.test(sign)
const isNoBlank = (sign: string) => !/^\s$/.test(sign)
const isOptionStart = (sign: string) => /^[-\d]$/.test(sign)

/** Where the program's name may begin: behind wrappers that change nothing, each with options of its own, and behind a path. */
function programPlaces(form: Wildcard): PatternReach {
  const start = startReach(form)
  let all = namesNoPath(form) ? start : afterPathPrefix(start)
  for (let depth = 0; depth < MOST_WRAPPERS; depth++) {
    const inner = TRANSPARENT_WRAPPERS.map((wrapper) =>
      afterPathPrefix(withoutOptions(afterLiteral(all, `${wrapper} `))),
    )
    const next = eitherReach(all, ...inner)
    if (next.at.size === all.at.size) break
    all = next
  }
  return all
}

const MOST_WRAPPERS = 8
const TRANSPARENT_WRAPPERS = SAFE_WRAPPERS.filter((name) => name !== 'xargs')

function afterPathPrefix(at: PatternReach): PatternReach {
  const path = afterRunOf(at, isNoBlank)
  return eitherReach(at, afterLiteral(path, '/'), afterLiteral(path, '\\'))
}

function withoutOptions(at: PatternReach): PatternReach {
  let all = at
  for (;;) {
    const next = eitherReach(all, afterLiteral(afterRunOf(afterOneOf(all, isOptionStart), isNoBlank), ' '))
    if (next.at.size === all.at.size) return all
    all = next
  }
}
