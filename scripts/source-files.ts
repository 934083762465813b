import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface SourceFile {
  readonly path: string
  readonly text: string
}

const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.hosts', 'results'])

/** All TypeScript files below a folder, in a stable order. */
export function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : sourceFiles(path)
      return /\.tsx?$/.test(entry.name) ? [{ path, text: readFileSync(path, 'utf8') }] : []
    })
}

/** The relative modules a file imports, as written. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map((match) => match[1] ?? '')
}
