import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import type { Facts } from '../../analysis/facts.ts'
import { commandOfEffect } from '../../analysis/generic/call-texts.ts'
import { type Act, actsOf } from '../../analysis/interpret/acts.ts'
import type { Target } from '../../analysis/target.ts'
import { targetsOf } from '../../analysis/targets.ts'
import { lazy } from '../../analysis/text/memoize.ts'
import { type ActView, type AimContext, meetsAim, standsIn } from './aims.ts'
import {
  isAimedAt,
  isImpliedTarget,
  isNamedByProgram,
  isNamedWhole,
  isOwnDatabase,
  isOwnImage,
  isRegistryNamed,
  isWholeServer,
} from './grant-targets.ts'
import { changesSomething, NARROW_ACTS, STATED_ACTS, type StatedActId } from './stated-acts.ts'
import type { Aim, Ledger, StatedScope, StatedStatement } from './statement.ts'

/** A limit that a call crosses, and what crosses it. */
export interface Crossing {
  readonly limit: StatedStatement
  /** The effect that does; undefined where a command does as such: `git commit`. */
  readonly effect: Effect | undefined
  readonly command: string
}

/** What a person limited and a call crosses. */
export interface CrossedLimits {
  /** The typed part alone settles it. */
  readonly crossed: Crossing | undefined
  /** The typed part fits, and only a judge can weigh the rest. */
  readonly doubtful: Crossing | undefined
}

export function findCrossings(action: Action, facts: Facts, { statements }: Pick<Ledger, 'statements'>): CrossedLimits {
  const limits = statements.filter(({ kind }) => kind === 'limit')
  if (limits.length === 0) return { crossed: undefined, doubtful: undefined }
  const view = viewOf(action, facts)
  let doubtful: Crossing | undefined
  for (const limit of limits) {
    const act = view.acts.find((each) => fitsScope(each, limit.scope, view.here))?.act
    if (act === undefined) continue
    const { effect, command } = act
    const said = command === undefined ? '' : [command.program, ...command.told.slice(0, 1)].join(' ')
    const crossing = { limit, effect, command: said }
    if (limit.rest === undefined && limit.unverified === undefined) return { crossed: crossing, doubtful }
    doubtful ??= crossing
  }
  return { crossed: undefined, doubtful }
}

/** Does a grant that a person stated name this very act and every object of it? */
export function findCoveringGrant(
  effect: Effect,
  action: Action,
  facts: Facts,
  { statements, unread }: Ledger,
): StatedStatement | undefined {
  // What was said since may have taken it back.
  const grants = unread.length > 0 ? [] : statements.filter(({ kind }) => kind === 'grant')
  if (grants.length === 0) return undefined
  const { here } = viewOf(action, facts)
  const acts = effectActs(effect, action)
  return grants.find(
    (grant) =>
      isExact(grant) &&
      (acts.some((act) => coversAct(act, grant.scope, here)) ||
        coversMeans(effect, grant, action, here) ||
        coversOtherSide(effect, grant, action, here)),
  )
}

const effectActs = (effect: Effect, { tool }: Action): readonly KnownAct[] =>
  actsOf({ effects: [{ ...effect, certainty: 'certain' }], commands: [], tool }).map((act) =>
    knownAct({ ...act, tool }),
  )

/** "Restart nginx on web-1": a shell there is the means, where what it runs was read and is all that was asked for. */
function coversMeans(effect: Effect, { scope }: StatedStatement, action: Action, here: AimContext): boolean {
  if (effect.kind !== 'remote-exec' || effect.writes === 'unknown') return false
  const host = effectActs(effect, action).flatMap(({ act }) => act.targets)
  if (!host.every((target) => scope.aims.some((aim) => isAimedAt(target, aim, here)))) return false
  const done = action.effects.filter(
    ({ kind, certainty }) => kind !== 'remote-exec' && certainty !== 'possible' && !MERE_MEANS.has(kind),
  )
  return done.length > 0 && done.every((each) => effectActs(each, action).some((act) => coversAct(act, scope, here)))
}

