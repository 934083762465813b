/** The scopes settings come from, weakest first. */
export type Scope = 'builtin' | 'project' | 'local' | 'user' | 'flag' | 'managed'

export type Behavior = 'deny' | 'ask' | 'allow'

/** Where a line of settings stands, so that every answer can name it. */
export interface Source {
  readonly scope: Scope
  readonly file?: string
  readonly line?: number
}

/** One deny, ask or allow line as a person wrote it. */
export interface Rule {
  readonly behavior: Behavior
  readonly text: string
  readonly source: Source
}

/** Evidence that a rule matched an Action. */
export interface RuleMatch {
  readonly behavior: Behavior
  readonly rule: string
  readonly source: Source
  /** The part of the Action that matched: one command, one path, the tool's name. */
  readonly matched: string
}
