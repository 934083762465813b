import type { Source } from '../rules/rule.ts'
import { type Draft, isProjectScope, LISTS, type ListName, type Located, notify, sourceAt } from './draft.ts'
import { PRESET_NAMES } from './preset-names.ts'
import { plainValue, type Tree, type TreeEntry } from './tree.ts'
import { keysOf, unknownKey } from './unknown-keys.ts'

/** Keys of `judge` that the policy names itself. Further ones that the schema describes are kept for the judge that knows them. */
export const JUDGE_VALUES: ReadonlySet<string> = new Set([
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
export function readValue(name: string, { value }: TreeEntry, draft: Draft): void {
  draft.values.set(name, { value: plainValue(value), source: sourceAt(draft.origin, value.at) })
}

/** Reads `autoMode`: single values and lists of prose. */
export function readAutoMode(tree: Tree, draft: Draft): void {
  for (const entry of entriesOf(tree)) {
    const list = LISTS.find((name) => name === entry.key)
    if (list) readProse(list, entry, draft)
    else if (keysOf(['autoMode']).includes(entry.key)) readValue(`autoMode.${entry.key}`, entry, draft)
    else unknownKey(['autoMode'], entry, draft)
  }
}

function readProse(name: ListName, { value, at }: TreeEntry, draft: Draft): void {
  const entries = textsOf(value).map(({ value: text, source }) => ({ text: text.trim(), source: source(draft) }))
  const before = draft.lists.get(name)
  draft.lists.set(name, {
    entries: [...(before?.entries ?? []), ...entries],
    source: before?.source ?? sourceAt(draft.origin, at),
  })
}

/** Reads `judge`, `limits`, `approvals`, `alerts` or `audit`. */
export function readSection(section: string, tree: Tree, draft: Draft): void {
  for (const entry of entriesOf(tree)) {
    const extra = section === 'judge' && !JUDGE_VALUES.has(entry.key)
    if (!keysOf([section]).includes(entry.key)) unknownKey([section], entry, draft)
    else readValue(`${section}.${extra ? 'extra.' : ''}${entry.key}`, entry, draft)
  }
}

/** Whether a person may switch the gate off for a while. What is not understood forbids it. */
export function readAllowOff({ key, value }: TreeEntry, draft: Draft): void {
  draft.values.set(key, { value: plainValue(value) === true, source: sourceAt(draft.origin, value.at) })
}

/** A project may only tighten, so it may only ask for `strict`. */
export function readPreset({ value }: TreeEntry, draft: Draft): void {
  const known = PRESET_NAMES.find((name) => name === plainValue(value))
  if (isProjectScope(draft.origin) && known !== 'strict')
    notify(draft, 'warning', 'preset is ignored: a project can only ask for "strict"', value)
  else draft.values.set('preset', { value: known, source: sourceAt(draft.origin, value.at) })
}

/** Programs whose arguments are the command that really runs. */
export function readWrappers(tree: Tree, draft: Draft): void {
  for (const { value, source } of textsOf(tree)) draft.wrappers.push({ value, source: source(draft) })
}

/** Reads `hosts.<name>.<key>`. */
export function readHosts(tree: Tree, draft: Draft): void {
  for (const { key: host, value } of entriesOf(tree)) {
    const values = draft.hosts.get(host) ?? new Map<string, Located<unknown>>()
    draft.hosts.set(host, values)
    for (const entry of entriesOf(value)) {
      const source = sourceAt(draft.origin, entry.value.at)
      if (keysOf(['hosts', host]).includes(entry.key)) values.set(entry.key, { value: plainValue(entry.value), source })
      else unknownKey(['hosts', host], entry, draft)
    }
  }
}

/** What a value holds, where it is of the kind that the schema demands; a wrong one never comes here. */
export function entriesOf(tree: Tree): readonly TreeEntry[] {
  return tree.kind === 'object' ? tree.entries : []
}

export function itemsOf(tree: Tree): readonly Tree[] {
  return tree.kind === 'list' ? tree.items : []
}

/** The texts of a list, each with the place that it stands at. */
export function textsOf(tree: Tree): readonly { readonly value: string; readonly source: (draft: Draft) => Source }[] {
  return itemsOf(tree).flatMap((item) =>
    item.kind === 'value' && typeof item.value === 'string'
      ? [{ value: item.value, source: ({ origin }: Draft) => sourceAt(origin, item.at) }]
      : [],
  )
}
