import type { Action } from '../../analysis/action.ts'
import { callSearchText, objectsOfEffect } from '../../analysis/generic/call-texts.ts'
import { partsOf, type Target } from '../../analysis/target.ts'
import type { Finding } from '../../categories/category.ts'
import { namedTargets } from './grant.ts'
import { isOtherEnvironment, isWholeTarget } from './naming.ts'
import { isToolWrite, nameableArguments as writtenParts } from './tool-arguments.ts'

/** For tests: an order that plainly asks for what a finding blocks; undefined where no sentence does. */
export function consentHintFor({ effect, acts, nouns, demands = [] }: Finding, action: Action): string | undefined {
  const verb = 'verb' in effect ? effect.verb.replace('power', 'restart') : ''
  const act = acts.includes(verb) ? verb : acts[0]?.replace(' …', '')
  if (act === undefined) return undefined
  const targets = namedTargets(effect)
  const told = targets.length > 0 ? targets.map(nameOf) : nouns.map(([first]) => first)
  const telling = objectsOfEffect(effect, action)
  const clean = told.length > 0 && told.every((name) => name !== undefined && !/[\s=]/.test(name))
  const own = !clean && telling?.own && telling.wider.length === 0 ? telling.things.map(([first]) => first) : []
  // Of what a third party's tool is handed, ids alone tell nothing.
  const names = isToolWrite(effect) ? writtenParts(effect) : own.length > 0 ? own : told
  const wanted = [...names, ...demands.map(([first]) => first)]
  if (
    wanted.length === 0 ||
    wanted.some((name) => name === undefined || !/[\p{L}\p{N}]/u.test(name) || name.includes('`'))
  )
    return undefined
  const where = effect.kind === 'git-push' && effect.deletes ? ' on the remote' : ''
  const there = effect.kind === 'remote-exec' ? 'this on ' : ''
  const hint = `${act} ${there}${[...new Set(wanted)].slice(0, 8).join(' and ')}${where}`
  return !isToolWrite(effect) && isOtherEnvironment(hint, callSearchText(action), effect)
    ? `${hint} in production`
    : hint
}

/** A target as a person names it: each part that tells it apart. */
function nameOf(target: Target): string | undefined {
  const parts = partsOf(target).filter(({ required }) => required)
  if (parts.length === 0 || parts.some(({ names }) => names.length === 0)) return undefined
  const all = target.amount !== 'one' && !isWholeTarget(target) ? 'all of ' : ''
  return `${all}${parts.map(({ names }) => names[0] ?? '').join(' ')}`
}
