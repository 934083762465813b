import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OracleLanguage } from './grammars.ts'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const LANGUAGES: Record<string, OracleLanguage> = {
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.cjs': 'javascript',
  '.ts': 'typescript',
  '.mts': 'typescript',
  '.tsx': 'tsx',
  '.py': 'python',
  '.rb': 'ruby',
  '.php': 'php',
  '.ps1': 'powershell',
  '.psm1': 'powershell',
}
/** Longer files are mostly bundles, and take the oracle long. */
const MAX_BYTES = 60_000

export interface LibraryFile {
  readonly path: string
  readonly language: OracleLanguage
}

/** Code that happens to lie on this machine: the packages of this project, the project itself, the libraries of languages. */
export function libraryFiles(): readonly LibraryFile[] {
  const roots = [join(ROOT, 'node_modules'), join(ROOT, 'src'), ...pythonLibrary(), '/usr/share', '/usr/lib/ruby']
  const found: LibraryFile[] = []
  for (const root of roots) if (existsSync(root)) walk(realpathSync(root), found, 0)
  return found
}

/** The same files every time on the same machine, spread over all there are. */
export function sample(files: readonly LibraryFile[], count: number): readonly LibraryFile[] {
  const step = Math.max(1, files.length / count)
  return Array.from(
    { length: Math.min(count, files.length) },
    (_each, index) => files[Math.floor(index * step)],
  ).filter((file) => file !== undefined)
}

export function textOf(file: LibraryFile): string {
  return readFileSync(file.path, 'utf8')
}

function pythonLibrary(): readonly string[] {
  try {
    const script = 'import sysconfig; print(sysconfig.get_paths()["stdlib"])'
    return [execFileSync('python3', ['-I', '-c', script], { encoding: 'utf8', timeout: 10_000 }).trim()]
  } catch {
    return []
  }
}

function walk(folder: string, found: LibraryFile[], depth: number): void {
  if (depth > 12) return
  let entries: ReturnType<typeof list>
  try {
    entries = list(folder)
  } catch {
    return
  }
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) walk(path, found, depth + 1)
    else if (entry.isFile()) {
      const language = LANGUAGES[extname(entry.name)]
      if (language && !entry.name.endsWith('.d.ts') && statSync(path).size <= MAX_BYTES) found.push({ path, language })
    }
  }
}

function list(folder: string) {
  return readdirSync(folder, { withFileTypes: true }).sort((left, right) => (left.name < right.name ? -1 : 1))
}
