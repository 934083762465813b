import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

/** They replace a module of the project, which the other files of the same worker must not see. */
const REPLACING = ['test/oracles/options.test.ts', 'test/specs.test.ts']

/** They start hundreds of processes: each costs a copy of the page tables of the one that starts it, so theirs is small. */
const STARTING = [
  'bench/attack/attempt.rewrites.test.ts',
  'src/integrations/claude-code/install/{installer,installer.states}.test.ts',
  'src/integrations/install/{launcher-daemon-client,launcher-fallback,launcher-script}.test.ts',
  'src/state/{pending-calls,state}.test.ts',
  'test/e2e/{forged-prompt,guards-itself}.test.ts',
  'test/person/person.test.ts',
  'test/gate/bad-input.test.ts',
]

/** Node reads the sources as it does for `node scripts/…`: nothing is rewritten for tests alone. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false }
/** The same, with Node told to look for modules that are replaced. */
const REPLACED = { viteModuleRunner: false }

const ROOM = 2 ** 30

/** Many tests make folders and throw them away: in memory where there is room and programs may run from there, else where the machine puts such. */
function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize < ROOM) return tmpdir()
    const folder = mkdtempSync('/dev/shm/irongate-')
    const program = join(folder, 'program')
    writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o700 })
    const { status } = spawnSync(program)
    rmSync(folder, { recursive: true })
    return status === 0 ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'threads',
    // One more than can work at once: there is always one that waits, for a process or for time to pass.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Processes that tests start read hundreds of sources: what Node made of them is kept.
    env: { TMPDIR: temporaryFolder(), NODE_COMPILE_CACHE: resolve('node_modules/.vite/compile-cache') },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          setupFiles: ['test/setup.ts'],
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...REPLACING, ...STARTING],
          isolate: false,
          experimental: NATIVE,
        },
      },
      {
        extends: true,
        test: {
          // Projects run in the order of their names. These wait a lot, so they come before those that only compute.
          name: 'processes',
          include: STARTING,
          pool: 'forks',
          isolate: false,
          experimental: NATIVE,
        },
      },
      { extends: true, test: { name: 'apart', include: REPLACING, experimental: REPLACED } },
    ],
  },
})