/** Effects that tell once more, in another way, what a command does to a thing: to give access to a project changes it. */
const OTHER_SIDES: ReadonlySet<Effect['kind']> = new Set(['resource-change', 'external-write', 'service-control'])

/** What one command does to a thing is one act: where an order covers it, it covers the same act on the same thing under another name. */
function coversOtherSide(effect: Effect, { scope }: StatedStatement, action: Action, here: AimContext): boolean {
  if (!OTHER_SIDES.has(effect.kind)) return false
  const own = commandOfEffect(effect, action)
  if (own === undefined) return false
  const acts = effectActs(effect, action)
  const isNamed = acts.every(
    ({ act }) => act.targets.length > 0 && act.targets.every((target) => isNamedWhole(target, scope.aims, here)),
  )
  if (!isNamed || acts.some((act) => NARROW_ACTS.some((id) => !scope.acts.includes(id) && isOneOf(act, [id]))))
    return false
  return action.effects.some(
    (other) =>
      other !== effect &&
      other.certainty !== 'possible' &&
      commandOfEffect(other, action) === own &&
      effectActs(other, action).some((act) => coversAct(act, scope, here)),
  )
}

const MERE_MEANS: ReadonlySet<Effect['kind']> = new Set(['connect', 'run-program', 'read-path', 'impersonate'])

/** Does a grant speak of the act or of its object? Never enough to allow, always worth a question. */
export function findNearGrant(
  effect: Effect,
  action: Action,
  facts: Facts,
  { statements }: Pick<Ledger, 'statements'>,
): StatedStatement | undefined {
  const grants = statements.filter(({ kind }) => kind === 'grant')
  if (grants.length === 0) return undefined
  const { here } = viewOf(action, facts)
  const acts = effectActs(effect, action)
  return grants.find(({ scope }) => acts.some((act) => isNearScope(act, scope, here)))
}

function isExact({ condition, rest, unverified, scope }: StatedStatement): boolean {
  return condition === undefined && rest === undefined && !unverified && scope.acts.length > 0
}

interface ActionView {
  readonly acts: readonly KnownAct[]
  readonly here: AimContext
}

/** `git switch main && git commit`: what stands behind a switch is done on that branch, and the switch itself goes there. */
function withBranches(acts: readonly Act[]): readonly Act[] {
  let branch: string | undefined
  return acts.map((act) => {
    const { command } = act
    if (command?.program !== 'git') return act
    const [verb, ...rest] = command.words.filter((word) => !PLACE_FLAGS.has(word))
    if (verb === 'switch' || verb === 'checkout')
      branch = rest.find(
        (word) => /^[\w./-]+$/.test(word) && !/^(?:b|c|q|f|force|create|quiet|track|detach|orphan)$/.test(word),
      )
    return branch === undefined ? act : { ...act, command: { ...command, branch } }
  })
}

const PLACE_FLAGS: ReadonlySet<string> = new Set(['c', 'git-dir', 'work-tree', 'no-pager'])

interface KnownAct extends ActView {
  readonly is: Map<StatedActId, boolean>
}

const knownAct = (act: Act): KnownAct => ({ act, is: new Map(), objects: new Map() })

/** Read once for all statements, and for all who ask. */
const VIEWS = new WeakMap<Action, ActionView>()

function viewOf(action: Action, facts: Facts): ActionView {
  const known = VIEWS.get(action)
  if (known !== undefined) return known
  const own: Act = { targets: [], tool: action.tool }
  const view = {
    acts: withBranches([
      ...actsOf(action).map((act) => ({ ...act, tool: action.tool })),
      ...(action.tool.startsWith('mcp__') ? [own] : []),
    ]).map(knownAct),
    here: {
      tool: action.tool,
      text: lazy(() => JSON.stringify(action.call.input).toLowerCase()),
      facts,
      isOneCommand: action.commands.length <= 1,
      shells: action.effects.flatMap((effect) => (effect.kind === 'remote-exec' ? targetsOf(effect) : [])),
      staysInProject: lazy(() => staysInProject(action, facts)),
    },
  }
  VIEWS.set(action, view)
  return view
}

