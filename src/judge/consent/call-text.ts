import type { Action } from '../../analysis/action.ts'
import { partsOf } from '../../analysis/target.ts'
import { targetsOf } from '../../analysis/targets.ts'

/** Every finding is held against the whole call: it is put together once. */
const CALLS = new WeakMap<Action, string>()

/** Everything that the call says, and what it works on: whoever names something else means another call. */
export function callOf(action: Action): string {
  const text = CALLS.get(action) ?? wholeCall(action)
  CALLS.set(action, text)
  return text
}

function wholeCall({ call, effects }: Action): string {
  const names = effects.flatMap((effect) =>
    targetsOf(effect).flatMap((target) => partsOf(target).flatMap((part) => part.names)),
  )
  const texts = textsIn(call.input)
  // An owner and a repository in fields of their own are named as one.
  return [...texts, texts.join('/'), ...names].join(' ').replaceAll('%2F', '/').toLowerCase()
}

function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value.slice(0, MAX_CALL)]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null && depth < 4
    ? Object.values(value).flatMap((each) => textsIn(each, depth + 1))
    : []
}

const MAX_CALL = 20_000
