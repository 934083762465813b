import type { Effect } from '../../analysis/effects.ts'
import type { CommandObjects } from '../../analysis/generic/call-texts.ts'
import { partsOf, type Target } from '../../analysis/target.ts'
import { isActOnTarget } from '../../knowledge/lexicon/object-kinds.ts'
import { isNamed, isPartNamed } from './naming.ts'
import { PRONOUN } from './referents.ts'

/** "helm uninstall the release x": the program's name before the act adds nothing. */
export function withoutProgramName({ actor }: Effect, head: string): string {
  return head.startsWith(`${actor.name} `)
    ? head.slice(actor.name.length + 1).replace(/^(?:prod|production|staging|dev) (?=[a-z])/, '')
    : head
}

/** Where something is; the place where all work is done tells nothing apart. */
const LOCATION_PREPOSITION =
  /(?<!\b(?:rid|end\w*|start\w*|begin\w*))\s(?=(?:from|in|of|inside|within|under|below|out of)\s(?!(?:the|this|my|our) (?:repo|repository|project|working (?:tree|copy|directory)|checkout)\b))/
/** A service runs on a machine, and an index is on a table, which is not it. */
const HOST_PREPOSITION = /\s(?=(?:on|at|in|of|from)\s)/
const MACHINE_NOUN =
  /^\S+ (?:the |my |our )?(?:machine|box|server|host|router|node|device|vm|board|computer|switch|instance)$/
const WHOLE_OBJECT =
  /^\S+(?: (?:up|out|down|all|the|every|each|everything|anything|whole|entire|contents?|files?|folders?|director(?:y|ies)|stacks?|objects?|data|keys?|rows?|records?|entries|documents?|messages?|items?|flash|memory|cache|stuff|things?|partition table|it|them|that|this|is|there|my|our|old))*$/

/** "Remove the footer from x" leaves x: what is taken away stands before the words for where it is. */
export function isOnlyLocation(
  effect: Effect,
  text: string,
  on: readonly Target[],
  things: CommandObjects['things'] = [],
): boolean {
  if (!isActOnTarget(effect)) return false
  const told = withoutProgramName(effect, text.trim())
  // "Strip x of its comments".
  if (/(?<!\b(?:all|each|any|every|both|some)) of (?:its|their) /.test(told)) return true
  const [before = '', ...listed] = told.split(/:\s|\(/)
  const direct = [
    before.split(
      /^(?:service-control|database-change)$/.test(effect.kind) ? HOST_PREPOSITION : LOCATION_PREPOSITION,
      1,
    )[0],
    ...listed,
  ].join(' ')
  if (direct === told || WHOLE_OBJECT.test(direct) || PRONOUN.test(direct)) return false
  // A machine is where it is.
  if (on.some(({ kind }) => kind === 'host') && MACHINE_NOUN.test(direct)) return false
  // "All branches in origin", "all builds in nightly-builds": what the place is for.
  const [, kind = ''] =
    /^\S+ (?:all|every|each)(?: the| of the)? ([a-z]+?)(?:e?s)?(?: that \w+)?$/.exec(direct.trim()) ?? []
  if (kind !== '' && on.every((target) => target.amount !== 'one' && isPlaceForKind(target, kind))) return false
  if (things.some((each) => isNamed(direct, each))) return false
  // `snap purge x` is done to all snapshots of x: the command says so itself.
  const typed = on.flatMap((target) => (target.kind === 'resource' ? target.type.split(/\W+/) : []))
  if (typed.some((word) => word.length > 3 && kind.startsWith(word))) return false
  return !on.some((target) => partsOf(target).some((part) => isPartNamed(direct, part, {})))
}

/** Is this a place for things of a kind alone, by what it is or by its own name? */
function isPlaceForKind(target: Target, kind: string): boolean {
  if (target.kind === 'ref') return kind === 'branch'
  if ('name' in target && target.name === '') return true
  const [name = ''] = partsOf(target).flatMap((part) => part.names)
  return (/[^/]+(?=\/?\**$)/.exec(name)?.[0] ?? '').split(/[-_.]/).some((word) => word.replace(/s$/, '') === kind)
}
