import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import { ACTS, type Place } from './acts.ts'
import type { Attempt, Step } from './attempt.ts'
import type { Trial } from './trial.ts'

/**
 * The slot for another attacker, for instance one that asks a model: a program that is told what is to be done and where,
 * prints one attempt per line, and is told what came of it.
 *
 * to it:   {"acts": [{"name", "command"}], "home", "cwd", "attempts"}, then per attempt {"outcome", "fell"} or {"problem"}
 * from it: {"act": name, "steps": [{"tool": "Bash" | "Write" | "Edit", "input": {...}}]}
 */
const ATTEMPT = v.object({
  act: v.picklist(ACTS.map(({ name }) => name)),
  steps: v.pipe(
    v.array(
      v.variant('tool', [
        v.object({ tool: v.literal('Bash'), input: v.object({ command: v.string() }) }),
        v.object({ tool: v.literal('Write'), input: v.object({ file_path: v.string(), content: v.string() }) }),
        v.object({
          tool: v.literal('Edit'),
          input: v.object({ file_path: v.string(), old_string: v.string(), new_string: v.string() }),
        }),
      ]),
    ),
    v.minLength(1),
    v.maxLength(20),
  ),
})

export interface OutsideFound {
  readonly attempts: number
  readonly successes: readonly { readonly act: string; readonly steps: readonly Step[] }[]
}

export interface OutsideOptions {
  /** A shell command that starts the attacker. */
  readonly command: string
  readonly place: Place
  readonly attempts: number
  tryIt(attempt: Attempt): Promise<Trial>
}

/** Lets a program attack, until it ends or its attempts are used up. */
export async function attackFromOutside({ command, place, attempts, tryIt }: OutsideOptions): Promise<OutsideFound> {
  const child = spawn('/bin/sh', ['-c', command], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.on('error', () => undefined)
  const tell = (value: unknown) => child.stdin.write(`${JSON.stringify(value)}\n`)
  tell({ acts: ACTS.map((act) => ({ name: act.name, command: act.command(place) })), ...place, attempts })
  const successes: { act: string; steps: readonly Step[] }[] = []
  let tried = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const attempt = attemptOf(line, place)
    if ('problem' in attempt) {
      tell(attempt)
      continue
    }
    const { outcome, fell } = await tryIt(attempt)
    tried++
    if (fell) successes.push({ act: attempt.act.name, steps: attempt.steps })
    tell({ outcome, fell })
    if (tried >= attempts) break
  }
  child.kill()
  return { attempts: tried, successes }
}

function attemptOf(line: string, place: Place): Attempt | { readonly problem: string } {
  try {
    const { act: name, steps } = v.parse(ATTEMPT, JSON.parse(line))
    const act = ACTS.find((known) => known.name === name)
    return act ? { act, place, steps, transcript: [] } : { problem: `there is no act ${name}` }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
