import { defineConfig } from 'vitest/config'

/** The suite that opens the dashboard in a real browser; `npm run test:browser`. */
export default defineConfig({
  test: {
    root: '.',
    include: [process.env['IRONGATE_PICTURES'] ? 'test/browser/*.pictures.ts' : 'test/browser/*.browser-test.ts'],
    globalSetup: ['test/browser/setup.ts'],
    environment: 'node',
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
