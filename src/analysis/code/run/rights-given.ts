import { RULING } from '../../orders/ruling-roles.ts'
import type { Run } from './run.ts'
import type { CodeCall } from './table.ts'
import { type Abstract, exact } from './value.ts'

/** Columns that say what somebody may do, and what they are set to. */
const RIGHT = new RegExp(`^(?:is_?)?(?:${RULING})$|^(?:roles?|access_?level|permissions?|privileges?)$`, 'i')
const YES = new RegExp(`^(?:true|\\*|all|${RULING})$`, 'i')
/** Methods that write to all that their object stands for, and those that pick some of it; to leave some out picks nearly everybody. */
const WRITES_ALL = /(?:^|\.)(?:update|update_?all|update_?many|bulk_?update|insert_?all)$/i
const PICKS = /\b(?:filter|filter_by|where|get|find\w*|first|last|limit|take|one|objects\.get)\(\)/

/** `User.objects.update(is_staff=True)`: everybody is given a right, whatever the stage. */
export function givesRights(call: CodeCall): boolean {
  if (!WRITES_ALL.test(call.name) || PICKS.test(call.name)) return false
  const [first] = call.args
  // A filter comes first where two are given.
  if (call.args.length > 1 && (first?.fields?.size ?? 0) > 0) return false
  return fieldsOf(call).some(([key, value]) => RIGHT.test(key) && YES.test(exact(value) ?? value.ref ?? ''))
}

function fieldsOf({ args, named }: CodeCall): readonly (readonly [string, Abstract])[] {
  return [...named, ...args.flatMap(inside)].slice(0, 60)
}

/** `{data: {role: 'ADMIN'}}`, `{$set: {admin: true}}`. */
function inside({ fields }: Abstract): readonly (readonly [string, Abstract])[] {
  return [...(fields ?? [])].slice(0, 40).flatMap(([key, value]) => [[key, value] as const, ...(value.fields ?? [])])
}

export function stateRights(call: CodeCall, run: Run): void {
  run.lower('plain')
  const to = call.name.replaceAll('()', '').split('.').slice(0, -1).join('.')
  run.state({ kind: 'grant', what: 'more rights', to, reach: 'machine', by: call.name, certainty: 'likely' })
}
