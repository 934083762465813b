import { MODES, type Mode } from '../decision.ts'
import type { Behavior, Rule } from '../rules/rule.ts'
import { addNotice, isProjectScope, type SettingsDraft, sourceAt } from './draft.ts'
import { treeEntriesOf, treeItemsOf, treeTextsOf } from './read-values.ts'
import type { SettingsTree, TreeEntry } from './tree.ts'
import { reportUnknownKey } from './unknown-keys.ts'

/** Reads `permissions`. */
export function readPermissions(tree: SettingsTree, draft: SettingsDraft): void {
  for (const entry of treeEntriesOf(tree)) {
    switch (entry.key) {
      case 'allow':
      case 'deny':
      case 'ask':
        readRules(entry.key, entry, draft)
        break
      case 'defaultMode':
        readMode(entry, draft)
        break
      case 'additionalDirectories':
        readDirectories(entry, draft)
        break
      case 'webFetchRules':
        readWebFetchRules(entry, draft)
        break
      case 'disableAutoMode':
        readDisable('auto', entry, draft)
        break
      case 'disableBypassPermissionsMode':
        readDisable('bypassPermissions', entry, draft)
        break
      default:
        reportUnknownKey(['permissions'], entry, draft)
    }
  }
}

/** To narrow what a rule binds is to loosen it: no project may. */
function readWebFetchRules({ value }: TreeEntry, draft: SettingsDraft): void {
  const text = textAt(value)
  if (isProjectScope(draft.origin))
    addNotice(draft, 'warning', "permissions.webFetchRules is ignored: a project's files cannot choose it", value)
  else if (text !== undefined)
    draft.values.set('permissions.webFetchRules', { value: text, source: sourceAt(draft.origin, value.at) })
}

function readRules(behavior: Behavior, { value }: TreeEntry, draft: SettingsDraft): void {
  for (const item of treeItemsOf(value)) {
    const text = textAt(item)
    if (text !== undefined) addRule(draft, { behavior, text, source: sourceAt(draft.origin, item.at) })
    else readRuleObject(behavior, item, draft)
  }
}

function textAt(tree: SettingsTree | undefined): string | undefined {
  return tree?.kind === 'value' && typeof tree.value === 'string' ? tree.value : undefined
}

/** `{rule, match, notMatch}`: a rule with its examples. */
function readRuleObject(behavior: Behavior, item: SettingsTree, draft: SettingsDraft): void {
  const field = (key: string) => treeEntriesOf(item).findLast((entry) => entry.key === key)?.value
  const rule = field('rule')
  const text = textAt(rule)
  if (rule === undefined || text === undefined) return
  const texts = (key: string) => treeTextsOf(field(key) ?? EMPTY_LIST).map(({ value }) => value)
  const [match, notMatch] = [texts('match'), texts('notMatch')]
  addRule(draft, {
    behavior,
    text,
    source: sourceAt(draft.origin, rule.at),
    ...(match.length > 0 && { match }),
    ...(notMatch.length > 0 && { notMatch }),
  })
}

const EMPTY_LIST: SettingsTree = { kind: 'list', items: [], at: {} }

/** Allow rules of a project count only when a person trusts it. */
function addRule(draft: SettingsDraft, rule: Rule): void {
  if (rule.behavior === 'allow' && isProjectScope(draft.origin) && !draft.origin.trusted) {
    const text = `allow rule ${JSON.stringify(rule.text)} is ignored: the project is not trusted; \`irongate trust\` changes that`
    draft.notices.push({ level: 'warning', text, source: rule.source })
  } else draft.rules.push(rule)
}

function readMode(entry: TreeEntry, draft: SettingsDraft): void {
  const { value } = entry
  const mode = MODES.find((known) => known === textAt(value))
  if (!mode) return
  if (isProjectScope(draft.origin)) {
    if (mode === 'auto' || mode === 'bypassPermissions') {
      addNotice(draft, 'warning', `mode ${mode} is ignored: a project's files cannot choose it`, value)
      return
    }
    if (!draft.origin.trusted) {
      addNotice(draft, 'warning', `mode ${mode} is ignored: the project is not trusted`, value)
      return
    }
  }
  draft.modes.push({ value: mode, source: sourceAt(draft.origin, value.at) })
}

function readDirectories({ value }: TreeEntry, draft: SettingsDraft): void {
  for (const item of treeItemsOf(value)) {
    const directory = textAt(item)
    if (directory === undefined) continue
    if (isProjectScope(draft.origin) && !draft.origin.trusted) {
      addNotice(draft, 'warning', `directory ${JSON.stringify(directory)} is ignored: the project is not trusted`, item)
    } else draft.directories.push({ value: directory, source: sourceAt(draft.origin, item.at) })
  }
}

/** Any scope may switch a mode off. */
function readDisable(mode: Mode, { value }: TreeEntry, draft: SettingsDraft): void {
  if (textAt(value) === 'disable') draft.disabled.push({ value: mode, source: sourceAt(draft.origin, value.at) })
}
