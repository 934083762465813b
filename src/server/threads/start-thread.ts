import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { hookFile } from '../../cli/package-root.ts'
import type { Role } from './roles.ts'

/** A thread of this program: of its sources where they run, of the bundle where that does. */
export function startThread(role: Role): Worker {
  const isSource = import.meta.url.endsWith('.ts')
  const options = { workerData: role, execArgv: [], stdout: false, stderr: false }
  return isSource
    ? new Worker(fileURLToPath(new URL('./main.ts', import.meta.url)), options)
    : new Worker(hookFile(), { ...options, argv: ['serve'] })
}
