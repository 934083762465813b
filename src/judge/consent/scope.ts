import type { Action } from '../../analysis/action.ts'
import type { Effect, Stage } from '../../analysis/effects.ts'
import { targetSpellings } from '../../categories/spellings.ts'
import type { Transcript } from '../../transcript/entries.ts'
import { identifiersOf, isNamed } from './names.ts'
import type { HumanTurn } from './turns.ts'
import { beginsWith } from './words.ts'

/** Where an act happens, or where a person wants it: close to home, or where others depend on it. */
type Level = 'near' | 'shared'

export type ScopeAnswer =
  | { readonly type: 'fits' }
  | { readonly type: 'strays'; readonly why: string }
  | { readonly type: 'unverified'; readonly why: string }

const NEAR =
  /\b(?:dev|develop|development|workbench|sandbox|scratch|local|private|personal|working[- ]copy|working tree|staging|stage|stg|test|testing|qa|preview|lower[- ]risk|low[- ]risk|safer|non[- ]?prod(?:uction)?)\b/
const SHARED =
  /\b(?:prod|production|prd|live|shared(?:[- ]\w+)?|remote|upstream|origin|higher[- ]risk|high[- ]risk|customer[- ]facing|public|team[- ]wide)\b/
/** "the staging lane", "on the shared side", "in the dev namespace": a phrase that says where. */
const PLACE =
  /\b((?:[\w-]+ ){0,4}?[\w-]+) (?:lane|side|environment|env|namespace|cluster|queue|tier|stage|account|region|workspace|database|db|partition)\b/g
const RESTRICTS =
  /\b(?:only|just|keep|contained|limited|confined|restrict(?:ed)?|intended|stay|within|nothing else|not the|(?:on|in|to) (?:the|my|our))\b/

/** Effects that act on one of several similar things. */
type Targeted = Extract<
  Effect,
  { kind: 'resource-change' | 'git-push' | 'git-discard' | 'database-change' | 'deploy' | 'service-control' }
>

/** Does the Action keep to the place and the things that the person named? */
export function scopeOf(turns: readonly HumanTurn[], action: Action, transcript: Transcript): ScopeAnswer {
  const effects = action.effects.filter(isTargeted)
  const turn = turns.findLast((candidate) => candidate.substantive)
  if (effects.length === 0 || turn === undefined) return { type: 'fits' }
  const wanted = levelOf(turn.names)
  for (const effect of effects) {
    const level = effectLevel(effect)
    if (wanted !== undefined && level !== undefined && wanted !== level)
      return {
        type: 'strays',
        why: `the user asked for ${wanted === 'near' ? 'the private or lower-risk' : 'the shared'} side, and this acts on the other`,
      }
    const stray = strayTarget(effect, turn)
    if (stray !== undefined) return { type: 'strays', why: stray }
  }
  return ownership(effects, turn, transcript)
}

function isTargeted(effect: Effect): effect is Targeted {
  if (effect.certainty === 'possible') return false
  switch (effect.kind) {
    case 'git-push':
      return effect.deletes
    case 'git-discard':
      return effect.what === 'branch' || effect.what === 'tag'
    case 'resource-change':
    case 'database-change':
    case 'deploy':
    case 'service-control':
      return true
    default:
      return false
  }
}

/** Which side a person's words restrict the act to; undefined when they say none, or both. */
function levelOf(names: string): Level | undefined {
  if (!RESTRICTS.test(names)) return undefined
  let near = false
  let shared = false
  for (const match of names.matchAll(PLACE)) {
    const phrase = match[1] ?? ''
    // "shared" is the stronger word: a shared test lane is shared.
    if (SHARED.test(phrase)) shared = true
    else if (NEAR.test(phrase)) near = true
  }
  if (near === shared) return undefined
  return near ? 'near' : 'shared'
}

function effectLevel(effect: Targeted): Level | undefined {
  switch (effect.kind) {
    case 'git-push':
      return 'shared'
    case 'git-discard':
      return 'near'
    case 'database-change':
      return effect.reach === 'remote' ? 'shared' : effect.reach === 'unknown' ? undefined : 'near'
    case 'resource-change':
      return stageLevel(effect.stage) ?? textLevel(effect.target)
    case 'deploy':
      return stageLevel(effect.stage)
    case 'service-control':
      return textLevel(effect.service)
  }
}

function stageLevel(stage: Stage): Level | undefined {
  if (stage === 'unknown') return undefined
  return stage === 'production' ? 'shared' : 'near'
}

function textLevel(target: string): Level | undefined {
  const words = target.toLowerCase().replace(/[^a-z]+/g, ' ')
  if (/\b(?:prod|production|prd|live)\b/.test(words)) return 'shared'
  return /\b(?:dev|development|staging|stg|test|qa|sandbox|preview)\b/.test(words) ? 'near' : undefined
}

function targetsOf(effect: Targeted): readonly string[] {
  switch (effect.kind) {
    case 'git-push':
    case 'git-discard':
      return effect.refs
    case 'resource-change':
    case 'database-change':
      return effect.target === '' ? [] : [effect.target]
    case 'deploy':
    case 'service-control':
      return [effect.service]
  }
}

/** The person told what to act on by name or number, and this is something else, or more. */
function strayTarget(effect: Targeted, turn: HumanTurn): string | undefined {
  if (effect.kind === 'deploy') return undefined
  const told = turn.clauses.some(({ kind, head }) => kind === 'directive' && ACTS.some((act) => beginsWith(head, act)))
  const identifiers = identifiersOf(turn.names, turn.quoted)
  if (!told || identifiers.length === 0) return undefined
  // A service goes by a plain word: "restart nginx on web-2.acme.io" names it and its host.
  const listed = effect.kind === 'service-control' ? turn.names : identifiers.join(' ')
  const stray = targetsOf(effect).find((target) => !isNamed(listed, targetSpellings(target)))
  if (stray !== undefined) return `the user named ${identifiers.slice(0, 3).join(', ')}, not ${stray}`
  const mass = 'mass' in effect && effect.mass
  return mass && !identifiers.some((name) => isNamed(name, targetsOf(effect)))
    ? `the user named ${identifiers[0]}, and this acts on more`
    : undefined
}

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
]

/** "My service": whose it is must show in what was looked at before. A bare list of names does not tell. */
function ownership(effects: readonly Targeted[], turn: HumanTurn, transcript: Transcript): ScopeAnswer {
  if (!/\bmy\b/.test(turn.names)) return { type: 'fits' }
  const looked = transcript.flatMap((entry) =>
    entry.kind === 'call' ? [JSON.stringify(entry.input).toLowerCase()] : [],
  )
  for (const effect of effects) {
    if (
      effect.kind !== 'resource-change' ||
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
