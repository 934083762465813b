import { execFileSync } from 'node:child_process'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { build, type Plugin } from 'esbuild'
import { buildCommandLine } from './command-line.ts'
import { buildDashboard } from './dashboard.ts'
import { licenseTexts, packagesIn } from './licenses.ts'
import { keepPublicTypes } from './public-types.ts'
import { staticModules } from './static-modules.ts'

/** Bundles the command line, the library and the server's pages, and writes the types. The old bundle stays until the new one is whole. */
const next = `node_modules/.irongate-dist-${process.pid}`
process.on('exit', () => rmSync(next, { recursive: true, force: true }))
const replaced = await staticModules()

const inputs = await buildCommandLine(next, replaced)

const computed: Plugin = {
  name: 'static modules',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.static\.ts$/ }, ({ path }) => {
      const found = [...replaced].find(([known]) => path.replaceAll('\\', '/').endsWith(`/${known}`))
      return found && { contents: found[1], loader: 'js' }
    }),
}

const { metafile } = await build({
  entryPoints: { index: 'src/index.ts', 'agent-sdk': 'src/integrations/agent-sdk/index.ts' },
  outdir: next,
  bundle: true,
  metafile: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  minify: true,
  keepNames: false,
  mainFields: ['module', 'main'],
  legalComments: 'none',
  chunkNames: 'chunks/[name]-[hash]',
  logLevel: 'warning',
  plugins: [computed],
})

const pages = await buildDashboard(`${next}/dashboard`)

const packages = packagesIn([...inputs, ...Object.keys(metafile.inputs), ...pages])
writeFileSync(`${next}/LICENSES.txt`, licenseTexts(packages))

rmSync('dist', { recursive: true, force: true })
renameSync(next, 'dist')
execFileSync('node', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json'], { stdio: 'inherit' })
keepPublicTypes('dist/types', ['index.d.ts', 'integrations/agent-sdk/index.d.ts'])
