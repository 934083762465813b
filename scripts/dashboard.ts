import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const SOURCE = 'src/server/dashboard'

/** Bundles the pages of the server into a folder: one script, one sheet of styles, nothing from elsewhere. Returns what went in. */
export async function buildDashboard(folder: string): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true })
  for (const file of ['index.html', 'icon.svg']) copyFileSync(join(SOURCE, file), join(folder, file))
  const { metafile } = await build({
    entryPoints: { app: join(SOURCE, 'main.tsx'), style: join(SOURCE, 'styles/all.css') },
    outdir: folder,
    bundle: true,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2022'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  })
  return Object.keys(metafile.inputs)
}
