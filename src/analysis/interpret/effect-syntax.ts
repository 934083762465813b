import { asksByPosition } from '../../knowledge/lexicon/verb-positions.ts'
import { anyOf, CHANGE_VERBS, type ChangeVerb, verbMeaning } from '../../knowledge/lexicon/verbs.ts'
import type { Certainty, Effect, Environment, ExternalWriteNature, ProtectionArea } from '../effects.ts'
import type { EffectText, ResourceFamily, SqlStatementKind } from './spec.ts'

type EffectField<K extends Effect['kind'], F extends keyof Extract<Effect, { kind: K }>> = Extract<
  Effect,
  { kind: K }
>[F]

export type ParsedEffect = UnqualifiedEffect & { readonly certainty: Certainty }

export type UnqualifiedEffect =
  | { readonly is: 'shows' | 'read' | 'local' | 'unread' | 'shell' }
  | { readonly is: 'secret' | 'publish' | 'unpublish'; readonly where: string | undefined }
  | {
      readonly is: 'change'
      readonly verb: ChangeVerb
      readonly mass: boolean | undefined
      readonly family: ResourceFamily | undefined
    }
  | { readonly is: 'deploy'; readonly environment: Environment | undefined }
  | { readonly is: 'external'; readonly nature: ExternalWriteNature }
  | { readonly is: 'sql'; readonly statement: SqlStatementKind }
  | { readonly is: 'grant'; readonly what: string }
  | { readonly is: 'weaken'; readonly area: ProtectionArea; readonly feature: string }
  | { readonly is: 'listen'; readonly reach: EffectField<'listen', 'reach'>; readonly executes: boolean }
  | { readonly is: 'observe'; readonly what: EffectField<'observe', 'what'> }
  | { readonly is: 'exhausts'; readonly what: EffectField<'exhaust', 'what'> }
  | { readonly is: 'persist'; readonly mechanism: EffectField<'persist', 'mechanism'>; readonly target: string }
  | { readonly is: 'service'; readonly verb: EffectField<'service-control', 'verb'>; readonly service: string }
  | {
      readonly is: 'reads' | 'lists' | 'writes' | 'deletes' | 'wipes' | 'sends' | 'runs' | 'runs-shell'
      readonly what: string
    }

const CERTAINTY_BY_WORD: Readonly<Record<string, Certainty>> = { maybe: 'possible', likely: 'likely' }
const CHANGE_TEXT = new RegExp(`^(${anyOf(...CHANGE_VERBS)})(?: (all|one))?(?: (\\w+))?$`)

export function parseEffectText(text: EffectText): ParsedEffect {
  const [, sure = '', act = ''] = /^(?:(maybe|likely) )?(.*)$/.exec(text) ?? []
  return { ...parseUnqualifiedEffect(act), certainty: CERTAINTY_BY_WORD[sure] ?? 'certain' }
}

function parseUnqualifiedEffect(text: string): UnqualifiedEffect {
  const [, verb, amount, family] = CHANGE_TEXT.exec(text) ?? []
  if (verb !== undefined)
    return {
      is: 'change',
      verb: verb as ChangeVerb,
      mass: amount === undefined ? undefined : amount === 'all',
      family: family as ResourceFamily | undefined,
    }
  const [first = '', second = '', ...more] = text.split(' ')
  const rest = [second, ...more].join(' ')
  switch (first) {
    case 'shows':
    case 'read':
    case 'local':
    case 'unread':
    case 'shell':
      return { is: first }
    case 'secret':
    case 'publish':
    case 'unpublish':
      return { is: first, where: rest === '' ? undefined : rest }
    case 'deploy':
      return { is: first, environment: second === '' ? undefined : (second as Environment) }
    case 'sql':
      return { is: first, statement: second as SqlStatementKind }
    case 'grant':
      return { is: first, what: rest }
    case 'weaken':
      return { is: first, area: second as ProtectionArea, feature: more.join(' ') }
    case 'listen':
      return { is: first, reach: second as EffectField<'listen', 'reach'>, executes: more[0] === 'executing' }
    case 'observe':
      return { is: first, what: second as EffectField<'observe', 'what'> }
    case 'exhausts':
      return { is: first, what: second as EffectField<'exhaust', 'what'> }
    case 'persist':
      return { is: first, mechanism: second as EffectField<'persist', 'mechanism'>, target: more.join(' ') }
    case 'service':
      return { is: first, verb: second as EffectField<'service-control', 'verb'>, service: more.join(' ') }
    case 'reads':
    case 'lists':
    case 'writes':
    case 'deletes':
    case 'wipes':
    case 'sends':
    case 'runs':
    case 'runs-shell':
      return { is: first, what: rest }
    default:
      return { is: 'external', nature: first as ExternalWriteNature }
  }
}

/** What a command of an unknown service does, by the verb in its name: `describe-instances`, `instances delete`. */
export function genericVerbEffects(path: string, sure = true): readonly ParsedEffect[] | undefined {
  const words = path.split(' ').slice(0, 5)
  if (asksByPosition(words, sure)) return [{ is: 'read', certainty: 'certain' }]
  const candidates = [...words.slice(1), words[0] ?? '']
  for (const [at, word] of candidates.entries()) {
    const verb = changeVerbOf(word)
    if (
      verb === 'read' &&
      VERB_LIKE_NOUN.test(word.split('-')[0] ?? word) &&
      candidates.slice(at + 1, -1).some(isChangeVerb)
    )
      continue
    if (verb === 'read') return [{ is: 'read', certainty: 'certain' }]
    if (verb)
      return [
        { is: 'change', verb, mass: verb === 'purge' ? true : undefined, certainty: 'certain', family: undefined },
      ]
  }
  return undefined
}

/** Words that name things as often as they ask for them: `monitor metrics alert delete`. */
const VERB_LIKE_NOUN =
  /^(?:metrics|logs?|images?|regions?|sizes?|plans?|versions?|history|dashboard|status|graph|test|stat)$/i

function isChangeVerb(word: string): boolean {
  const change = changeVerbOf(word)
  return change !== undefined && change !== 'read'
}

export function isKnownVerb(word: string): boolean {
  return changeVerbOf(word) !== undefined
}

function changeVerbOf(word: string): ChangeVerb | 'read' | undefined {
  // `DeleteInstance` reads like `delete-instance`.
  const text = word
    .replace(/([a-z])(?=[A-Z])/g, '$1-')
    .toLowerCase()
    .replace(/^(?:batch|bulk|transact)-(?=[a-z])/, '')
  const first = text.split(/[-:]/)[0] ?? ''
  const last = text.split(':').at(-1) ?? ''
  const end = text.split('-').at(-1) ?? ''
  return (
    verbMeaning(text)?.change ??
    // `run:list`: behind a colon stands what is done.
    verbMeaning(last.split('-')[0] ?? '')?.change ??
    verbMeaning(first)?.change ??
    // `service-instance-delete`: some tools put the verb last.
    (verbMeaning(end)?.change === 'delete' ? 'delete' : undefined)
  )
}
