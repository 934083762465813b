import type { Effect, EffectKind } from '../analysis/effects.ts'
import { isLocalSystem } from '../analysis/local-systems.ts'
import type { Category, Evidence, Finding } from './category.ts'

/** What a category says about one effect; the category's id and the effect are added by `detector`. */
export interface Found {
  readonly what: string
  readonly acts: readonly string[]
  readonly nouns?: readonly (readonly string[])[]
  readonly instead?: string
}

/** Turns a predicate over one effect into a category's `detect`. */
export function detector(
  category: string,
  find: (effect: Effect, evidence: Evidence) => Found | undefined,
): Category['detect'] {
  return (evidence) =>
    evidence.effects.flatMap((effect): Finding[] => {
      const found = find(effect, evidence)
      return found ? [{ nouns: [], ...found, category, effect }] : []
    })
}

/** Containers, images and volumes of this machine: nobody else's, and rebuilt at will, but for what volumes hold. */
export function isLocalContainer(effect: Extract<Effect, { kind: 'resource-change' }>): boolean {
  return effect.stage === 'development' && isLocalSystem(effect.system)
}

/** The effects of one kind that the same stretch of the command has: `-k` and the host it is used on. */
export function beside<K extends EffectKind>(
  effect: Effect,
  evidence: Evidence,
  kind: K,
): readonly Extract<Effect, { kind: K }>[] {
  return evidence.effects.filter(
    (other): other is Extract<Effect, { kind: K }> =>
      other.kind === kind && other.span.start === effect.span.start && other.span.end === effect.span.end,
  )
}
