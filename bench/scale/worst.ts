import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { HOOK_NODE_OPTIONS } from '../../src/integrations/install/launcher-script.ts'
import { checkerOf, leastMs } from './checking.ts'
import { SHAPES } from './hostile/index.ts'

export { SHAPES }

export interface Worst {
  readonly name: string
  readonly bytes: number
  readonly warm: number
  /** How long the first check of a fresh process takes on the clock, the quicker of two; undefined for what is fast. */
  readonly cold: number | undefined
  readonly outcome: string
}

/** What is faster than this is fast in a fresh process too. */
const FAST_MS = 25

/** Every shape: what a check costs in a process that has run before, and in one that has not. */
export async function worstCases(step: (name: string) => void): Promise<readonly Worst[]> {
  const found: Worst[] = []
  for (const [name, shape] of SHAPES) {
    const hostile = shape()
    const checker = checkerOf({ autoMode: { powershell: true } }, hostile.past)
    const { outcome } = await checker.call(hostile)
    const warm = await leastMs(5, () => checker.call(hostile))
    const bytes = JSON.stringify([hostile.input, hostile.said ?? []]).length
    found.push({
      name,
      bytes,
      warm,
      cold: warm < FAST_MS ? undefined : Math.min(await coldMs(name), await coldMs(name)),
      outcome,
    })
    step(name)
  }
  return found
}

/** In a process as the installed hook is one. */
async function coldMs(name: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [...HOOK_NODE_OPTIONS, import.meta.filename, name])
  return Number(stdout)
}

if (process.argv[1] === import.meta.filename) {
  const hostile = SHAPES.get(process.argv[2] ?? '')?.()
  const checker = checkerOf({ autoMode: { powershell: true } }, hostile?.past)
  const started = performance.now()
  if (hostile) await checker.call(hostile)
  process.stdout.write(String(performance.now() - started))
}
