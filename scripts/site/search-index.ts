import MiniSearch from 'minisearch'
import { type DocPage, plainText, sitePath } from './pages.ts'
import { SEARCH_OPTIONS, type SearchEntry } from './search-options.ts'

/** Text of a section beyond this says nothing more of what it's about: lists of programs, tables of figures. */
const MOST_TEXT = 4000

/** One entry per section of every page, as the browser loads it. */
export function searchIndexOf(pages: readonly DocPage[]): string {
  const index = new MiniSearch<SearchEntry>(SEARCH_OPTIONS)
  index.addAll(pages.flatMap(entriesOf))
  return JSON.stringify(index)
}

function entriesOf({ path, title, tokens, headings }: DocPage): readonly SearchEntry[] {
  return headings.map(({ text: heading, anchor, at }, number) => {
    const end = headings[number + 1]?.at ?? tokens.length
    const parts = tokens
      .slice(at + 2, end)
      .map((token) => (token.type === 'inline' ? plainText(token) : token.type === 'fence' ? token.content : ''))
    const text = parts.join(' ').replace(/\s+/g, ' ').trim().slice(0, MOST_TEXT)
    return { id: `${sitePath(path)}${number === 0 ? '' : `#${anchor}`}`, page: title, heading, text }
  })
}
