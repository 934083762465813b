import { programOf } from '../base-name.ts'
import { remembered } from '../remembered.ts'
import type { Program } from './program.ts'

/** All programs. Readers ask for one another here; who imports them all puts them in (`shelve.ts`), so that none imports itself. */
export interface Shelved {
  readonly shelves: readonly ProgramShelf[]
  readonly families: readonly ProgramFamily[]
  readonly names: () => readonly string[]
}

export type ProgramShelf = () => readonly Program[]

export type ProgramFamily =
  | 'shell'
  | 'files'
  | 'system'
  | 'desktop'
  | 'git'
  | 'hosting'
  | 'packages'
  | 'build'
  | 'network'
  | 'cloud'
  | 'containers'
  | 'data'
  | 'agents'
  | 'interpreters'

export const families = (...all: readonly (ProgramFamily | undefined)[]): ReadonlySet<ProgramFamily | undefined> =>
  new Set(all)

let fetched: (() => Shelved) | undefined
let shelved: Shelved | undefined

/** They are fetched when the first of them is asked for: many calls run none. */
export function putPrograms(all: () => Shelved): void {
  fetched = all
}

function programs(): Shelved {
  if (!fetched) throw new Error('programs were asked for before they were put in')
  shelved ??= fetched()
  return shelved
}

let names: readonly string[] | undefined
let searches = 0
let index: ReadonlyMap<string, number> | undefined
const READERS: (ReadonlyMap<string, Program> | undefined)[] = []

/** So many searches cost what an index does. */
const SEARCHES = 32

/** The first shelf with a program of exactly this name. Its names are plain text: searching it is faster for a few commands. */
function exactly(name: string): number {
  names ??= programs().names()
  if (index === undefined && searches++ > SEARCHES) index = indexOf(names)
  return index ? (index.get(name) ?? -1) : names.findIndex((text) => text.includes(`\n${name}\n`))
}

function indexOf(shelves: readonly string[]): ReadonlyMap<string, number> {
  const all = new Map<string, number>()
  shelves.forEach((text, shelf) => {
    for (const name of text.trim().split('\n')) if (!all.has(name)) all.set(name, shelf)
  })
  return all
}

function readersOf(shelf: number): ReadonlyMap<string, Program> {
  const known = READERS[shelf]
  if (known) return known
  const readers = new Map<string, Program>()
  for (const program of programs().shelves[shelf]?.() ?? []) {
    for (const name of program.names) if (!readers.has(name)) readers.set(name, program)
  }
  READERS[shelf] = readers
  return readers
}

const LONGEST = 40

const GNU =
  /^g(?=(?:awk|cat|chmod|chown|cp|date|dd|echo|env|find|grep|head|install|ln|ls|m4|make|mkdir|mktemp|mv|patch|printf|rm|sed|shred|sort|split|tail|tar|tee|time|timeout|touch|truncate|xargs)$)/

/** A version behind a name is no other program (`python3.13`, `gcc-14`), and neither is GNU's letter before one. */
function shelfOf(name: string): Omit<Named, 'reader'> {
  const plain = name.length < LONGEST ? name.replace(/-?\d[\d.]*$/, '').replace(GNU, '') : ''
  for (const known of plain.length > 1 && plain !== name ? [name, plain] : [name]) {
    const shelf = exactly(known)
    if (shelf >= 0) return { shelf, name: known }
  }
  return { shelf: -1, name }
}

interface Named {
  readonly shelf: number
  readonly name: string
  /** Undefined as long as nobody asked for its reader: to find that loads its shelf. */
  reader: { readonly is: Program | undefined } | undefined
}

const named = remembered((name): Named => ({ ...shelfOf(programOf({ name })), reader: undefined }))

/** Is there a reader for a program of this name? Loads none. */
export function isProgramName(name: string): boolean {
  return named(name).shelf >= 0
}

export function programFor(name: string): Program | undefined {
  const found = named(name)
  found.reader ??= { is: found.shelf < 0 ? undefined : readersOf(found.shelf).get(found.name) }
  return found.reader.is
}

export function familyFor(name: string): ProgramFamily | undefined {
  return programs().families[named(name).shelf]
}

let distinct: readonly string[] | undefined

export function programNames(): readonly string[] {
  distinct ??= [...new Set(allNames())]
  return distinct
}

export function namesClaimedTwice(): readonly string[] {
  const all = allNames()
  return all.filter((name, index) => all.indexOf(name) !== index)
}

function allNames(): string[] {
  return programs()
    .names()
    .flatMap((text) => text.trim().split('\n'))
}
