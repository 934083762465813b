import { familyFor, type ProgramFamily, programFor, programNames } from '../../analysis/interpret/registry.ts'
import type { ProgramSpec, RuleEffect, SpecExamples, SpecRule } from '../../analysis/interpret/spec.ts'
import { optionRole } from '../lexicon/role-words.ts'
import { allSpecs } from './all-specs.ts'

export type ProgramDescription =
  | {
      readonly known: 'by spec'
      readonly names: readonly string[]
      readonly family: ProgramFamily | undefined
      readonly forms: readonly RuleDescription[]
      readonly verbs: boolean
      readonly options: readonly OptionDescription[]
      readonly examples: SpecExamples
    }
  | { readonly known: 'by hand'; readonly names: readonly string[]; readonly family: ProgramFamily | undefined }
  | { readonly known: 'by its words alone'; readonly names: readonly string[] }

export interface RuleDescription {
  readonly forms: readonly string[]
  readonly does: readonly string[]
  readonly beside: boolean
}

export interface OptionDescription {
  readonly name: string
  readonly of: string | undefined
  readonly takes: 'nothing' | 'a word' | 'an attached word'
  readonly role: string
}

export function describeProgram(name: string): ProgramDescription {
  const analyzer = programFor(name)
  if (!analyzer) return { known: 'by its words alone', names: [name] }
  const names = programNames().filter((each) => programFor(each) === analyzer)
  const spec = allSpecs().find((each) => names.includes(each.names.split(' ', 1)[0] ?? ''))
  const family = familyFor(name)
  if (!spec) return { known: 'by hand', names, family }
  return {
    known: 'by spec',
    names,
    family,
    forms: [
      ...(spec.also ?? []).map((rule) => describeRule(rule, true)),
      ...spec.rules.map((rule) => describeRule(rule, false)),
    ],
    verbs: spec.verbs === true,
    options: describeOptions(spec),
    examples: spec.examples,
  }
}

function describeRule([forms, ...acts]: SpecRule, beside: boolean): RuleDescription {
  return { forms: forms.split(/\s+/).filter((form) => form !== ''), does: acts.map(effectLabel), beside }
}

const HARMLESS_EFFECT_LABELS: Readonly<Record<string, string>> = {
  shows: 'only tells',
  read: 'looks',
  local: 'its own settings and work here',
  unread: 'not known',
}

function effectLabel(act: RuleEffect): string {
  return typeof act === 'function' ? 'read further, by an analyzer of its own' : (HARMLESS_EFFECT_LABELS[act] ?? act)
}

const OPTION_ARITY_LABELS: Readonly<Record<string, OptionDescription['takes']>> = {
  ':': 'a word',
  '?': 'an attached word',
  '': 'nothing',
}

function describeOptions(spec: ProgramSpec): readonly OptionDescription[] {
  const scoped = typeof spec.options === 'object' ? spec.options : { '': spec.options ?? '' }
  return Object.entries(scoped).flatMap(([scope, text]) =>
    text
      .split(/\s+/)
      .filter((item) => item !== '')
      .map((item) => {
        const [, name = item, sign = ''] = /^(.*?)([:?]?)$/.exec(item) ?? []
        const takes = OPTION_ARITY_LABELS[sign] ?? 'nothing'
        return {
          name,
          of: scope === '' ? undefined : scope,
          takes,
          role: takes === 'nothing' ? '' : describeOptionRole(name, spec),
        }
      }),
  )
}

const ROLE_LABELS: Readonly<Record<string, string>> = {
  write: 'written, by its name',
  read: 'read, by its name',
  input: 'read, by its name',
  soft: 'read or written, by its name',
}

function describeOptionRole(option: string, spec: ProgramSpec): string {
  const acts = [...spec.rules, ...(spec.also ?? [])].flatMap(([, ...all]) => all)
  const stated = acts.flatMap((act) => {
    const [, verb, reference = ''] = typeof act === 'string' ? (/^(\S+) \$(\S+)$/.exec(act) ?? []) : []
    return verb !== undefined && reference.split('|').includes(option) ? [verb] : []
  })
  const environment = typeof spec.environment === 'object' && spec.environment.named?.split(' ').includes(option)
  return (
    stated[0] ??
    (environment ? 'names the stage' : (ROLE_LABELS[optionRole(option.replace(/^-+/, '')) ?? ''] ?? 'a text'))
  )
}
