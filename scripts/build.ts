import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { build } from 'esbuild'

/** Bundles the command line and the library, each loading lazily what it does not always need, and writes the types. */
rmSync('dist', { recursive: true, force: true })

await build({
  entryPoints: { cli: 'src/cli/main.ts', index: 'src/index.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  minify: true,
  keepNames: false,
  mainFields: ['module', 'main'],
  legalComments: 'none',
  chunkNames: 'chunks/[name]-[hash]',
  external: ['@anthropic-ai/*', '@modelcontextprotocol/*'],
  logLevel: 'warning',
})

execFileSync('node', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json'], { stdio: 'inherit' })
