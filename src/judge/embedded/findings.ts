import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import type { Facts } from '../../analysis/facts.ts'
import type { Category, Evidence, Finding } from '../../categories/category.ts'
import { CATEGORIES, findingRank } from '../../categories/index.ts'
import type { Policy } from '../../settings/policy.ts'
import { wordEffect } from '../../wording/wording.ts'
import { meaningOfProse, readTrustedPlaces } from './prose.ts'

export { entriesNeedingModel } from './prose.ts'

export function buildEvidence(action: Action, policy: Policy, facts: Facts): Evidence {
  return { effects: action.effects, facts, tool: action.tool, trusted: readTrustedPlaces(policy) }
}

/**
 * Everything the categories in force see in an Action, also what is merely possible: hard ones first, then the gravest.
 * The effects of an Action are a set: their order decides nothing.
 */
export function collectFindings(action: Action, policy: Policy, facts: Facts): readonly Finding[] {
  if (action.effects.length === 0) return []
  const evidence = buildEvidence(action, policy, facts)
  const stated = forbiddenFindings(evidence, policy)
  if (action.effects.every(isOrdinaryRead) && stated.length === 0) return []
  const kinds = new Set(action.effects.map(({ kind }) => kind))
  const asked = categoriesOf(policy).filter(({ sees }) => sees.some((kind) => kinds.has(kind)))
  return [...asked.flatMap((category) => detectSafely(category, evidence)), ...stated].sort(
    (left, right) =>
      Number(isHardFinding(right, policy)) - Number(isHardFinding(left, policy)) ||
      findingRank(left) - findingRank(right) ||
      compareFindings(left, right),
  )
}

/**
 * Reading or listing an ordinary place of the project: nothing to any category, and all that most commands do. To load and ask every
 * category takes a process that answers once longer than to read such a command.
 */
export function isOrdinaryRead(effect: Effect): boolean {
  if (effect.kind !== 'read-path' || effect.actor.roles.length > 0) return false
  return effect.path.zone === 'project' && effect.path.tags.length === 0
}

/** Between findings of one category: what is surer, then what stands first in the text, then their words and kinds. */
function compareFindings(left: Finding, right: Finding): number {
  return (
    CERTAINTY_ORDER[left.effect.certainty] - CERTAINTY_ORDER[right.effect.certainty] ||
    left.effect.span.start - right.effect.span.start ||
    compareText(
      wordEffect(left.effect, {}, left.aspect).headline,
      wordEffect(right.effect, {}, right.aspect).headline,
    ) ||
    compareText(left.effect.kind, right.effect.kind)
  )
}

const compareText = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0)

const CERTAINTY_ORDER = { certain: 0, likely: 1, possible: 2 } as const

/** INVARIANT: what is only possible never blocks alone. */
export function isCertainFinding(finding: Finding): boolean {
  return finding.effect.certainty !== 'possible'
}

export function isHardFinding(finding: Finding, policy: Policy): boolean {
  const { categories, hardDeny } = policy.autoMode
  if (finding.category === HARD_DENY || categories.hard.includes(finding.category)) return true
  return hardDeny.some((entry) => namesCategory(meaningOfProse(entry), finding.category))
}

/** Findings of deny entries in documented forms carry these instead of a category. */
export const SOFT_DENY = 'soft-deny'
export const HARD_DENY = 'hard-deny'

/** A policy does not change: its categories are told once. */
const CATEGORIES_BY_POLICY = new WeakMap<Policy, readonly Category[]>()

function categoriesOf(policy: Policy): readonly Category[] {
  const known = CATEGORIES_BY_POLICY.get(policy)
  if (known) return known
  const found = CATEGORIES.filter(({ id }) => isInForce(id, policy))
  CATEGORIES_BY_POLICY.set(policy, found)
  return found
}

function isInForce(id: string, { autoMode }: Policy): boolean {
  if (autoMode.categories.soft.includes(id) || autoMode.categories.hard.includes(id)) return true
  return [...autoMode.softDeny, ...autoMode.hardDeny].some((entry) => namesCategory(meaningOfProse(entry), id))
}

function namesCategory(form: ReturnType<typeof meaningOfProse>, id: string): boolean {
  return form?.type === 'category' && form.id === id
}

/** A category that fails must not hide what it would have found. */
function detectSafely(category: Category, evidence: Evidence): readonly Finding[] {
  try {
    return category.detect(evidence)
  } catch (error) {
    return evidence.effects.slice(0, 1).map((effect) => ({
      category: category.id,
      effect: { ...effect, certainty: 'likely' },
      aspect: { failure: String(error).slice(0, 120) },
      nouns: [],
      acts: [],
    }))
  }
}

function forbiddenFindings({ effects }: Evidence, { autoMode }: Policy): readonly Finding[] {
  const lists = [
    [SOFT_DENY, autoMode.softDeny],
    [HARD_DENY, autoMode.hardDeny],
  ] as const
  return lists.flatMap(([category, entries]) =>
    entries.flatMap((entry) => {
      const form = meaningOfProse(entry)
      if (form?.type !== 'forbids') return []
      const stated = { category, aspect: { rule: entry.text }, nouns: [], acts: [] }
      // A soft sentence gives way to what the user asks for, and no sentence of theirs can be held against it offline: they are asked.
      const asks = category === SOFT_DENY ? ({ asks: true } as const) : {}
      return effects.filter(form.effect).map((effect): Finding => ({ ...stated, ...asks, effect }))
    }),
  )
}
