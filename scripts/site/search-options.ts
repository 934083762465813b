/** A section of a page, as it is found: its id is its address. */
export interface SearchEntry {
  readonly id: string
  readonly page: string
  readonly heading: string
  readonly text: string
}

/** The same where the index is made and where it's read. */
export const SEARCH_OPTIONS = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['page', 'heading', 'text'],
  searchOptions: { prefix: true, fuzzy: 0.15, boost: { heading: 4, page: 2 }, combineWith: 'AND' as const },
}
