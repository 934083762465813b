import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { launcherFile } from '../../cli/package-root.ts'
import type { ThreadRole } from './roles.ts'

/**
 * Most of what a decision makes is gone with it; what sessions remember stays. Room for many decisions, and yet so little that whoever
 * waits while it is made free waits for a few milliseconds only.
 */
const YOUNG_GENERATION_MB = 48

/**
 * To decide runs thousands of functions a little each. What the second compiler makes of them is thrown away and made again for a long
 * time, and takes a quarter of what deciding itself does; only what is run far more often is worth it.
 */
const OPTIMIZE_AFTER_CALLS = 50_000

/**
 * Hardly anything is left when room is made: one thread sees to it in less time than two take to share the work, and no other thread
 * is held up by helpers that have its own urgency.
 */
const SINGLE_SCAVENGER_FLAG = '--no-parallel-scavenge'

/** A thread of this program: of its sources where they run, of the bundle where that does. */
export function startThread(role: ThreadRole): Worker {
  const isSource = import.meta.url.endsWith('.ts')
  setFlagsFromString(`--invocation-count-for-turbofan=${OPTIMIZE_AFTER_CALLS}`)
  setFlagsFromString(SINGLE_SCAVENGER_FLAG)
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB }
  const options = { workerData: role, name: role.role, execArgv: [], stdout: false, stderr: false, resourceLimits }
  return isSource
    ? new Worker(fileURLToPath(new URL('./main.ts', import.meta.url)), options)
    : new Worker(launcherFile(), { ...options, argv: ['serve'] })
}
