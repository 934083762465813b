import type { Effect } from '../../analysis/effects.ts'
import { partsOf } from '../../analysis/target.ts'
import { targetsOf } from '../../analysis/targets.ts'
import type { Finding } from '../../categories/category.ts'
import { numberIds } from '../speech/tokens.ts'
import { fixTypos } from '../speech/verb-forms.ts'
import { isNamed, namesTarget } from './naming.ts'

/** Additive acts on the project's own services clear by everyday words of that act. */
export function isEverydayOrder({ everyday, effect }: Finding, head: string, turn: string): boolean {
  if (everyday === undefined || !namesEveryRepository(effect, turn)) return false
  if (everyday.some((words) => words.test(head) || words.test(fixTypos(head)))) return true
  // Whoever names the very record may ask in any words for what only adds to it.
  const record = targetsOf(effect).find((target) => target.kind === 'record' && target.id !== '')
  return record !== undefined && !GRAVE_VERB.test(head) && namesTarget(head, record)
}

/** A repository that the call names is another service than the project's own until somebody names it. */
function namesEveryRepository(effect: Effect, turn: string): boolean {
  return targetsOf(effect).every((target) => {
    if (target.kind !== 'record' || target.repository === '') return true
    return partsOf(target).every(({ role, names }) => role !== 'repository' || isNamed(turn, names))
  })
}

const RECORD_ID =
  /(?:#|\b(?:prs?|mrs?|issues?|tickets?|requests?|bugs?|cards?) #?)(\d{1,9})\b|\b([a-z]{2,10}-\d{1,6})\b/g

/** Another one was named, in an order or before it: a comment on 219 is none on 291. One that is named later is another matter. */
export function isOtherRecord({ effect }: Finding, turn: string, head: string): boolean {
  const at = turn.indexOf(head.slice(0, 24))
  const said = at < 0 ? turn : turn.slice(0, at + head.length)
  const records = targetsOf(effect).flatMap((target) => (target.kind === 'record' ? [target.id] : []))
  const ids = effect.kind === 'external-write' ? [...records, ...effect.target.split(/,\s*/, 4)] : records
  const told = [...numberIds(said.toLowerCase()).matchAll(RECORD_ID)].map(([, number, key]) => number ?? key)
  const known = ids.map((id) => id.toLowerCase().replace(/^[#!]/, '')).filter((id) => /^(?:\d+|[a-z]+-\d+)$/.test(id))
  return told.length > 0 && known.length > 0 && !known.some((id) => told.includes(id))
}

const GRAVE_VERB =
  /^(?:close|merge|delete|remove|give|look|read|check|view|show|explain|describe|summari[sz]e|fix|review|see)\b/
