import { FAMILIES } from './families.ts'
import { FAMILY_NAMES } from './names.static.ts'
import type { Program } from './program.ts'

/** Name → its family's place. The names alone are known from the start; readers come with their family. */
const FAMILY_OF = new Map<string, number>()
const TWICE: string[] = []
for (const [family, names] of FAMILY_NAMES.entries()) {
  for (const name of names) {
    if (FAMILY_OF.has(name)) TWICE.push(name)
    else FAMILY_OF.set(name, family)
  }
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
  const family = FAMILY_OF.get(plain)
  return family === undefined ? undefined : readersOf(family).get(plain)
}

export function programNames(): readonly string[] {
  return [...FAMILY_OF.keys()]
}

/** Names that two programs claim; a test keeps this empty. */
export function namesClaimedTwice(): readonly string[] {
  return TWICE
}
