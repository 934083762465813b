import type { Mode } from '../decision.ts'
import type { Rule, SettingsScope, Source } from '../rules/rule.ts'
import type { ProseEntry, SettingsNotice } from './policy.ts'
import type { FilePlace, SettingsTree } from './tree.ts'

export const PROSE_LISTS = ['allow', 'soft_deny', 'hard_deny', 'environment'] as const
export type ProseListKey = (typeof PROSE_LISTS)[number]

export interface ProseList {
  readonly entries: readonly ProseEntry[]
  readonly source: Source
}

/** A value and where it was written. */
export interface Located<T> {
  readonly value: T
  readonly source: Source
}

/** What one file or object says, before scopes are merged. Only what its scope may say is in here. */
export interface SettingsDraft {
  readonly origin: DraftOrigin
  readonly rules: Rule[]
  readonly directories: Located<string>[]
  readonly modes: Located<Mode>[]
  readonly disabled: Located<Mode>[]
  readonly lists: Map<ProseListKey, ProseList>
  /** Single values by their full name: `autoMode.askRules`, `judge.kind`, `limits.total`. */
  readonly values: Map<string, Located<unknown>>
  readonly wrappers: Located<string>[]
  /** Host → key → value. */
  readonly hosts: Map<string, Map<string, Located<unknown>>>
  readonly notices: SettingsNotice[]
  readonly broken: SettingsNotice[]
}

export interface DraftOrigin {
  readonly scope: SettingsScope
  /** A file of ours, or one of a host that has rules in the same form. */
  readonly kind: 'own' | 'host'
  readonly file?: string
  /** A person ran `irongate trust` for this project and these files. */
  readonly trusted: boolean
  /** The part of the user's file that is about one project. */
  readonly project?: string
  readonly preset?: string
}

export function emptyDraft(origin: DraftOrigin): SettingsDraft {
  return {
    origin,
    rules: [],
    directories: [],
    modes: [],
    disabled: [],
    lists: new Map(),
    values: new Map(),
    wrappers: [],
    hosts: new Map(),
    notices: [],
    broken: [],
  }
}

export function sourceAt(origin: DraftOrigin, { line, column }: FilePlace = {}): Source {
  const { scope, file, project, preset } = origin
  return {
    scope,
    ...(project !== undefined && { project }),
    ...(preset !== undefined && { preset }),
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  }
}

export function addNotice(
  draft: SettingsDraft,
  level: SettingsNotice['level'],
  text: string,
  at: SettingsTree | { readonly at: FilePlace },
): void {
  draft.notices.push({ level, text, source: sourceAt(draft.origin, at.at) })
}

export function addBreakage(draft: SettingsDraft, text: string, at: FilePlace): void {
  draft.broken.push({ level: 'error', text, source: sourceAt(draft.origin, at) })
}

/** Files that come with the project: they may tighten, and loosen only where a person said so. */
export function isProjectScope({ scope }: DraftOrigin): boolean {
  return scope === 'project' || scope === 'local'
}
