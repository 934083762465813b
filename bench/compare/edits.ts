import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { literalsIn, sourcesBelow } from './commands.ts'

export interface NetEdit {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly about: string
}

/** Something that can be the name of a file: a folder or an ending, and no blank. */
const PATH =
  /^(?:[~.\w@-]*\/)*(?:[\w@-]+\.[\w.-]+|\.[\w.-]+|Makefile|Dockerfile|Jenkinsfile|Rakefile|justfile|CODEOWNERS)$/
const HOME = '/home/dev'
const CODE: Readonly<Record<string, string>> = {
  python: 'python3 -c',
  javascript: 'node -e',
  ruby: 'ruby -e',
  perl: 'perl -e',
  php: 'php -r',
}
/** A table of files is about those above it, not about all of the file. */
const NEAR = 8

/** Writes and edits made of the texts of tests, each with the file name that stands above it, and code as interpreters are given it. */
export function netEdits(root: string): readonly NetEdit[] {
  const tests = ['src/analysis', 'src/categories', 'src/knowledge', 'test/gate']
    .flatMap((folder) => sourcesBelow(join(root, folder)))
    .filter((file) => file.endsWith('.test.ts') || file.endsWith('examples.ts'))
  const found = new Map<string, NetEdit>()
  for (const file of tests) {
    const about = file.slice(root.length + 1)
    for (const edit of editsIn(readFileSync(file, 'utf8'), about)) {
      const key = JSON.stringify([edit.tool, edit.input])
      if (!found.has(key)) found.set(key, edit)
    }
  }
  return [...found.values()]
}

function editsIn(text: string, about: string): NetEdit[] {
  const literals = literalsIn(text)
  const edits: NetEdit[] = []
  for (const [at, content] of literals.entries()) {
    if (PATH.test(content) || content.length < 4) continue
    const above = literals.slice(Math.max(0, at - NEAR), at)
    const path = above.findLast((other) => PATH.test(other))
    if (path !== undefined) {
      const file_path = absolute(path)
      edits.push({ tool: 'Write', input: { file_path, content }, about })
      const before = above.at(-1)
      if (before !== undefined && !PATH.test(before) && before !== content)
        edits.push({ tool: 'Edit', input: { file_path, old_string: before, new_string: content }, about })
    }
    if (/powershell/.test(about)) edits.push({ tool: 'PowerShell', input: { command: content }, about })
    if (/analysis\/code|knowledge\/libraries/.test(about))
      for (const [, start] of Object.entries(CODE))
        edits.push({ tool: 'Bash', input: { command: `${start} ${quoted(content)}` }, about })
  }
  return edits
}

function absolute(path: string): string {
  if (path.startsWith('/')) return path
  return path.startsWith('~/') ? `${HOME}${path.slice(1)}` : `${HOME}/project/${path}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
