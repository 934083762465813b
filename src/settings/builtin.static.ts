import { CATEGORIES } from '../categories/index.ts'
import { EXCEPTIONS } from '../exceptions/index.ts'
import type { Builtin } from './prose.ts'

/** What the category and exception folders hold, without what they find. */
export function builtin(): Omit<Builtin, 'titles'> & { readonly titles: readonly (readonly [string, string])[] } {
  return {
    soft: CATEGORIES.filter(({ hard }) => !hard).map(({ id }) => id),
    hard: CATEGORIES.filter(({ hard }) => hard).map(({ id }) => id),
    exceptions: EXCEPTIONS.map(({ id }) => id),
    titles: [...CATEGORIES, ...EXCEPTIONS].map(({ id, title }) => [id, title]),
  }
}
