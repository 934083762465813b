/** What is compared of each call, beside the decision itself. */
export const FACETS = ['effects', 'commands', 'grade', 'findings', 'memory', 'decision'] as const
export type Facet = (typeof FACETS)[number]
