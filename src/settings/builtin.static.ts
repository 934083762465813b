import { sha256 } from '../analysis/text/sha256.ts'
import { CATEGORIES } from '../categories/index.ts'
import { EXCEPTIONS } from '../exceptions/index.ts'
import type { BuiltinTexts } from './prose.ts'

/** What the category and exception folders hold, without what they find. */
export function builtin(): Omit<BuiltinTexts, 'titles'> & { readonly titles: readonly (readonly [string, string])[] } {
  const lists = {
    soft: CATEGORIES.filter(({ hard }) => !hard).map(({ id }) => id),
    hard: CATEGORIES.filter(({ hard }) => hard).map(({ id }) => id),
    exceptions: EXCEPTIONS.map(({ id }) => id),
  }
  return {
    ...lists,
    hash: sha256(JSON.stringify(lists)).slice(0, 16),
    titles: [...CATEGORIES, ...EXCEPTIONS].map(({ id, title }) => [id, title]),
  }
}