/** What is no shell command works nobody knows where. */
function staysInProject(action: Action, { projectRoot, cwd: here }: Facts): boolean {
  const commands = actsOf(action).flatMap(({ command }) => (command === undefined ? [] : [command]))
  return (
    commands.length > 0 && commands.every(({ cwd, mayLeave }) => !mayLeave && (cwd === projectRoot || cwd === here))
  )
}

function fitsScope(act: KnownAct, { acts, aims }: StatedScope, here: AimContext): boolean {
  if (!isOneOf(act, acts)) return false
  return aims.every((aim) => meetsAim(act, aim, here) === 'yes')
}

function isOneOf(known: KnownAct, ids: StatedScope['acts']): boolean {
  if (ids.length === 0) return changesSomething(known.act)
  return ids.some((id) => {
    const before = known.is.get(id)
    if (before !== undefined) return before
    const is = STATED_ACTS.get(id)?.is(known.act) === true
    known.is.set(id, is)
    return is
  })
}

/**
 * Every target has to be named or be the project's own, and every aim has to be met: by the effect, or by what else the call names.
 * INVARIANT: no aim of another kind of act covers it, and a word for a wide act covers no narrow one.
 */
function coversAct(known: KnownAct, { acts, aims }: StatedScope, here: AimContext): boolean {
  if (!isOneOf(known, acts)) return false
  if (NARROW_ACTS.some((id) => !acts.includes(id) && isOneOf(known, [id]))) return false
  const { targets } = known.act
  const program = known.act.effect?.actor.name ?? ''
  const isCovered = (target: Target) =>
    isNamedWhole(target, aims, here) ||
    isImpliedTarget(target, here) ||
    isNamedByProgram(target, program, aims, here) ||
    isOwnDatabase(target, aims, here) ||
    (known.act.effect?.kind === 'publish' && isOwnImage(target, aims, here)) ||
    (isWholeServer(target) && here.isOneCommand && aims.some(({ what }) => what === 'host'))
  if (!targets.every(isCovered)) return false
  return aims.every((aim) => isAimMet(known, aim, here))
}

function isAimMet(known: KnownAct, aim: Aim, here: AimContext): boolean {
  if (aim.how !== 'named') return false
  const program = known.act.effect?.actor.name ?? ''
  if (
    known.act.targets.some(
      (target) =>
        isAimedAt(target, aim, here) || isNamedByProgram(target, program, [aim], here) || isRegistryNamed(target, aim),
    )
  )
    return true
  const met = meetsAim(known, aim, here)
  if (met === 'yes' || isVersionElsewhere(known, aim, here)) return true
  // What a shell on another machine runs is done there.
  if (aim.what === 'host' && here.shells.length > 0) return here.shells.every((host) => isAimedAt(host, aim, here))
  // "Ship it to npm": the project's own thing has no name, and the call says where it goes.
  const isOpen =
    met === 'unknown' || (aim.what === 'resource' && known.act.targets.every((one) => isImpliedTarget(one, here)))
  return isOpen && here.isOneCommand && aim.values.some((value) => standsIn(here.text(), value))
}

const VERSION = /^v?\d+\.\d+(?:\.\d+)*(?:[-+][\w.]+)?$/

/** "Publish 2.4.1": the version stands in the project's files, and the call says no other. */
function isVersionElsewhere({ act }: KnownAct, { what, values }: Aim, here: AimContext): boolean {
  if (what !== 'detail' || !values.every((value) => VERSION.test(value))) return false
  if (act.effect?.kind !== 'publish' && STATED_ACTS.get('deploy')?.is(act) !== true) return false
  return !/(?<![\w.])v?\d+\.\d+\.\d+/.test(here.text())
}

function isNearScope(act: KnownAct, { acts, aims }: StatedScope, here: AimContext): boolean {
  return isOneOf(act, acts) || aims.some((aim) => aim.how === 'named' && meetsAim(act, aim, here) === 'yes')
}
