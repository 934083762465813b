import type { ExampleReading } from '../rules/examples.ts'
import type { SettingsScope } from '../rules/rule.ts'
import { builtin } from './builtin.static.ts'
import type { DraftOrigin } from './draft.ts'
import { mergeDrafts } from './merge.ts'
import type { Policy } from './policy.ts'
import type { BuiltinTexts } from './prose.ts'
import { readDraft } from './read-draft.ts'
import { type TreeEntry, type TreeReading, treeOfObject, treeOfText } from './tree.ts'

/** The text of one settings file, read by the edge. */
export interface SettingsText {
  readonly scope: SettingsScope
  readonly file: string
  readonly text: string
  /** A file of ours, or one of a host that has rules in the same form. */
  readonly kind: 'own' | 'host'
  readonly trusted?: boolean
  /** The file is there but could not be read: broken, never "no rules". */
  readonly unreadable?: string
}

export interface LoadOptions {
  readonly cwd: string
  readonly home: string
  readonly builtin?: BuiltinTexts
  readonly examples?: ExampleReading
}

/** What the category and exception folders hold. */
const BUILTIN_FOLDERS = builtin()
export const BUILTIN_TEXTS: BuiltinTexts = { ...BUILTIN_FOLDERS, titles: new Map(BUILTIN_FOLDERS.titles) }

/** Merges the texts of all scopes into one Policy. Never throws. */
export function loadPolicy(texts: readonly SettingsText[], options: LoadOptions): Policy {
  const drafts = texts.map(({ scope, file, kind, trusted, text, unreadable }) => {
    const origin: DraftOrigin = { scope, file, kind, trusted: trusted === true }
    const reading: TreeReading =
      unreadable === undefined ? treeOfText(text) : { kind: 'broken', problem: `cannot be read: ${unreadable}`, at: {} }
    return readDraft(reading, origin, options)
  })
  return mergeDrafts(drafts, { builtin: BUILTIN_TEXTS, ...options })
}

const SCOPES: readonly SettingsScope[] = ['managed', 'user', 'project', 'local', 'flag']

/** One settings object, taken as user scope, or one object per scope. Never throws. */
export function policyFromObject(settings: unknown, options: LoadOptions & { readonly trusted?: boolean }): Policy {
  const { trusted = false, ...rest } = options
  const origin = (scope: SettingsScope): DraftOrigin => ({ scope, kind: 'own', trusted })
  const drafts = readingsOf(treeOfObject(settings)).map(([scope, reading]) => readDraft(reading, origin(scope), rest))
  return mergeDrafts(drafts, { builtin: BUILTIN_TEXTS, ...rest })
}

/** Tells the two forms apart by their keys; a mixture is neither. */
function readingsOf(reading: TreeReading): readonly (readonly [SettingsScope, TreeReading])[] {
  if (reading.kind === 'broken' || reading.tree.kind !== 'object') return [['user', reading]]
  const { entries } = reading.tree
  const scoped = entries.filter(({ key }) => isScope(key))
  if (scoped.length === 0) return [['user', reading]]
  if (scoped.length < entries.length) return [['user', mixedFormsError(entries)]]
  return scoped.flatMap(({ key, value }) => {
    const scope = SCOPES.find((known) => known === key)
    return scope ? [[scope, { kind: 'tree', tree: value }] as const] : []
  })
}

function isScope(key: string): boolean {
  return SCOPES.some((scope) => scope === key)
}

function mixedFormsError(entries: readonly TreeEntry[]): TreeReading {
  const other = entries.find(({ key }) => !isScope(key))?.key ?? ''
  return { kind: 'broken', problem: `${JSON.stringify(other)} stands beside scopes; put it into one of them`, at: {} }
}
