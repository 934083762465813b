import type { Source } from '../rules/rule.ts'
import {
  addNotice,
  isProjectScope,
  type Located,
  PROSE_LISTS,
  type ProseListKey,
  type SettingsDraft,
  sourceAt,
} from './draft.ts'
import { PRESET_NAMES } from './preset-names.ts'
import { plainTreeValue, type SettingsTree, type TreeEntry } from './tree.ts'
import { keysOf, reportUnknownKey } from './unknown-keys.ts'

/** Keys of `judge` that the policy names itself. Further ones that the schema describes are kept for the judge that knows them. */
export const JUDGE_KEYS: ReadonlySet<string> = new Set([
  'kind',
  'mode',
  'model',
  'baseUrl',
  'apiKey',
  'apiKeyCommand',
  'ironGate',
  'deadlineMs',
])

/** Takes one value under its full name. */
export function readValue(name: string, { value }: TreeEntry, draft: SettingsDraft): void {
  draft.values.set(name, { value: plainTreeValue(value), source: sourceAt(draft.origin, value.at) })
}

/** Reads `autoMode`: single values and lists of prose. */
export function readAutoMode(tree: SettingsTree, draft: SettingsDraft): void {
  for (const entry of treeEntriesOf(tree)) {
    const list = PROSE_LISTS.find((name) => name === entry.key)
    if (list) readProse(list, entry, draft)
    else if (keysOf(['autoMode']).includes(entry.key)) readValue(`autoMode.${entry.key}`, entry, draft)
    else reportUnknownKey(['autoMode'], entry, draft)
  }
}

function readProse(name: ProseListKey, { value, at }: TreeEntry, draft: SettingsDraft): void {
  const entries = treeTextsOf(value).map(({ value: text, source }) => ({ text: text.trim(), source: source(draft) }))
  const before = draft.lists.get(name)
  draft.lists.set(name, {
    entries: [...(before?.entries ?? []), ...entries],
    source: before?.source ?? sourceAt(draft.origin, at),
  })
}

/** Reads `judge`, `limits`, `approvals`, `alerts` or `audit`. */
export function readSection(section: string, tree: SettingsTree, draft: SettingsDraft): void {
  for (const entry of treeEntriesOf(tree)) {
    const extra = section === 'judge' && !JUDGE_KEYS.has(entry.key)
    if (!keysOf([section]).includes(entry.key)) reportUnknownKey([section], entry, draft)
    else readValue(`${section}.${extra ? 'extra.' : ''}${entry.key}`, entry, draft)
  }
}

/** Whether a person may switch the gate off for a while. What is not understood forbids it. */
export function readAllowOff({ key, value }: TreeEntry, draft: SettingsDraft): void {
  draft.values.set(key, { value: plainTreeValue(value) === true, source: sourceAt(draft.origin, value.at) })
}

/** A project may only tighten, so it may only ask for `strict`. */
export function readPreset({ value }: TreeEntry, draft: SettingsDraft): void {
  const known = PRESET_NAMES.find((name) => name === plainTreeValue(value))
  if (isProjectScope(draft.origin) && known !== 'strict')
    addNotice(draft, 'warning', 'preset is ignored: a project can only ask for "strict"', value)
  else draft.values.set('preset', { value: known, source: sourceAt(draft.origin, value.at) })
}

/** Programs whose arguments are the command that really runs. */
export function readWrappers(tree: SettingsTree, draft: SettingsDraft): void {
  for (const { value, source } of treeTextsOf(tree)) draft.wrappers.push({ value, source: source(draft) })
}

/** Reads `hosts.<name>.<key>`. */
export function readHosts(tree: SettingsTree, draft: SettingsDraft): void {
  for (const { key: host, value } of treeEntriesOf(tree)) {
    const values = draft.hosts.get(host) ?? new Map<string, Located<unknown>>()
    draft.hosts.set(host, values)
    for (const entry of treeEntriesOf(value)) {
      const source = sourceAt(draft.origin, entry.value.at)
      if (keysOf(['hosts', host]).includes(entry.key))
        values.set(entry.key, { value: plainTreeValue(entry.value), source })
      else reportUnknownKey(['hosts', host], entry, draft)
    }
  }
}

/** What a value holds, where it is of the kind that the schema demands; a wrong one never comes here. */
export function treeEntriesOf(tree: SettingsTree): readonly TreeEntry[] {
  return tree.kind === 'object' ? tree.entries : []
}

export function treeItemsOf(tree: SettingsTree): readonly SettingsTree[] {
  return tree.kind === 'list' ? tree.items : []
}

/** The texts of a list, each with the place that it stands at. */
export function treeTextsOf(
  tree: SettingsTree,
): readonly { readonly value: string; readonly source: (draft: SettingsDraft) => Source }[] {
  return treeItemsOf(tree).flatMap((item) =>
    item.kind === 'value' && typeof item.value === 'string'
      ? [{ value: item.value, source: ({ origin }: SettingsDraft) => sourceAt(origin, item.at) }]
      : [],
  )
}
