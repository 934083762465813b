import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import { targetSpellings } from '../../categories/spellings.ts'
import type { Transcript } from '../../transcript/entries.ts'
import { type Aims, aimsOf, isPicked } from './aims.ts'
import { commandText, covers } from './covers.ts'
import { isBeyondInformation } from './information.ts'
import { effectLevel, levelOf } from './level.ts'
import { identifiersOf, isNamed, tokensOf, withKinds } from './names.ts'
import { isNear } from './near.ts'
import { withoutStore } from './object.ts'
import { lookedUp } from './occasion.ts'
import { type Order, ordersOf, type Said } from './orders.ts'
import { strangerIn } from './owner.ts'
import { strayArgument } from './parameters.ts'
import { strayPath } from './paths.ts'
import { isWithin, type NamePattern, patternsIn } from './patterns.ts'
import { strayPlace } from './place.ts'
import { strayQuality } from './qualities.ts'
import type { HumanTurn } from './turns.ts'
import { beginsWith, tellingWords } from './words.ts'

export type ScopeAnswer =
  | { readonly type: 'fits' }
  | { readonly type: 'strays'; readonly why: string }
  | { readonly type: 'unverified'; readonly why: string }

/** Does the Action keep to the place and the things that the person named? */
export function scopeOf(turns: readonly HumanTurn[], action: Action, transcript: Transcript): ScopeAnswer {
  const effects = action.effects.filter(isTargeted)
  const turn = withAntecedent(
    turns,
    turns.findLastIndex((candidate) => candidate.substantive || orders(candidate)),
  )
  const told = turns.findLast(
    ({ substantive, clauses }) => substantive || clauses.some(({ kind }) => kind === 'directive'),
  )
  const path = told && strayPath(action, told)
  if (path !== undefined) return { type: 'strays', why: `the user did not name ${path}` }
  const argument = told && strayArgument(action, told, lookedUp(transcript))
  if (argument !== undefined) return { type: 'strays', why: argument }
  if (told && isBeyondInformation(action, told))
    return { type: 'unverified', why: `the user asked for information, and ${action.call.tool} may do more than look` }
  const last = turns.at(-1)
  if (last && effects.some((effect) => onlyAskedAbout(effect, last, action)))
    return { type: 'unverified', why: 'the user only asked about it' }
  if (effects.length === 0 || turn === undefined) return { type: 'fits' }
  const wanted = levelOf(turn.names)
  for (const effect of effects) {
    const level = effectLevel(effect)
    if (wanted !== undefined && level !== undefined && wanted !== level)
      return {
        type: 'strays',
        why: `the user asked for ${wanted === 'near' ? 'the private or lower-risk' : 'the shared'} side, and this acts on the other`,
      }
    const stray = strayTarget(effect, turn, action)
    if (stray !== undefined) return { type: 'strays', why: stray }
    const owner = strangerIn(effect, action, turns)
    if (owner !== undefined) return { type: 'unverified', why: `it looks like ${owner}'s, whom the user did not name` }
  }
  return ownership(effects, turn, transcript)
}

/** "Is redis running?" is no reason to stop it. */
function onlyAskedAbout(effect: Effect, { clauses, names }: HumanTurn, action: Action): boolean {
  if (effect.kind !== 'resource-change' || effect.verb === 'create' || effect.verb === 'apply') return false
  if (!/\?\s*$/.test(names) || clauses.some(({ kind }) => kind === 'directive')) return false
  return aimsOf(effect, action)?.names.some((spellings) => isNamed(names, spellings)) ?? false
}

/** "Just stop it": the turn before says what it is. */
function withAntecedent(turns: readonly HumanTurn[], at: number): HumanTurn | undefined {
  const turn = turns[at]
  const before = turns[at - 1]
  if (turn === undefined || before === undefined || !/\b(?:it|them|that|these|those|this one)\b/.test(turn.names))
    return turn
  if (turn.names.length > 80 || identifiersOf(turn.names, turn.quoted).length > 0) return turn
  return { ...turn, names: `${before.names}\n${turn.names}`, quoted: [...before.quoted, ...turn.quoted] }
}

/** A short turn counts when it tells to do such a thing: "push feature/a". */
function orders({ clauses }: HumanTurn): boolean {
  return clauses.some(
    ({ kind, head }) => kind === 'directive' && [...ACTS, ...PUSHES].some((act) => beginsWith(head, act)),
  )
}

/** Effects that act on one of several similar things. What is only possible counts here: a person named the thing. */
function isTargeted(effect: Effect): boolean {
  switch (effect.kind) {
    case 'git-push':
      return effect.certainty !== 'possible' && effect.refs.length > 0
    case 'git-discard':
      return (
        effect.certainty !== 'possible' &&
        (effect.what === 'branch' || effect.what === 'tag' || effect.what === 'worktree')
      )
    case 'database-change':
    case 'deploy':
    case 'service-control':
    case 'signal-process':
      return effect.certainty !== 'possible'
    case 'publish':
      return effect.removes && effect.certainty !== 'possible'
    case 'resource-change':
      return true
    default:
      return false
  }
}

