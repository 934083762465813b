import type { Effect, EffectKind } from '../analysis/effects.ts'
import type { PathUse } from '../analysis/paths/paths.ts'
import { isLocalSystem } from '../analysis/remote/local-systems.ts'
import type { Aspect } from '../wording/wording.ts'
import type { Category, Evidence, Finding } from './category.ts'

/** What a category says about one effect; the category's id and the effect are added by `detector`. */
export interface CategoryMatch {
  readonly aspect?: Aspect
  readonly acts: readonly string[]
  readonly nouns?: readonly (readonly string[])[]
  readonly demands?: readonly (readonly string[])[]
  readonly everyday?: readonly RegExp[]
  readonly asks?: true
}

/** What is put into a place: a write, or a program that may write there. */
export interface PathChange {
  readonly path: PathUse
  readonly content: string | undefined
  readonly how: Extract<Effect, { kind: 'write-path' }>['how'] | undefined
  /** Nothing says that it writes: to be asked about, in other words. */
  readonly doubt: boolean
}

/** Reads an effect as one that puts something somewhere; undefined when it does not. */
export function pathChangeOf(effect: Effect): PathChange | undefined {
  if (effect.kind === 'write-path') return { path: effect.path, content: effect.content, how: effect.how, doubt: false }
  if (effect.kind !== 'touch-protected') return undefined
  return { path: effect.path, content: undefined, how: undefined, doubt: effect.role === 'unknown' }
}

/** The same finding, as a question where nothing says that the program writes. */
export function asQuestion(found: CategoryMatch, { doubt }: PathChange): CategoryMatch {
  return doubt ? { ...found, acts: [...found.acts, 'format', 'convert', 'write', 'fix', 'edit'], asks: true } : found
}

const REQUEST_VERBS =
  'write|make|create|add|open|let|allow|set|publish|host|serve|expose|give|grant|use|change|turn|enable|put|generate|define|draft|bind|attach|promote|stop|disable|switch'

/** Whoever has a text written says what it is to do, in everyday words: a phrase for the act itself, and no denial of it. */
export function everydayPhrase(effect: Effect, phrase: string): Pick<CategoryMatch, 'everyday'> {
  if (effect.written !== true || phrase === '') return {}
  return {
    everyday: [new RegExp(`^(?:(?:${REQUEST_VERBS})\\b.*(?<!\\b(?:not?|never|without|non) )\\b)?(?:${phrase})`, 'i')],
  }
}

/** Turns a predicate over effects of some kinds into what a category sees, and how it detects. */
export function detector<K extends EffectKind>(
  category: string,
  sees: readonly K[],
  find: (effect: Extract<Effect, { kind: K }>, evidence: Evidence) => CategoryMatch | undefined,
): Pick<Category, 'sees' | 'detect'> {
  const kinds: ReadonlySet<EffectKind> = new Set(sees)
  const isSeen = (effect: Effect): effect is Extract<Effect, { kind: K }> => kinds.has(effect.kind)
  const detect = (evidence: Evidence) => {
    const all: Finding[] = []
    for (const effect of evidence.effects) {
      const found = isSeen(effect) ? find(effect, evidence) : undefined
      if (found) all.push({ nouns: [], ...found, category, effect })
    }
    return all
  }
  return { sees, detect }
}

/** Containers, images and volumes of this machine: nobody else's, and rebuilt at will, but for what volumes hold. */
export function isLocalContainer(effect: Extract<Effect, { kind: 'resource-change' }>): boolean {
  return effect.environment === 'development' && isLocalSystem(effect.system)
}

/** The effects of one kind that the same stretch of the command has: `-k` and the host it is used on. */
export function effectsAtSameSpan<K extends EffectKind>(
  effect: Effect,
  evidence: Evidence,
  kind: K,
): readonly Extract<Effect, { kind: K }>[] {
  const at = effectsBySpan(evidence.effects).get(`${effect.span.start} ${effect.span.end}`) ?? []
  return at.filter((other): other is Extract<Effect, { kind: K }> => other.kind === kind)
}

const EFFECTS_BY_SPAN = new WeakMap<readonly Effect[], ReadonlyMap<string, readonly Effect[]>>()

/** The effects of an action by the stretch of the command that they have, sorted once. */
function effectsBySpan(effects: readonly Effect[]): ReadonlyMap<string, readonly Effect[]> {
  const known = EFFECTS_BY_SPAN.get(effects)
  if (known) return known
  const spans = Map.groupBy(effects, ({ span }) => `${span.start} ${span.end}`)
  EFFECTS_BY_SPAN.set(effects, spans)
  return spans
}
