import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { proseOfMarkdown, proseOfSource } from './prose.ts'
import { sourceFiles } from './source-files.ts'
import { proseFaults } from './words.ts'

export interface WordFault {
  readonly path: string
  readonly line: number
  readonly says: string
}

/** Faults that are left, by folder or file. The numbers only go down; what isn't listed has none. */
export const LEFT: Readonly<Record<string, number>> = {
  src: 0,
  'src/analysis': 66,
  'src/categories': 5,
  'src/intent': 31,
  // Of the prompts, which the specification fixes.
  'src/judge': 1,
  'src/knowledge': 27,
  'src/wording': 8,
}

/** Pages of the root; below `docs`, all of them. */
const PAGES = ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']
/** Tests, cases and prompts: none of them speaks to people of Irongate. */
const LEFT_OUT = /(?:\.test\.tsx?|\/testing\.ts|\/examples\.ts|^src\/judge\/model\/prompt\/texts\.ts)$/

/** Comments and texts of the sources, and the pages, with a word that the glossary dropped or a sentence that is too long. */
export function wordFaults(root = '.'): WordFault[] {
  const sources = sourceFiles(join(root, 'src')).filter(
    ({ path, text }) =>
      !LEFT_OUT.test(path.slice(root === '.' ? 0 : root.length + 1)) && !text.startsWith('// Generated'),
  )
  const pages = [...PAGES, ...pagesBelow(join(root, 'docs'))].map((path) => ({
    path,
    text: readFileSync(path, 'utf8'),
  }))
  return [
    ...sources.flatMap(({ path, text }) => faultsIn(path, text)),
    ...pages.filter(({ text }) => !text.startsWith('<!-- Generated')).flatMap(({ path, text }) => faultsIn(path, text)),
  ]
}

function pagesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => join(folder, name))
}

export function faultsIn(path: string, text: string): WordFault[] {
  return proseIn(path, text).flatMap((prose) => proseFaults(prose).map((says) => ({ path, line: prose.line, says })))
}

function proseIn(path: string, text: string) {
  if (path.endsWith('.md')) return proseOfMarkdown(text)
  // What stands between tags is text, and has no quotes around it.
  if (path.endsWith('.tsx'))
    return text.split('\n').map((line, at) => ({ kind: 'text', line: at + 1, text: line }) as const)
  return proseOfSource(text)
}

/** `src/intent` for a file below it, `docs` for a page. */
export function placeOf(path: string): string {
  const parts = path.split('/')
  return parts.slice(0, parts[0] === 'src' && parts.length > 2 ? 2 : 1).join('/')
}

/** The faults of places that have more than are left there. */
export function newWordFaults(faults: readonly WordFault[], left = LEFT): WordFault[] {
  const byPlace = Map.groupBy(faults, ({ path }) => placeOf(path))
  return [...byPlace].flatMap(([place, found]) => (found.length > (left[place] ?? 0) ? found : []))
}

/** Places that have fewer than are left there: their numbers can go down. */
export function paidDebts(faults: readonly WordFault[], left = LEFT): string[] {
  const byPlace = Map.groupBy(faults, ({ path }) => placeOf(path))
  return Object.entries(left).flatMap(([place, most]) => {
    const found = byPlace.get(place)?.length ?? 0
    return found < most
      ? [`${place}: ${found} of ${most} words are left; lower the number in scripts/house-words.ts`]
      : []
  })
}
