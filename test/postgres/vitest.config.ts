import { defineConfig } from 'vitest/config'

/** What holds on every store: the same files that `npm test` runs on SQLite. */
const ON_BOTH = ['src/server/{api,fleet,ingest,serve}/**/*.test.ts', 'src/cli/{audit-maintenance,stats}.test.ts']

/** The suite that needs a real PostgreSQL; `npm run test:postgres`. */
export default defineConfig({
  test: {
    root: '.',
    include: ['test/postgres/**/*.postgres-test.ts', ...ON_BOTH],
    setupFiles: ['test/setup.ts'],
    globalSetup: ['test/postgres/setup.ts'],
    environment: 'node',
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
