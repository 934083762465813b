import { MODES, type Mode } from '../decision.ts'
import { nearest } from '../rules/nearest.ts'
import type { Behavior, Rule } from '../rules/rule.ts'
import { breakAt, type Draft, isProjectScope, notify, sourceAt } from './draft.ts'
import type { Tree, TreeEntry } from './tree.ts'
import { unknownKey } from './unknown-keys.ts'

/** Reads `permissions`. */
export function readPermissions(tree: Tree, draft: Draft): void {
  if (tree.kind !== 'object') {
    breakAt(draft, 'permissions must be an object', tree.at)
    return
  }
  for (const entry of tree.entries) {
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
      case 'disableAutoMode':
        readDisable('auto', entry, draft)
        break
      case 'disableBypassPermissionsMode':
        readDisable('bypassPermissions', entry, draft)
        break
      default:
        unknownKey(['permissions'], entry, draft)
    }
  }
}

function readRules(behavior: Behavior, { value }: TreeEntry, draft: Draft): void {
  if (value.kind !== 'list') {
    invalidRule(behavior, value, draft, `permissions.${behavior} must be a list`)
    return
  }
  for (const item of value.items) readRule(behavior, item, draft)
}

function readRule(behavior: Behavior, item: Tree, draft: Draft): void {
  if (item.kind === 'value' && typeof item.value === 'string') {
    addRule(draft, { behavior, text: item.value, source: sourceAt(draft.origin, item.at) })
  } else if (item.kind === 'object') readRuleObject(behavior, item, draft)
  else invalidRule(behavior, item, draft, 'a rule must be a text')
}

const FIELDS: readonly string[] = ['rule', 'match', 'notMatch']

function suggestion(key: string): string {
  const name = nearest(key, FIELDS)
  return name === undefined ? '' : `; did you mean ${name}?`
}

/** `{rule, match, notMatch}`: a rule with its examples. */
function readRuleObject(behavior: Behavior, item: Extract<Tree, { kind: 'object' }>, draft: Draft): void {
  const field = (key: string) => item.entries.findLast((entry) => entry.key === key)?.value
  const rule = field('rule')
  if (rule?.kind !== 'value' || typeof rule.value !== 'string') {
    invalidRule(behavior, item, draft, 'a rule object needs "rule": a text')
    return
  }
  const match = texts(field('match'))
  const notMatch = texts(field('notMatch'))
  const source = sourceAt(draft.origin, rule.at)
  const unknown = item.entries.find(({ key }) => !FIELDS.includes(key))
  if (unknown) notify(draft, 'error', `${unknown.key} is not a field of a rule${suggestion(unknown.key)}`, unknown)
  if (!match || !notMatch)
    addRule(draft, { behavior, text: rule.value, source, invalid: 'examples must be lists of texts' })
  else
    addRule(draft, {
      behavior,
      text: rule.value,
      source,
      ...(match.length > 0 && { match }),
      ...(notMatch.length > 0 && { notMatch }),
    })
}

/** A list of texts; empty when absent, undefined when it is something else. */
function texts(tree: Tree | undefined): string[] | undefined {
  if (!tree) return []
  if (tree.kind !== 'list') return undefined
  const result = tree.items.flatMap((item) =>
    item.kind === 'value' && typeof item.value === 'string' ? [item.value] : [],
  )
  return result.length === tree.items.length ? result : undefined
}

function invalidRule(behavior: Behavior, at: Tree, draft: Draft, invalid: string): void {
  const text = at.kind === 'value' && typeof at.value === 'string' ? at.value : ''
  addRule(draft, { behavior, text, source: sourceAt(draft.origin, at.at), invalid })
}

/** Allow rules of a project count only when a person trusts it. */
function addRule(draft: Draft, rule: Rule): void {
  if (rule.behavior === 'allow' && isProjectScope(draft.origin) && !draft.origin.trusted) {
    const text = `allow rule ${JSON.stringify(rule.text)} is ignored: the project is not trusted; \`irongate trust\` changes that`
    draft.notices.push({ level: 'warning', text, source: rule.source })
  } else draft.rules.push(rule)
}

function readMode(entry: TreeEntry, draft: Draft): void {
  const { value } = entry
  const mode = value.kind === 'value' ? MODES.find((known) => known === value.value) : undefined
  if (!mode) {
    notify(draft, 'error', `permissions.defaultMode must be one of ${MODES.join(', ')}`, value)
    return
  }
  if (isProjectScope(draft.origin)) {
    if (mode === 'auto' || mode === 'bypassPermissions') {
      notify(draft, 'warning', `mode ${mode} is ignored: a project's files cannot choose it`, value)
      return
    }
    if (!draft.origin.trusted) {
      notify(draft, 'warning', `mode ${mode} is ignored: the project is not trusted`, value)
      return
    }
  }
  draft.modes.push({ value: mode, source: sourceAt(draft.origin, value.at) })
}

function readDirectories({ value }: TreeEntry, draft: Draft): void {
  if (value.kind !== 'list') {
    notify(draft, 'error', 'permissions.additionalDirectories must be a list', value)
    return
  }
  for (const item of value.items) {
    if (item.kind !== 'value' || typeof item.value !== 'string' || item.value === '') {
      notify(draft, 'error', 'a directory must be a text', item)
    } else if (isProjectScope(draft.origin) && !draft.origin.trusted) {
      notify(draft, 'warning', `directory ${JSON.stringify(item.value)} is ignored: the project is not trusted`, item)
    } else draft.directories.push({ value: item.value, source: sourceAt(draft.origin, item.at) })
  }
}

/** Any scope may switch a mode off. A value that is not understood switches it off too, unless it plainly says no. */
function readDisable(mode: Mode, entry: TreeEntry, draft: Draft): void {
  const { value } = entry
  const given = value.kind === 'value' ? value.value : undefined
  if (given === false || given === null) return
  if (given !== 'disable') notify(draft, 'error', `permissions.${entry.key} takes "disable"; read as such`, value)
  draft.disabled.push({ value: mode, source: sourceAt(draft.origin, value.at) })
}
