import { cpSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildCommandLine } from '../scripts/command-line.ts'
import { staticModules } from '../scripts/static-modules.ts'

/** Puts the package into a folder as it is shipped, less its types and pages: what was built last, unless a source changed since. */
export async function putPackage(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const part of ['bin', 'package.json', 'README.md']) cpSync(part, join(folder, part), { recursive: true })
  if (isBuilt())
    cpSync('dist', join(folder, 'dist'), {
      recursive: true,
      filter: (path) => !/^dist\/(?:types|dashboard)/.test(path),
    })
  else await buildCommandLine(join(folder, 'dist'), await staticModules())
}

function isBuilt(): boolean {
  const built = statSync('dist/cli.cjs', { throwIfNoEntry: false })?.mtimeMs ?? 0
  return ['src', 'scripts'].every((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|md)$/.test(name) && !name.includes('.test.'))
      .every((name) => statSync(join(folder, name)).mtimeMs <= built),
  )
}
