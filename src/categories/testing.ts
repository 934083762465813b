import type { Action } from '../analysis/action.ts'
import { actorOf } from '../analysis/actor.ts'
import type { Effect, EffectDraft } from '../analysis/effects.ts'
import { type PathUse, RECOVERABLE } from '../analysis/paths/paths.ts'
import { type FixedFacts, fixedFacts } from '../facts/fixed.ts'
import type { Evidence, TrustedPlaces } from './category.ts'
import { CATEGORIES } from './index.ts'

const NO_TRUSTED_PLACES: TrustedPlaces = { domains: [], repositories: [], buckets: [] }

/** For tests: an effect as the analysis would complete it. */
export function effect(draft: EffectDraft): Effect {
  const actor = actorOf(draft.by ?? 'test')
  return {
    certainty: 'certain',
    by: 'test',
    actor,
    span: { start: 0, end: 1 },
    wrapperNames: [],
    wrappers: [],
    ...draft,
  } as Effect
}

/** For tests: a path in the project whose state is not known, unless told otherwise. */
export function path(text: string, more: Partial<PathUse> = {}): PathUse {
  return {
    text,
    real: text.startsWith('/') ? text : `/home/dev/project/${text}`,
    zone: 'project',
    tags: [],
    glob: false,
    dynamic: false,
    sessionMade: false,
    recoverable: RECOVERABLE.unknown,
    ...more,
  }
}

export function evidence(
  drafts: readonly EffectDraft[],
  more: { facts?: FixedFacts; trusted?: Partial<TrustedPlaces>; tool?: string } = {},
): Evidence {
  return {
    effects: drafts.map(effect),
    facts: fixedFacts(more.facts),
    tool: more.tool ?? 'Bash',
    trusted: { ...NO_TRUSTED_PLACES, ...more.trusted },
  }
}

/** For tests: the ids of the categories that find something sure. */
export function detectedCategories(given: Evidence): readonly string[] {
  return CATEGORIES.filter(({ detect }) => detect(given).some((finding) => finding.effect.certainty !== 'possible'))
    .map(({ id }) => id)
    .toSorted()
}

/** For tests: an Action that has these effects and nothing else. */
export function actionOf(drafts: readonly EffectDraft[], more: Partial<Action> = {}): Action {
  const effects = drafts.map(effect)
  return {
    call: { tool: 'Bash', input: { command: '' }, cwd: '/home/dev/project', sessionId: 'test' },
    tool: 'Bash',
    judgeText: '',
    commands: [],
    effects,
    paths: [],
    unknowns: [],
    reads: [],
    grade: undefined,
    ...more,
  }
}
