import { FAMILIES } from './families.ts'
import { familyNames } from './names.static.ts'
import type { Program } from './program.ts'

interface Index {
  /** Name → its family's place. */
  readonly families: ReadonlyMap<string, number>
  readonly twice: readonly string[]
}

let made: Index | undefined

/** The names alone are known from the start; the readers come with their family. */
function index(): Index {
  if (made) return made
  const families = new Map<string, number>()
  const twice: string[] = []
  for (const [family, names] of familyNames().entries()) {
    for (const name of names) {
      if (families.has(name)) twice.push(name)
      else families.set(name, family)
    }
  }
  made = { families, twice }
  return made
}

const READERS: (ReadonlyMap<string, Program> | undefined)[] = []

/** The readers of one family by name; the first to claim a name has it. */
function readersOf(family: number): ReadonlyMap<string, Program> {
  const known = READERS[family]
  if (known) return known
  const readers = new Map<string, Program>()
  for (const program of FAMILIES[family]?.() ?? []) {
    for (const name of program.names) if (!readers.has(name)) readers.set(name, program)
  }
  READERS[family] = readers
  return readers
}

/** The reader of a program, by the base name of what is run. */
export function programFor(name: string): Program | undefined {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const plain = base.toLowerCase().replace(/\.exe$/, '')
  const family = index().families.get(plain)
  return family === undefined ? undefined : readersOf(family).get(plain)
}

export function programNames(): readonly string[] {
  return [...index().families.keys()]
}

/** Names that two programs claim; a test keeps this empty. */
export function namesClaimedTwice(): readonly string[] {
  return index().twice
}
