import { defineConfig } from 'vitest/config'

/** The suite that drives real agents; `npm run test:hosts`. */
export default defineConfig({
  test: {
    root: '.',
    include: ['test/hosts/**/*.host-test.ts'],
    // The browser is for the calls that wait for an answer on the dashboard.
    globalSetup: ['test/hosts/setup.ts', 'test/browser/setup.ts'],
    environment: 'node',
    pool: 'threads',
    maxWorkers: 2,
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
})
