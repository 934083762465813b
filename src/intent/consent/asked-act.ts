import type { Action } from '../../analysis/action.ts'
import { objectsOfEffect, verbsFromCommand } from '../../analysis/generic/call-texts.ts'
import type { Finding } from '../../categories/category.ts'
import { effectVerbs } from '../../knowledge/lexicon/verbs.ts'
import type { Clause } from '../speech/clauses.ts'
import { isRunOfTask } from '../speech/instructions.ts'
import { startsWithAct } from '../speech/verb-forms.ts'
import { withoutProgramName } from './locations.ts'

export function asksForAct({ effect, acts }: Finding, head: string, action: Action): boolean {
  const bare = withoutProgramName(effect, head)
  const task = objectsOfEffect(effect, action)?.task.toLowerCase() ?? ''
  // Whoever says the program's name and its very sub-command means what that does.
  if (isRunOfTask(head, task, effect.actor.name) || (bare !== head && task !== '' && bare.startsWith(`${task} `)))
    return true
  return [...acts, ...verbsFromCommand(effect, action), ...effectVerbs(effect)].some(
    (act) => startsWithAct(head, act) || startsWithAct(bare, act),
  )
}

/** "Docker compose down with volumes": the command's own words are an order too. */
export function isCommandWording({ effect }: Finding, { kind, plain, head }: Clause): boolean {
  return kind === 'other' && plain && effect.actor.name !== '' && head.startsWith(`${effect.actor.name} `)
}