/** The person told what to act on by name, number or a rule, and this is something else, or more. */
function strayTarget(effect: Effect, turn: HumanTurn, action: Action): string | undefined {
  const acts = effect.kind === 'git-push' && !effect.deletes ? PUSHES : ACTS
  const said = ordersOf(turn.sentences, acts)
  const orders = said.orders.filter(({ head }) => acts.some((act) => beginsWith(head, act)))
  const aims = aimsOf(effect, action)
  const place = strayPlace({ told: placesTold(turn, orders), said: turn.names }, effect, aims)
  if (place !== undefined) return place
  if (orders.length === 0) return undefined
  const version = /\bversions? [`"']?v?(\d[\w.-]*\w)/.exec(orders.map(({ text }) => text).join('\n'))?.[1]
  if (effect.kind === 'publish' && version !== undefined && !effect.what.includes(version))
    return `the user named version ${version}, and this takes out more`
  const quality = strayQuality(effect, orders, commandText(action))
  if (quality !== undefined) return quality
  if (orders.some((order) => covers({ text: withoutStore(order.text), besides: said.besides }, effect, action)))
    return undefined
  if (effect.kind === 'database-change') return strayTable(effect, turn)
  if (effect.kind === 'git-discard' && effect.what === 'worktree') return strayFile(effect, orders)
  if (!aims) return undefined
  if (effect.kind === 'git-push' && !effect.deletes)
    return (effect.force ? strayForce(aims, orders) : undefined) ?? strayMore(aims, turn)
  return straySpecific(effect, aims, { turn, orders, said }) ?? strayPlain(aims, orders, turn)
}

/** Where things are to be done: what the orders for such acts say, or else every order. */
function placesTold({ sentences }: HumanTurn, orders: readonly Order[]): string {
  if (orders.length > 0) return orders.map(({ sentence }) => sentence).join('\n')
  return sentences
    .filter(({ clauses }) => clauses.some(({ kind }) => kind === 'directive'))
    .map(({ typed }) => typed.toLowerCase())
    .join('\n')
}

interface Asked {
  readonly turn: HumanTurn
  readonly orders: readonly Order[]
  readonly said: Said
}

/** Distinct names, numbers and rules were told: each target must be among them. */
function straySpecific(effect: Effect, aims: Aims, { turn, orders }: Asked): string | undefined {
  const rules = orders.flatMap(({ text }) => patternsIn(text))
  const asked = orders.map(({ text }) => text).join('\n')
  // What is harmless by itself is held only against what its own order names.
  const weak = effect.certainty === 'possible' || effect.kind === 'signal-process'
  const identifiers = identifiersOf(weak ? asked : turn.names, weak ? [] : turn.quoted).filter(
    (name) => !rules.some((rule) => rule.text === name) && !(weak && /\.[a-z]{1,5}$/.test(name)),
  )
  if (identifiers.length === 0 && rules.length === 0) return undefined
  // A service goes by a plain word: "restart nginx on web-2.acme.io" names it and its host.
  const listed = effect.kind === 'service-control' || weak ? turn.names : withKinds(turn.names, identifiers)
  const shown = [...identifiers, ...rules.map(({ text }) => text)].slice(0, 3).join(', ')
  const stray = aims.names.find(
    (spellings) => !isNamed(listed, spellings) && !rules.some((rule) => isPicked(rule, spellings)),
  )
  if (stray !== undefined) return `the user named ${shown}, not ${stray[0] ?? ''}`
  return aims.picked !== undefined && !isWithinRules(rules, aims) && (!weak || rules.length > 0)
    ? `the user named ${shown}, and this acts on more`
    : undefined
}

function isWithinRules(rules: readonly NamePattern[], { picked }: Aims): boolean {
  return rules.some((rule) => picked?.rules.some((own) => isWithin(rule, own)))
}

/** A force push of another branch than the one that was named for it. */
function strayForce({ names }: Aims, orders: readonly Order[]): string | undefined {
  const text = orders.map((order) => order.text).join('\n')
  const branch = tokensOf(text).find((token) => /^[a-z0-9][\w.-]*\/[\w./-]+$/.test(token))
  const stray = names.find((spellings) => !isNamed(text, spellings))
  return branch === undefined || stray === undefined ? undefined : `the user named ${branch}, not ${stray[0] ?? ''}`
}

/** Some of the targets were named, and others not. */
function strayMore({ names }: Aims, { names: said }: HumanTurn): string | undefined {
  const unnamed = names.filter((spellings) => !isNamed(said, spellings))
  return unnamed.length > 0 && unnamed.length < names.length
    ? `the user did not name ${unnamed[0]?.[0] ?? ''}`
    : undefined
}

/** Plain words name things too: one that is nearly the target, or some of the targets but not all. */
function strayPlain(aims: Aims, orders: readonly Order[], turn: HumanTurn): string | undefined {
  const one =
    aims.picked !== undefined && aims.names.length === 0 ? orders.find(({ text }) => namesOne(text, aims)) : undefined
  if (one) return 'the user named one of them, and this takes all'
  const words = orders.flatMap(({ text }) => tellingWords(text).slice(1)).filter((word) => !aims.kinds.includes(word))
  const unnamed = aims.names.filter((spellings) => !isNamed(turn.names, spellings))
  const near = unnamed.find((spellings) => words.some((word) => spellings.some((name) => isNear(word, name))))
  return near === undefined
    ? strayMore(aims, turn)
    : `the user named something else that is nearly called ${near[0] ?? ''}`
}

/** "Discard my changes in src/a.ts" is about that file alone. */
function strayFile(
  { refs, doer }: Extract<Effect, { kind: 'git-discard' }>,
  orders: readonly Order[],
): string | undefined {
  const files = orders
    .flatMap(({ text }) => tokensOf(text))
    .filter((token) => /^[\w.@-]*(?:\/[\w.@-]+)+$|^\.\.\/\S+$|^[\w-]+\.[a-z]{1,5}$/.test(token))
  if (files.length === 0 || (refs.length === 0 && !doer.words.some((word) => /checkout|restore|worktree/.test(word))))
    return undefined
  const stray = refs.find(
    (ref) =>
      !files.some(
        (file) =>
          ref.toLowerCase() === file ||
          ref.toLowerCase().startsWith(`${file}/`) ||
          ref.toLowerCase().endsWith(`/${file}`),
      ),
  )
  return stray === undefined ? undefined : `the user named ${files[0]}, not ${stray}`
}

const GOES_ON =
  'in|on|of|from|with|that|which|to|at|for|and|or|is|are|by|via|whose|there|here|again|now|please|running|queue|queues'

/** "The deployment search", and no plural beside it. */
function namesOne(text: string, { kinds }: Aims): boolean {
  const single = kinds.filter((kind) => (!kind.endsWith('s') || kind === 'process') && kind !== 'namespace').join('|')
  return new RegExp(`\\bthe (?:${single}) (?:named |called )?[\`"']?(?!(?:${GOES_ON})\\b)[a-z]`).test(text)
}

function strayTable({ target }: Extract<Effect, { kind: 'database-change' }>, turn: HumanTurn): string | undefined {
  const identifiers = identifiersOf(turn.names, turn.quoted)
  if (identifiers.length === 0 || target === '' || isNamed(identifiers.join(' '), targetSpellings(target)))
    return undefined
  return `the user named ${identifiers.slice(0, 3).join(', ')}, not ${target}`
}

const PUSHES = ['push', 'force push', 'force-push', 'publish']
const ACTS = [
  'delete',
  'remove',
  'clean',
  'clean up',
  'tidy',
  'cancel',
  'stop',
  'restart',
  'bounce',
  'kill',
  'scale',
  'drop',
  'truncate',
  'purge',
  'sort',
  'take care of',
  'deal with',
  'handle',
  'roll back',
  'terminate',
  'drain',
  'reset',
  'end',
  'abort',
  'halt',
  'pause',
  'reload',
  'take down',
  'tear down',
  'shut down',
  'bring down',
  'uninstall',
  'unpublish',
  'reboot',
  'rollback',
  'undo',
  'upgrade',
  'discard',
  'revert',
  'restore',
  'throw away',
  'get rid of',
  'prune',
  'wipe',
  'empty',
  'clear',
  'destroy',
  'suspend',
  'disable',
]

/** "My service": whose it is must show in what was looked at before. A bare list of names does not tell. */
function ownership(effects: readonly Effect[], turn: HumanTurn, transcript: Transcript): ScopeAnswer {
  if (!/\bmy\b/.test(turn.names)) return { type: 'fits' }
  const looked = transcript.flatMap((entry) =>
    entry.kind === 'call' ? [JSON.stringify(entry.input).toLowerCase()] : [],
  )
  for (const effect of effects) {
    if (
      effect.kind !== 'resource-change' ||
      effect.certainty === 'possible' ||
      (effect.family !== 'cluster' && effect.family !== 'compute' && effect.family !== 'job')
    )
      continue
    const names = targetSpellings(effect.target).map((spelling) => spelling.toLowerCase())
    const name = names.find((spelling) => !/[\s/]/.test(spelling)) ?? ''
    if (name !== '' && !looked.some((text) => text.includes(name)))
      return { type: 'unverified', why: `the user spoke of their own, and nothing shows whose ${name} is` }
  }
  return { type: 'fits' }
}
