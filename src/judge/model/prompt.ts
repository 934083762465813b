import type { Category, Exception } from '../../categories/category.ts'
import type { AutoMode, ProseEntry } from '../../settings/policy.ts'
import { quoteJson } from '../../transcript/escape.ts'
import { PROMPT_TEXTS } from './prompt/texts.ts'

/** What the prompt needs of a category and of an exception. */
export type PromptCategory = Pick<Category, 'id' | 'title' | 'policy' | 'clears'>
export type PromptException = Pick<Exception, 'id' | 'title' | 'policy'>

export interface PromptParts {
  readonly autoMode: Pick<AutoMode, 'allow' | 'softDeny' | 'hardDeny' | 'environment' | 'categories' | 'exceptions'>
  readonly categories: readonly PromptCategory[]
  readonly exceptions: readonly PromptException[]
}

/** A block rule as the judge's answer names it. */
export interface PromptRule {
  readonly id: string
  readonly hard: boolean
  readonly title: string
  readonly clears: string | undefined
}

/** The system prompt. Pure: the same policy gives the same bytes. */
export function systemPrompt(parts: PromptParts): string {
  const permissions = fillSlots(PROMPT_TEXTS.permissions, {
    environment: () => proseList(parts.autoMode.environment, 'environment'),
    hard: () => hardRules(parts),
    soft: () => softRules(parts),
    exceptions: () => exceptionList(parts),
  })
  return [
    PROMPT_TEXTS.base,
    PROMPT_TEXTS['user-intent'],
    PROMPT_TEXTS.evaluation,
    permissions,
    PROMPT_TEXTS.output,
  ].join('\n\n')
}

/** Fills every slot in one pass; what a slot is filled with is never looked at again. */
export function fillSlots(template: string, slots: Readonly<Record<string, () => string>>): string {
  const pieces = template.split(/\{\{([a-z-]+)\}\}/)
  return pieces
    .map((piece, at) => {
      if (at % 2 === 0) return piece
      const slot = Object.hasOwn(slots, piece) ? slots[piece] : undefined
      if (slot === undefined) throw new Error(`the prompt has no text for ${piece}`)
      return slot()
    })
    .join('')
}

/** Every block rule in force: what an answer may name, and whether the user can clear it. */
export function rulesInForce({ autoMode, categories }: PromptParts): ReadonlyMap<string, PromptRule> {
  const rules: PromptRule[] = [
    ...pickByIds(categories, autoMode.categories.hard).map((category) => ruleOf(category, true)),
    ...pickByIds(categories, autoMode.categories.soft).map((category) => ruleOf(category, false)),
    ...autoMode.hardDeny.map((entry, at) => proseRule(entry, `hard-deny-${at + 1}`, true)),
    ...autoMode.softDeny.map((entry, at) => proseRule(entry, `soft-deny-${at + 1}`, false)),
  ]
  return new Map(rules.reverse().map((rule) => [rule.id, rule]))
}

function ruleOf({ id, title, clears }: PromptCategory, hard: boolean): PromptRule {
  return { id, hard, title, clears: hard ? undefined : clears }
}

function proseRule({ text }: ProseEntry, id: string, hard: boolean): PromptRule {
  return { id, hard, title: text, clears: hard ? undefined : 'The user asks for exactly this.' }
}

function pickByIds<T extends { readonly id: string }>(all: readonly T[], ids: readonly string[]): readonly T[] {
  const wanted = new Set(ids)
  return all.filter(({ id }) => wanted.has(id))
}

function hardRules({ autoMode, categories }: PromptParts): string {
  const builtin = pickByIds(categories, autoMode.categories.hard).map(({ id, title, policy }) =>
    section(id, title, policy),
  )
  return joinSections([...builtin, jsonEntries(autoMode.hardDeny, 'hard-deny')])
}

function softRules({ autoMode, categories }: PromptParts): string {
  const builtin = pickByIds(categories, autoMode.categories.soft).map(({ id, title, policy, clears }) =>
    section(id, title, `${policy}\nClears when: ${clears}`),
  )
  return joinSections([...builtin, jsonEntries(autoMode.softDeny, 'soft-deny')])
}

function exceptionList({ autoMode, exceptions }: PromptParts): string {
  const builtin = pickByIds(exceptions, autoMode.exceptions).map(({ id, title, policy }) => section(id, title, policy))
  return joinSections([...builtin, jsonEntries(autoMode.allow, 'allow')])
}

function section(id: string, title: string, text: string): string {
  return `## ${id}: ${title}\n\n${text.trim()}`
}

/** Entries that the user or their organisation wrote: one JSON string each, with an id. */
function jsonEntries(entries: readonly ProseEntry[], prefix: string): string {
  if (entries.length === 0) return ''
  return `## Of the user's own settings\n\n${proseList(entries, prefix)}`
}

function proseList(entries: readonly ProseEntry[], prefix: string): string {
  if (entries.length === 0) return 'None.'
  return entries.map(({ text }, at) => `- ${prefix}-${at + 1}: ${quoteJson(text)}`).join('\n')
}

function joinSections(sections: readonly string[]): string {
  const present = sections.filter((section) => section !== '')
  return present.length === 0 ? 'None.' : present.join('\n\n')
}
