import { dirname, join, relative } from 'node:path'
import { type SourceFile, sourceFiles } from '../../scripts/source-files.ts'

/** The test files that load a source, by path from the project's root. */
export interface Related {
  /** Over how many imports each test loads the file. */
  readonly distancesTo: (file: string) => ReadonlyMap<string, number>
  /** Everything that a test loads, itself included. */
  readonly loadedBy: (test: string) => readonly string[]
}

const FOLDERS = ['src', 'test', 'bench', 'scripts', 'corpus']

/** Types are erased before anything is loaded. A path in quotes may be a program that a test starts. */
const TYPES_ONLY = /^(?:import|export) type [^;]*? from '[^']+'$/gm
const LOADED = /(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'|'([\w/.-]+\.ts)'/g

export function relatedIn(root: string, isTest: (file: string) => boolean): Related {
  const files = FOLDERS.flatMap((folder) => sourceFiles(join(root, folder)))
  return related(
    files.map(({ path, text }) => ({ path: relative(root, path), text })),
    isTest,
  )
}

export function related(files: readonly SourceFile[], isTest: (file: string) => boolean): Related {
  const known = new Set(files.map(({ path }) => path))
  const loads = new Map(files.map((file) => [file.path, loadsOf(file).filter((other) => known.has(other))]))
  const distances = new Map([...known].filter(isTest).map((test) => [test, distancesFrom(test, loads)]))
  return {
    distancesTo: (file) =>
      new Map(
        [...distances].flatMap(([test, to]) => {
          const distance = to.get(file)
          return distance === undefined ? [] : [[test, distance] as const]
        }),
      ),
    loadedBy: (test) => [...(distances.get(test)?.keys() ?? [])],
  }
}

function loadsOf({ path, text }: SourceFile): readonly string[] {
  const folder = dirname(path)
  return [...text.replaceAll(TYPES_ONLY, '').matchAll(LOADED)].flatMap(([, imported, named]) => {
    if (imported !== undefined) return [join(folder, imported)]
    return named === undefined ? [] : [named, join(folder, named)]
  })
}

function distancesFrom(test: string, loads: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, number> {
  const distances = new Map([[test, 0]])
  for (const [file, distance] of distances)
    for (const next of loads.get(file) ?? []) if (!distances.has(next)) distances.set(next, distance + 1)
  return distances
}
