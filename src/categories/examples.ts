import type { Examples } from './category.ts'
import { labelledExamples } from './examples.static.ts'

/** The labelled calls of every category, by its id. */
export const EXAMPLES: ReadonlyMap<string, Examples> = new Map(labelledExamples())
