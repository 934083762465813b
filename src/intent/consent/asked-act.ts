import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import { objectsOfEffect, verbsFromCommand } from '../../analysis/generic/call-texts.ts'
import { isOtherRegistry } from '../../analysis/targets.ts'
import type { Finding } from '../../categories/category.ts'
import { effectVerbs } from '../../knowledge/lexicon/verbs.ts'
import { isRunOfTask } from '../speech/instructions.ts'
import { actsByVerb, startsWithAct } from '../speech/verb-forms.ts'
import { distinctSubcommands, isOtherFolder } from './implied-targets.ts'
import { withoutProgramName } from './locations.ts'
import { isDifferentAct } from './opposite-acts.ts'

/** "Write the answer into notes.md" sends nothing, and what is published is built from the code that is pushed. */
export function isOtherAct(effect: Effect, head: string, action: Action): boolean {
  if (isDifferentAct(effect, head, action)) return true
  if (effect.kind === 'publish' && (isOtherRegistry(effect.registry, head) || isOtherFolder(head, effect.what)))
    return true
  if (effect.kind === 'publish') return NO_REGISTRY.test(head)
  const told = effect.kind === 'external-write' && (effect.nature === 'message' || effect.nature === 'mail')
  if (
    told &&
    /^(?:write|draft|prepare|compose) (?:me |up )?(?:an? |the )?(?:text|wording|draft|template|body)\b/.test(head)
  )
    return true
  return told && /\b(?:into|to|as) `?[\w./-]+\.(?:md|txt|rst|adoc|html?|docx?|json|ya?ml)\b/.test(head)
}

/** What is pushed as code, or uploaded to a place that is no registry. */
const NO_REGISTRY =
  /^(?:push|upload|ship) (?:(?:the |my |our |this )?(?:code|commits?|branch|changes|sources?)\b|(?!.*\bregistr).* (?:to|onto) (?:the |our |my |this )(?:file ?|web |ftp |backup )?(?:server|nas|bucket|share|drive|disk|machine|cdn)\b)/

/** "docker compose down with volumes", "delte x": the command's own words, or a verb mistyped. */
export function isCommandWording({ effect, acts }: Finding, head: string, action: Action): boolean {
  if (effect.actor.name !== '' && head.startsWith(`${effect.actor.name} `)) return true
  // `setup.acme.dev` is a name.
  const word = /^[a-z0-9'-]*(?![\w/@]|[.:]\w)/.exec(head)?.[0] ?? ''
  return (
    distinctSubcommands(effect, action).includes(word) || actsByVerb(word, acts).some((act) => startsWithAct(head, act))
  )
}

export function asksForAct({ effect, acts }: Finding, head: string, action: Action): boolean {
  const bare = withoutProgramName(effect, head)
  const task = objectsOfEffect(effect, action)?.task.toLowerCase() ?? ''
  // Whoever says the program's name and its very sub-command means what that does.
  if (isRunOfTask(head, task, effect.actor.name) || (bare !== head && task !== '' && bare.startsWith(`${task} `)))
    return true
  return [
    ...acts,
    ...distinctSubcommands(effect, action),
    ...verbsFromCommand(effect, action),
    ...effectVerbs(effect),
  ].some((act) => startsWithAct(head, act) || startsWithAct(bare, act))
}
