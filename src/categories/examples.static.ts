import type { Examples } from './category.ts'
import { CATEGORIES } from './index.ts'

// By folder: a category is listed once, in the index.
const LOADED_EXAMPLES = await Promise.all(
  CATEGORIES.map(async ({ id }): Promise<readonly [string, Examples]> => {
    const module: { readonly examples: Examples } = await import(`./${id}/examples.ts`)
    return [id, module.examples]
  }),
)

/** The labelled calls of every category, by its id. */
export function labelledExamples(): readonly (readonly [id: string, calls: Examples])[] {
  return LOADED_EXAMPLES
}
