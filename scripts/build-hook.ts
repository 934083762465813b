import { build, type Plugin } from 'esbuild'

/** Modules of Node that take milliseconds to load and that most calls never use, with the functions that we take from them. */
const LAZY = new Map([
  ['node:crypto', ['createHash', 'randomBytes', 'randomInt', 'randomUUID']],
  ['node:child_process', ['spawnSync', 'execFileSync', 'spawn', 'execFile']],
])

/** Loads a module of Node when one of its functions is first called. */
const lazyModules: Plugin = {
  name: 'lazy-modules',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:(?:crypto|child_process)$/ }, ({ path }) => ({ path, namespace: 'lazy' }))
    onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => ({
      contents: (LAZY.get(path) ?? [])
        .map((name) => `export const ${name} = (...args) => process.getBuiltinModule('${path}').${name}(...args)`)
        .join('\n'),
    }))
  },
}

/** Bundles the hook as one plain file: no module loader to start, nothing read that is not needed. */
export async function buildHook(outfile: string): Promise<void> {
  await build({
    entryPoints: ['src/cli/hook-entry.ts'],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    minify: true,
    mainFields: ['module', 'main'],
    legalComments: 'none',
    external: ['@anthropic-ai/*'],
    plugins: [lazyModules],
    logLevel: 'warning',
  })
}
