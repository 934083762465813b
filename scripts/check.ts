import { spawnSync } from 'node:child_process'

/** Everything that must hold before a change lands, in the order that fails fastest. `--no-tests` for a caller that ran them. */
const STEPS: readonly (readonly [string, readonly string[]])[] = [
  ['format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']],
  ['house rules', ['scripts/lint.ts']],
  ['types', ['node_modules/typescript/bin/tsc', '--noEmit']],
  ['types of the dashboard', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'src/server/dashboard']],
  ['types of the docs site', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'scripts/site/browser']],
  ['docs are current', ['scripts/docs.ts', '--check']],
  ['the docs site, without dead links', ['scripts/site.ts']],
  ['the specification is held', ['scripts/specification.ts', '--check']],
  ['the package, installed', ['scripts/package.ts']],
  ['tests', ['node_modules/vitest/vitest.mjs', 'run']],
]

const steps = process.argv.includes('--no-tests') ? STEPS.filter(([name]) => name !== 'tests') : STEPS
for (const [name, args] of steps) {
  process.stdout.write(`\n# ${name}\n`)
  // Properties are tried as often as they are worth: see test/runs.ts.
  const env = { ...process.env, IRONGATE_TESTS: 'all' }
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env })
  if (status !== 0) {
    process.stderr.write(`\n${name}: failed\n`)
    process.exit(1)
  }
}
process.stdout.write('\nall checks passed\n')
