import { readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const IMPORTED = /\b(?:from|import\()\s*['"]([^'"]+)['"]/g

/** Keeps of the written types what the library's own entries name, and fails when one of them needs a package of its own. */
export function keepPublicTypes(folder: string, entries: readonly string[]): void {
  const kept = new Set<string>()
  const waiting = entries.map((entry) => join(folder, entry))
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (kept.has(file)) continue
    kept.add(file)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORTED)) {
      if (name.startsWith('.')) waiting.push(join(dirname(file), name.replace(/\.ts$/, '.d.ts')))
      else if (!name.startsWith('node:'))
        throw new Error(`${file} names the types of ${name}, which nobody installs with us`)
    }
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort().reverse()) {
    const path = join(folder, name)
    if (kept.has(path)) continue
    if (path.endsWith('.d.ts')) rmSync(path)
    else if (readdirSync(path).length === 0) rmdirSync(path)
  }
}
