import { optionSays } from '../../role-words.ts'
import { familyFor, type ProgramFamily, programFor, programNames } from '../registry.ts'
import type { FormDeed, FormRule, Spec, SpecExamples } from './form.ts'
import { allSpecs } from './specs.ts'

export type ProgramCard =
  | {
      readonly known: 'by spec'
      readonly names: readonly string[]
      readonly family: ProgramFamily | undefined
      readonly forms: readonly FormCard[]
      readonly verbs: boolean
      readonly options: readonly OptionCard[]
      readonly examples: SpecExamples
    }
  | { readonly known: 'by hand'; readonly names: readonly string[]; readonly family: ProgramFamily | undefined }
  | { readonly known: 'by its words alone'; readonly names: readonly string[] }

export interface FormCard {
  readonly forms: readonly string[]
  readonly does: readonly string[]
  readonly beside: boolean
}

export interface OptionCard {
  readonly name: string
  readonly of: string | undefined
  readonly takes: 'nothing' | 'a word' | 'an attached word'
  readonly role: string
}

export function cardOf(name: string): ProgramCard {
  const reader = programFor(name)
  if (!reader) return { known: 'by its words alone', names: [name] }
  const names = programNames().filter((each) => programFor(each) === reader)
  const spec = allSpecs().find((each) => names.includes(each.names.split(' ', 1)[0] ?? ''))
  const family = familyFor(name)
  if (!spec) return { known: 'by hand', names, family }
  return {
    known: 'by spec',
    names,
    family,
    forms: [
      ...(spec.also ?? []).map((rule) => formCard(rule, true)),
      ...spec.rules.map((rule) => formCard(rule, false)),
    ],
    verbs: spec.verbs === true,
    options: optionCards(spec),
    examples: spec.examples,
  }
}

function formCard([forms, ...deeds]: FormRule, beside: boolean): FormCard {
  return { forms: forms.split(/\s+/).filter((form) => form !== ''), does: deeds.map(saidOf), beside }
}

const QUIET: Readonly<Record<string, string>> = {
  shows: 'only tells',
  read: 'looks',
  local: 'its own settings and work here',
  unread: 'not known',
}

function saidOf(deed: FormDeed): string {
  return typeof deed === 'function' ? 'read further, by a reader of its own' : (QUIET[deed] ?? deed)
}

const TAKES: Readonly<Record<string, OptionCard['takes']>> = { ':': 'a word', '?': 'an attached word', '': 'nothing' }

function optionCards(spec: Spec): readonly OptionCard[] {
  const scoped = typeof spec.options === 'object' ? spec.options : { '': spec.options ?? '' }
  return Object.entries(scoped).flatMap(([scope, text]) =>
    text
      .split(/\s+/)
      .filter((item) => item !== '')
      .map((item) => {
        const [, name = item, sign = ''] = /^(.*?)([:?]?)$/.exec(item) ?? []
        const takes = TAKES[sign] ?? 'nothing'
        return {
          name,
          of: scope === '' ? undefined : scope,
          takes,
          role: takes === 'nothing' ? '' : roleOf(name, spec),
        }
      }),
  )
}

const BY_NAME: Readonly<Record<string, string>> = {
  write: 'written, by its name',
  read: 'read, by its name',
  input: 'read, by its name',
  soft: 'read or written, by its name',
}

function roleOf(option: string, spec: Spec): string {
  const deeds = [...spec.rules, ...(spec.also ?? [])].flatMap(([, ...all]) => all)
  const stated = deeds.flatMap((deed) => {
    const [, verb, reference = ''] = typeof deed === 'string' ? (/^(\S+) \$(\S+)$/.exec(deed) ?? []) : []
    return verb !== undefined && reference.split('|').includes(option) ? [verb] : []
  })
  const stage = typeof spec.stage === 'object' && spec.stage.named?.split(' ').includes(option)
  return stated[0] ?? (stage ? 'names the stage' : (BY_NAME[optionSays(option.replace(/^-+/, '')) ?? ''] ?? 'a text'))
}
