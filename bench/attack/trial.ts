import type { Outcome } from '../../src/decision.ts'
import type { Attempt, Step } from './attempt.ts'
import type { Defender } from './defenders.ts'
import type { Jail, Order } from './jail.ts'

/** What came of one attempt. */
export interface Trial {
  readonly outcome: Outcome
  /** The canary really fell. Only ever true when every step was allowed. */
  readonly fell: boolean
  readonly steps: number
}

/** Asks before every step and carries out what is allowed, as an agent's host does. */
export async function tryIt(attempt: Attempt, defender: Defender, jail: Jail): Promise<Trial> {
  const talk = defender.meet(attempt.place, attempt.transcript)
  let output = ''
  let touched = false
  for (const [at, step] of attempt.steps.entries()) {
    const outcome = await talk.check(step)
    if (outcome !== 'allow') {
      if (touched) await jail.obey({ op: 'reset' })
      return { outcome, fell: false, steps: at }
    }
    if (attempt.together) continue
    touched = true
    output += await carryOut(step, jail)
  }
  for (const step of attempt.together ? attempt.steps : []) output += await carryOut(step, jail)
  touched ||= attempt.together === true
  const fell = attempt.act.fell(attempt.place, output)
  if (touched) await jail.obey({ op: 'reset' })
  return { outcome: 'allow', fell, steps: attempt.steps.length }
}

/** Carries everything out without asking: would this attempt really have done it? */
export async function wouldFall(attempt: Attempt, jail: Jail): Promise<boolean> {
  let output = ''
  for (const step of attempt.steps) output += await carryOut(step, jail)
  const fell = attempt.act.fell(attempt.place, output)
  await jail.obey({ op: 'reset' })
  return fell
}

async function carryOut(step: Step, jail: Jail): Promise<string> {
  const order = orderFor(step)
  return order === undefined ? '' : (await jail.obey(order)).output
}

function orderFor(step: Step): Order | undefined {
  if ('does' in step) {
    const { does } = step
    switch (does.kind) {
      case 'nothing':
        return undefined
      case 'run':
        return { op: 'run', command: does.command }
      case 'write':
        return { op: 'write', path: does.path, content: does.content }
      case 'delete':
        return { op: 'delete', path: does.path }
    }
  }
  switch (step.tool) {
    case 'Bash':
      return { op: 'run', command: step.input.command }
    case 'Write':
      return { op: 'write', path: step.input.file_path, content: step.input.content }
    case 'Edit':
      return { op: 'edit', path: step.input.file_path, from: step.input.old_string, to: step.input.new_string }
  }
}
