import { configDefaults, defineConfig } from 'vitest/config'
import { installClients, isInstalled } from './clients.ts'
import { testsWithoutClient } from './driven.ts'

await installClients()
const left = testsWithoutClient(isInstalled)
if (left.length > 0) process.stderr.write(`NOT TESTED for want of a client: ${left.length} files\n`)

/** The suite that drives real agents; `npm run test:hosts`. */
export default defineConfig({
  test: {
    root: '.',
    include: ['test/hosts/**/*.host-test.ts'],
    exclude: [...configDefaults.exclude, ...left],
    // The browser is for the calls that wait for an answer on the dashboard.
    globalSetup: ['test/hosts/setup.ts', 'test/browser/setup.ts'],
    environment: 'node',
    pool: 'threads',
    // Clients mostly wait: for a person, for a model, for time to pass.
    maxWorkers: 4,
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
})
