import { nearestName } from '../rules/nearest-name.ts'
import { addBreakage, addNotice, isProjectScope, type SettingsDraft } from './draft.ts'
import type { SettingsNotice } from './policy.ts'
import type { SettingsTree, TreeEntry } from './tree.ts'
import { SETTINGS_SCHEMA } from './validate.ts'

/** The keys of a section, from the schema that editors read: there is one list of them. */
export function keysOf(section: readonly string[]): readonly string[] {
  let found = SETTINGS_SCHEMA()
  for (const name of section) {
    const inner = found.properties && Object.hasOwn(found.properties, name) ? found.properties[name] : undefined
    found = inner ?? (typeof found.additionalProperties === 'object' ? found.additionalProperties : {})
  }
  return Object.keys(found.properties ?? {})
}

/** Keys that hold rules, or sections that do: a slip in one of them would drop what people forbade. */
export const RULE_KEYS: ReadonlySet<string> = new Set([
  'projects',
  'projects.*.permissions',
  'preset',
  'permissions',
  'permissions.allow',
  'permissions.deny',
  'permissions.ask',
  'permissions.disableAutoMode',
  'permissions.disableBypassPermissionsMode',
  'autoMode',
  'autoMode.soft_deny',
  'autoMode.hard_deny',
  'autoMode.allow',
])

/** What only people may set: in a project's file it would have said nothing. */
const USER_ONLY_KEY =
  /^(?:autoMode|judge|limits|wrappers|hosts|projects|allowOff|updateCheck|approvals|alerts|shadow)\b/

/**
 * A key that is no setting. It fails closed like a file that cannot be read when it would have carried rules: nobody can tell what
 * was meant to be forbidden. Else it is an error in people's own files, and a warning in those that others write: a project's, a host's.
 */
export function reportUnknownKey(section: readonly string[], entry: TreeEntry, draft: SettingsDraft): void {
  const name = nearestName(entry.key, keysOf(section))
  const path = (key: string) => [...section, key].join('.')
  const meant = name === undefined ? undefined : path(name)
  const text = `${path(entry.key)}${NOT_A_SETTING}${meant === undefined ? '' : `; did you mean ${meant}?`}`
  // What only people may set says nothing in a project's file.
  const skipped = isProjectScope(draft.origin) && USER_ONLY_KEY.test(meant ?? path(''))
  const said = skipped ? undefined : meant
  const foreign = isProjectScope(draft.origin) || draft.origin.kind === 'host'
  const slipped =
    ((said !== undefined && RULE_KEYS.has(said)) || (!skipped && isRuleList(entry.key))) && !isEmpty(entry.value)
  if (slipped || holdsRules(entry.value)) addBreakage(draft, text, entry.at)
  else addNotice(draft, foreign ? 'warning' : 'error', text, entry)
}

const NOT_A_SETTING = ' is not a setting'

/** Known by its words: a mark on it would change the version of every policy that has one. */
export function isUnknownKey({ text }: SettingsNotice): boolean {
  return text.includes(NOT_A_SETTING)
}

/** Under whatever name: lists under the names of rule lists, or texts that read as rules. */
function holdsRules(tree: SettingsTree): boolean {
  switch (tree.kind) {
    case 'value':
      return false
    case 'list':
      return tree.items.some((item) => holdsRules(item) || (item.kind === 'value' && isRule(item.value)))
    case 'object':
      return tree.entries.some(({ key, value }) => (isRuleList(key) && !isEmpty(value)) || holdsRules(value))
  }
}

const RULE_LIST_KEYS: ReadonlySet<string> = new Set(['deny', 'ask', 'allow', 'softdeny', 'harddeny', 'rule'])

function isRuleList(key: string): boolean {
  return RULE_LIST_KEYS.has(key.toLowerCase().replaceAll('_', ''))
}

function isRule(value: unknown): boolean {
  return typeof value === 'string' && /^(?:[A-Z][A-Za-z]{2,31}\(.*\)|mcp__\w[\w*-]*.*)$/s.test(value)
}

function isEmpty(tree: SettingsTree): boolean {
  return tree.kind === 'list' ? tree.items.length === 0 : tree.kind === 'object' && tree.entries.length === 0
}
