import type { Area, Certainty, Effect, Nature, Stage } from '../../effects.ts'
import { type ChangeVerb, meaningOf } from '../../verbs.ts'
import type { DeedText, ResourceFamily, Statement } from './form.ts'

type Part<K extends Effect['kind'], F extends keyof Extract<Effect, { kind: K }>> = Extract<Effect, { kind: K }>[F]

export type FormAct = Doing & { readonly certainty: Certainty }

export type Doing =
  | { readonly is: 'shows' | 'read' | 'local' | 'unread' | 'shell' }
  | { readonly is: 'secret' | 'publish' | 'unpublish'; readonly where: string | undefined }
  | {
      readonly is: 'change'
      readonly verb: ChangeVerb
      readonly mass: boolean | undefined
      readonly family: ResourceFamily | undefined
    }
  | { readonly is: 'deploy'; readonly stage: Stage | undefined }
  | { readonly is: 'external'; readonly nature: Nature }
  | { readonly is: 'sql'; readonly statement: Statement }
  | { readonly is: 'grant'; readonly what: string }
  | { readonly is: 'weaken'; readonly area: Area; readonly feature: string }
  | { readonly is: 'listen'; readonly reach: Part<'listen', 'reach'>; readonly executes: boolean }
  | { readonly is: 'observe'; readonly what: Part<'observe', 'what'> }
  | { readonly is: 'exhausts'; readonly what: Part<'exhaust', 'what'> }
  | { readonly is: 'persist'; readonly mechanism: Part<'persist', 'mechanism'>; readonly target: string }
  | { readonly is: 'service'; readonly verb: Part<'service-control', 'verb'>; readonly service: string }
  | {
      readonly is: 'reads' | 'lists' | 'writes' | 'deletes' | 'wipes' | 'sends' | 'runs' | 'runs-shell'
      readonly what: string
    }

const CERTAINTY: Readonly<Record<string, Certainty>> = { maybe: 'possible', likely: 'likely' }
const VERBS = /^(create|update|delete|restart|scale|cancel|apply|destroy|purge)(?: (all|one))?(?: (\w+))?$/

export function actOf(text: DeedText): FormAct {
  const [, sure = '', deed = ''] = /^(?:(maybe|likely) )?(.*)$/.exec(text) ?? []
  return { ...doingOf(deed), certainty: CERTAINTY[sure] ?? 'certain' }
}

function doingOf(text: string): Doing {
  const [, verb, amount, family] = VERBS.exec(text) ?? []
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
      return { is: first, stage: second === '' ? undefined : (second as Stage) }
    case 'sql':
      return { is: first, statement: second as Statement }
    case 'grant':
      return { is: first, what: rest }
    case 'weaken':
      return { is: first, area: second as Area, feature: more.join(' ') }
    case 'listen':
      return { is: first, reach: second as Part<'listen', 'reach'>, executes: more[0] === 'executing' }
    case 'observe':
      return { is: first, what: second as Part<'observe', 'what'> }
    case 'exhausts':
      return { is: first, what: second as Part<'exhaust', 'what'> }
    case 'persist':
      return { is: first, mechanism: second as Part<'persist', 'mechanism'>, target: more.join(' ') }
    case 'service':
      return { is: first, verb: second as Part<'service-control', 'verb'>, service: more.join(' ') }
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
      return { is: 'external', nature: first as Nature }
  }
}

/** What a command of an unknown service does, by the verb in its name: `describe-instances`, `instances delete`. */
export function genericVerb(path: string): readonly FormAct[] | undefined {
  const words = path.split(' ').slice(0, 5)
  const candidates = [...words.slice(1), words[0] ?? '']
  for (const [at, word] of candidates.entries()) {
    const verb = verbOf(word)
    if (verb === 'read' && NOUNS.test(word.split('-')[0] ?? word) && candidates.slice(at + 1, -1).some(isChange))
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
const NOUNS = /^(?:metrics|logs?|images?|regions?|sizes?|plans?|versions?|history|dashboard|status|graph|test|stat)$/i

function isChange(word: string): boolean {
  const change = verbOf(word)
  return change !== undefined && change !== 'read'
}

export function isVerb(word: string): boolean {
  return verbOf(word) !== undefined
}

function verbOf(word: string): ChangeVerb | 'read' | undefined {
  // `DeleteInstance` reads like `delete-instance`.
  const text = word
    .replace(/([a-z])(?=[A-Z])/g, '$1-')
    .toLowerCase()
    .replace(/^(?:batch|bulk|transact)-(?=[a-z])/, '')
  const first = text.split(/[-:]/)[0] ?? ''
  const last = text.split(':').at(-1) ?? ''
  const end = text.split('-').at(-1) ?? ''
  return (
    meaningOf(text)?.change ??
    // `run:list`: behind a colon stands what is done.
    meaningOf(last.split('-')[0] ?? '')?.change ??
    meaningOf(first)?.change ??
    // `service-instance-delete`: some tools put the verb last.
    (meaningOf(end)?.change === 'delete' ? 'delete' : undefined)
  )
}
