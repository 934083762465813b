/** How we part from a statement on purpose: tighter, more open, or the same end by another way. */
export interface Difference {
  readonly kind: 'stricter' | 'looser' | 'another way'
  readonly what: string
}

/**
 * One statement of the specification: its number, what it says in our words, and where the code holds it (`file name`, where the
 * file holds the name). Numbers are never used again.
 */
export type Statement = readonly [id: string, says: string, at: string, differs?: Difference]

export interface Section {
  readonly title: string
  readonly statements: readonly Statement[]
}

export const stricter = (what: string): Difference => ({ kind: 'stricter', what })
export const looser = (what: string): Difference => ({ kind: 'looser', what })
export const another = (what: string): Difference => ({ kind: 'another way', what })
