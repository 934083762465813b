import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import { type Aims, aimsOf, isPicked } from './aims.ts'
import { isNamed } from './names.ts'
import { isWithin, patternsIn } from './patterns.ts'
import { asksForAll } from './universal.ts'

/** What an order says of its object, and what was said around it. */
export interface Told {
  readonly text: string
  readonly besides: string
}

/** Does an order cover everything that an effect takes aim at: by name, by a rule for names, or as all there are? */
export function covers({ text, besides }: Told, effect: Effect, action: Action): boolean {
  const aims = aimsOf(effect, action)
  if (!aims || (aims.names.length === 0 && aims.picked === undefined)) return false
  const command = commandText(action)
  const own = patternsIn(text)
  // "Those that begin with x are mine, delete all of them."
  const rules = own.length === 0 && THEM.test(text) ? patternsIn(besides) : own
  if (rules.length === 0 && asksForAll(text, besides, aims, command)) return !isSpared(text, aims)
  const named = aims.names.every(
    (spellings) => isNamed(text, spellings) || rules.some((rule) => isPicked(rule, spellings)),
  )
  return named && isPickedBy(rules, aims)
}

const THEM = /\b(?:them|those|these|it all|all of it)\b/

/** What is picked by a rule must lie within a rule that was told. */
function isPickedBy(rules: ReturnType<typeof patternsIn>, { picked }: Aims): boolean {
  if (picked === undefined) return true
  return rules.some((rule) => picked.rules.some((own) => isWithin(rule, own)))
}

/** "All but x": x is not among them. */
function isSpared(text: string, { names }: Aims): boolean {
  const spared = /\b(?:but|except(?: for)?|other than|apart from|excluding) (?:the )?(.{2,120})$/.exec(text)?.[1]
  return spared !== undefined && names.some((spellings) => isNamed(spared, spellings))
}

export function commandText({ call }: Action): string {
  const command = Object.hasOwn(call.input, 'command') ? call.input['command'] : undefined
  return typeof command === 'string' ? command : ''
}
