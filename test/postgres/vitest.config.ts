import { defineConfig } from 'vitest/config'

/** The suite that needs a real PostgreSQL; `npm run test:postgres`. */
export default defineConfig({
  test: {
    root: '.',
    include: ['test/postgres/**/*.postgres-test.ts'],
    globalSetup: ['test/postgres/setup.ts'],
    environment: 'node',
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
