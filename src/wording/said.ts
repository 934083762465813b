import type { Effect } from '../analysis/effects.ts'

/** What an effect does, why that is harmful, and what to do instead: a sentence each, without a period. */
export type Said = readonly [headline: string, why?: string | undefined, attempt?: string | undefined]

export type Of<K extends Effect['kind']> = Extract<Effect, { kind: K }>
