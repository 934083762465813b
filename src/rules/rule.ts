/** The scopes settings come from, weakest first. */
export type SettingsScope = 'builtin' | 'project' | 'local' | 'user' | 'flag' | 'managed'

export type Behavior = 'deny' | 'ask' | 'allow'

/** Where a line of settings stands, so that every answer can name it. */
export interface Source {
  readonly scope: SettingsScope
  readonly file?: string
  readonly line?: number
  readonly column?: number
  /** The project that the user's file says it for. */
  readonly project?: string
  /** The preset that it belongs to. */
  readonly preset?: string
}

/** File, line and column, as editors take them. */
export function sourceLocation({ file, line, column }: Source): string | undefined {
  if (file === undefined || line === undefined) return file
  return column === undefined ? `${file}:${line}` : `${file}:${line}:${column}`
}

/** One deny, ask or allow line as a person wrote it. */
export interface Rule {
  readonly behavior: Behavior
  readonly text: string
  readonly source: Source
  /** Why the entry cannot be used: an allow then matches nothing, a deny or ask puts an ask floor on its tool. */
  readonly invalid?: string
  /** Examples the rule must match, checked at load. */
  readonly match?: readonly string[]
  /** Examples the rule must not match, checked at load. */
  readonly notMatch?: readonly string[]
}

/** Evidence that a rule matched an Action. */
export interface RuleMatch {
  readonly behavior: Behavior
  readonly rule: string
  readonly source: Source
  /** The part of the Action that matched: one command, one path, the tool's name. */
  readonly matched: string
  /** Why it asks although it does not match for certain. */
  readonly doubt?: MatchDoubt
}

/** `possible`: it may match, as not all of the call is known. `unusable`: the rule cannot be used, and its calls are asked about. */
export type MatchDoubt = { readonly kind: 'possible' } | { readonly kind: 'unusable'; readonly why: string }

/** What a match says, without where the rule stands. */
export function matchText({ rule, matched, doubt }: RuleMatch): string {
  if (doubt?.kind === 'unusable') return `${rule} cannot be used: ${doubt.why}`
  return `${rule} ${doubt ? 'may match' : 'matches'} ${matched}`
}

/** A rule that cannot be used, and why. */
export interface RuleProblem {
  readonly rule: Rule
  readonly why: string
}

const SCOPE_RANK: Readonly<Record<SettingsScope, number>> = {
  managed: 0,
  flag: 1,
  user: 2,
  local: 3,
  project: 4,
  builtin: 5,
}

/** A total order over rules, strongest scope first: which of several matches is named never depends on their order. */
export function compareRules(left: Rule, right: Rule): number {
  return (
    SCOPE_RANK[left.source.scope] - SCOPE_RANK[right.source.scope] ||
    compareText(left.source.file ?? '', right.source.file ?? '') ||
    (left.source.line ?? 0) - (right.source.line ?? 0) ||
    (left.source.column ?? 0) - (right.source.column ?? 0) ||
    compareText(left.text, right.text)
  )
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
