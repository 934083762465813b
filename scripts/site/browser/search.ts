import MiniSearch from 'minisearch'
import { SEARCH_OPTIONS, type SearchEntry } from '../search-options.ts'

/** The search of the docs site: an index that is loaded when somebody wants to search, and nothing from elsewhere. */
const root = document.currentScript?.getAttribute('data-root') ?? './'
const box = document.querySelector<HTMLInputElement>('#search')
const list = document.querySelector<HTMLOListElement>('#results')
const MOST_RESULTS = 12
const AROUND = 60

let loading: Promise<MiniSearch<SearchEntry>> | undefined

/** A script, not a request: so that the site also works from a folder. */
function load(): Promise<MiniSearch<SearchEntry>> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${root}assets/search-index.js`
    script.onload = () => {
      const { searchIndex } = globalThis as unknown as { searchIndex: string }
      resolve(MiniSearch.loadJSON<SearchEntry>(searchIndex, SEARCH_OPTIONS))
    }
    script.onerror = () => reject(new Error('the search index is missing'))
    document.head.append(script)
  })
  return loading
}

function excerptOf(text: string, terms: readonly string[]): string {
  const at = Math.max(
    0,
    Math.min(...terms.map((term) => text.toLowerCase().indexOf(term)).filter((place) => place >= 0)),
  )
  if (!Number.isFinite(at)) return text.slice(0, 2 * AROUND)
  const start = Math.max(0, at - AROUND)
  return `${start > 0 ? '…' : ''}${text.slice(start, at + 2 * AROUND)}…`
}

async function search(): Promise<void> {
  if (box === null || list === null) return
  const words = box.value.trim()
  list.hidden = words === ''
  if (words === '') return
  const found = (await load()).search(words).slice(0, MOST_RESULTS)
  list.replaceChildren(
    ...found.map(({ id, page, heading, text, terms }) => {
      const item = document.createElement('li')
      const link = document.createElement('a')
      link.href = `${root}${id}`
      const title = document.createElement('strong')
      title.textContent = heading === page ? page : `${page} › ${heading}`
      const excerpt = document.createElement('span')
      excerpt.textContent = excerptOf(String(text), terms)
      link.append(title, excerpt)
      item.append(link)
      return item
    }),
  )
  if (found.length === 0) list.append(Object.assign(document.createElement('li'), { textContent: 'Nothing found.' }))
}

box?.addEventListener('focus', () => void load())
box?.addEventListener('input', () => void search())
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement
  if (event.key === '/' && !isTyping) {
    event.preventDefault()
    box?.focus()
  }
  if (event.key === 'Escape' && list !== null) list.hidden = true
  const results = [...(list?.querySelectorAll('a') ?? [])]
  if (event.key === 'Enter' && isTyping) results[0]?.click()
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const at = results.indexOf(document.activeElement as HTMLAnchorElement)
  if (at < 0 && !isTyping) return
  event.preventDefault()
  results[Math.min(results.length - 1, Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus()
})
document.addEventListener('click', (event) => {
  if (list !== null && !(event.target as Element).closest('.search')) list.hidden = true
})
// On a phone the list of pages would fill the first screen.
const pages = document.querySelector<HTMLDetailsElement>('nav.pages details')
if (pages !== null && matchMedia('(max-width: 60rem)').matches) pages.open = false
