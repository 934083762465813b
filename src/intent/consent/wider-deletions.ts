import type { Effect } from '../../analysis/effects.ts'
import { objectOf } from '../speech/clauses.ts'
import { startsWithAct } from '../speech/verb-forms.ts'
import { isHedged } from './hedges.ts'
import type { HumanTurn } from './human-turns.ts'
import { namesIn } from './naming.ts'

/** Where a person just had a part of something deleted: does this call delete all of it? */
export function deletesMoreThanAsked(
  effect: Effect,
  turn: HumanTurn | undefined,
  { acts, cwd, home }: { readonly acts: readonly string[]; readonly cwd: string; readonly home: string },
): boolean {
  if (effect.kind !== 'delete-path' || turn === undefined) return false
  const resolve = (path: string) => (/^~?\//.test(path) ? path.replace(/^~/, home) : `${cwd}/${path}`)
  const place = trimmed(resolve(effect.path.real ?? effect.path.text).replace(/\/[^/]*\*.*$/, ''))
  const orders = turn.clauses.filter(
    ({ kind, head }) => kind === 'order' && acts.some((act) => startsWithAct(head, act)),
  )
  const named = orders
    .flatMap(({ head }) => namesIn(objectOf(head)).filter((name) => name.includes('/')))
    .map((name) => trimmed(resolve(name)).toLowerCase())
  const whole = place.toLowerCase()
  if (whole === '' || (named.includes(whole) && !isHedged(turn))) return false
  return named.some((name) => name === whole || name.startsWith(`${whole}/`))
}

const trimmed = (path: string) => path.replace(/\/\.?(?=\/)/g, '').replace(/[/.*]+$/, '')
