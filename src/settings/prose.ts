import type { SettingsScope, Source } from '../rules/rule.ts'
import type { Located, ProseList, ProseListKey, SettingsDraft } from './draft.ts'
import type { AutoMode, ProseEntry, SettingsNotice } from './policy.ts'

/** The built-in categories and exceptions, by id. */
export interface BuiltinTexts {
  readonly soft: readonly string[]
  readonly hard: readonly string[]
  readonly exceptions: readonly string[]
  /** Of these lists. */
  readonly hash: string
  /** Id → title. */
  readonly titles: ReadonlyMap<string, string>
}

export const DEFAULTS_MARK = '$defaults'

export type MergedProse = Pick<
  AutoMode,
  'allow' | 'softDeny' | 'hardDeny' | 'environment' | 'categories' | 'exceptions' | 'replaced'
> & {
  readonly locked: readonly string[]
  readonly notices: readonly SettingsNotice[]
}

/** What one list amounts to: built-ins in force, and entries of people's own. */
interface MergedProseList {
  readonly own: readonly ProseEntry[]
  readonly builtin: readonly string[]
  readonly locked: readonly string[]
  /** The built-ins that a list of people's own took out of force, and where it stands. */
  readonly dropped?: { readonly ids: readonly string[]; readonly source: Source }
  readonly notices: readonly SettingsNotice[]
}

/**
 * Merges the prose lists. Managed settings and people's own are two voices: each may keep built-ins in force,
 * and neither can remove what the other asked for.
 */
export function mergeProse(drafts: readonly SettingsDraft[], builtin: BuiltinTexts): MergedProse {
  const mode = listsMode(drafts)
  const merge = (name: ProseListKey, ids: readonly string[], named: readonly string[]): MergedProseList =>
    mergeList(
      name,
      [
        combinedList(drafts, name, ['managed']),
        combinedList(drafts, name, ['user', 'flag']) ?? combinedList(drafts, name, ['builtin']),
      ],
      {
        mode,
        ids,
        named,
        builtin,
      },
    )
  const categories = [...builtin.soft, ...builtin.hard]
  const allow = merge('allow', builtin.exceptions, builtin.exceptions)
  const soft = merge('soft_deny', builtin.soft, categories)
  const hard = merge('hard_deny', builtin.hard, categories)
  const environment = merge('environment', [], [])
  return {
    allow: allow.own,
    softDeny: soft.own,
    hardDeny: hard.own,
    environment: environment.own,
    categories: { soft: soft.builtin.filter((id) => !hard.builtin.includes(id)), hard: hard.builtin },
    exceptions: allow.builtin,
    locked: [...new Set([...soft.locked, ...hard.locked])],
    ...replacedRuleCounts({ soft, hard, allow }),
    notices: [allow, soft, hard].flatMap((list) => list.notices),
  }
}

function replacedRuleCounts({
  soft,
  hard,
  allow,
}: Readonly<Record<'soft' | 'hard' | 'allow', MergedProseList>>): Pick<AutoMode, 'replaced'> {
  const source = (soft.dropped ?? hard.dropped ?? allow.dropped)?.source
  if (source === undefined) return {}
  const kept = new Set([...soft.builtin, ...hard.builtin])
  const rules = [soft, hard].flatMap(({ dropped }) => dropped?.ids ?? []).filter((id) => !kept.has(id))
  return { replaced: { rules, exceptions: allow.dropped?.ids ?? [], source } }
}

function listsMode(drafts: readonly SettingsDraft[]): 'replace' | 'add' {
  const find = (scope: SettingsScope): Located<unknown> | undefined =>
    drafts
      .findLast((draft) => draft.origin.scope === scope && draft.values.has('autoMode.lists'))
      ?.values.get('autoMode.lists')
  const given = find('managed') ?? find('flag') ?? find('user')
  return given?.value === 'add' ? 'add' : 'replace'
}

/** The lists of some scopes, one after the other; undefined when none of them wrote one. */
function combinedList(
  drafts: readonly SettingsDraft[],
  name: ProseListKey,
  scopes: readonly SettingsScope[],
): ProseList | undefined {
  const lists = drafts
    .filter(({ origin }) => scopes.includes(origin.scope))
    .flatMap(({ lists }) => lists.get(name) ?? [])
  const [first] = lists
  return first && { entries: lists.flatMap(({ entries }) => entries), source: first.source }
}

interface ListContext {
  readonly mode: 'replace' | 'add'
  /** The built-ins of this list. */
  readonly ids: readonly string[]
  /** The built-ins an entry of this list may name. */
  readonly named: readonly string[]
  readonly builtin: BuiltinTexts
}

function mergeList(
  name: ProseListKey,
  [managed, people]: readonly [ProseList | undefined, ProseList | undefined],
  frame: ListContext,
): MergedProseList {
  const order = [...new Set([...frame.ids, ...frame.named])]
  const spoken = [managed, people].flatMap((list) => list ?? [])
  const kept = new Set(spoken.length === 0 ? frame.ids : spoken.flatMap((list) => keptBuiltins(list, frame)))
  const dropped = frame.ids.filter((id) => !kept.has(id))
  const replacing = people ?? managed
  const told = dropped.length > 0 && replacing && !isPreset(replacing) ? replacing : undefined
  return {
    own: spoken.flatMap(({ entries }) => entries).filter(({ text }) => text !== DEFAULTS_MARK && !nameOf(text, frame)),
    builtin: order.filter((id) => kept.has(id)),
    locked: managed ? order.filter((id) => keptBuiltins(managed, frame).includes(id)) : [],
    ...(told && { dropped: { ids: dropped, source: told.source } }),
    notices: told ? [droppedNotice(name, dropped, told)] : [],
  }
}

function keptBuiltins(list: ProseList, frame: ListContext): readonly string[] {
  const { entries } = list
  const all = (frame.mode === 'add' && !isPreset(list)) || entries.some(({ text }) => text === DEFAULTS_MARK)
  return [...(all ? frame.ids : []), ...entries.flatMap(({ text }) => nameOf(text, frame) ?? [])]
}

/** A preset says all that its list holds, and nobody has to be told. */
function isPreset({ source }: ProseList): boolean {
  return source.scope === 'builtin'
}

/** The built-in an entry names by id or title. */
function nameOf(text: string, { named, builtin }: ListContext): string | undefined {
  const folded = text.toLowerCase()
  return named.find((id) => id.toLowerCase() === folded || builtin.titles.get(id)?.toLowerCase() === folded)
}

function droppedNotice(name: ProseListKey, dropped: readonly string[], { source }: ProseList): SettingsNotice {
  const text = `autoMode.${name} replaces the built-in list; dropped: ${dropped.join(', ')}. Add "${DEFAULTS_MARK}" to keep it.`
  return { level: 'warning', text, source }
}
