import type { ExternalWriteNature } from '../effects.ts'
import { matching, notMatching } from '../generic/word-shapes.ts'
import { baseName } from './base-name.ts'
import { optionsOfPattern, parsePatterns, WORD_CLASSES } from './command-patterns.ts'
import { parseEffectText } from './effect-syntax.ts'
import { COMMON_VALUE_OPTIONS, SUBCOMMAND_VALUE_OPTIONS } from './loose-words.ts'
import type { EffectText, ProgramSpec, ResourceFamily, SpecRule } from './spec.ts'

export function findSpecProblems(specs: readonly ProgramSpec[]): readonly string[] {
  const names = specs.flatMap((spec) => spec.names.split(' '))
  const twice = names.filter((name, at) => names.indexOf(name) !== at)
  return [...twice.map((name) => `${name}: two specs have it`), ...specs.flatMap(problemsInSpec)]
}

function problemsInSpec(spec: ProgramSpec): readonly string[] {
  const rules = [...spec.rules, ...(spec.also ?? [])]
  const found = [
    ...optionProblems(spec, rules),
    ...patternProblems(rules),
    ...effectTextProblems(rules),
    ...shadowedRuleProblems(spec.rules),
    ...exampleProblems(spec),
  ]
  return found.map((problem) => `${spec.names.split(' ', 1)[0]}: ${problem}`)
}

function optionProblems(spec: ProgramSpec, rules: readonly SpecRule[]): readonly string[] {
  const listed = typeof spec.options === 'object' ? Object.values(spec.options).join(' ') : (spec.options ?? '')
  const items = listed.split(/\s+/).filter((item) => item !== '')
  const names = new Set(items.map((item) => item.replace(/[:?]$/, '')).flatMap(expandLetters))
  const asked = rules.flatMap(([forms]) => parsePatterns(forms).flatMap(optionsOfPattern))
  const all = spec.style !== undefined
  const unknown = all ? asked.filter((name) => !names.has(name)) : []
  const usual = all
    ? []
    : items.filter(
        (item) =>
          [...COMMON_VALUE_OPTIONS, ...SUBCOMMAND_VALUE_OPTIONS].includes(item.replace(/:$/, '')) && item.endsWith(':'),
      )
  const odd = items.filter(notMatching(/^(?:--?[A-Za-z0-9][\w.-]*|-[\w@%~+]+)[:?]?$/))
  return [
    ...unknown.map((name) => `${name} is asked for and not listed`),
    ...usual.map((item) => `${item} takes a word everywhere; it is not written down`),
    ...odd.map((item) => `${item} is no option`),
  ]
}

/** `-ab` lists `-a` and `-b`; with one dash before long names it is an option as well. */
function expandLetters(name: string): readonly string[] {
  return /^-[^-]./.test(name) ? [name, ...[...name.slice(1)].map((letter) => `-${letter}`)] : [name]
}

function patternProblems(rules: readonly SpecRule[]): readonly string[] {
  return rules.flatMap(([forms, ...acts]) => {
    const classes = [...forms.matchAll(/<(\w+)>/g)].map(([, name = '']) => name)
    return [
      ...(forms.trim() === '' || acts.length === 0 ? [`an empty rule: ${forms}`] : []),
      ...classes
        .filter((name) => !Object.hasOwn(WORD_CLASSES, name))
        .map((name) => `there are no words called <${name}>`),
      ...forms.split(' ').filter(matching(/\/\/|\|\||^\||\|$/)),
    ]
  })
}

/** The natures of what is written elsewhere: what is no other act is read as one of them. */
const KNOWN_NATURES: Readonly<Record<ExternalWriteNature, true>> = {
  record: true,
  message: true,
  mail: true,
  payment: true,
  visibility: true,
  account: true,
  deletion: true,
  approval: true,
  merge: true,
  setting: true,
  calendar: true,
  file: true,
}

const KNOWN_FAMILIES: Readonly<Record<ResourceFamily, true>> = {
  storage: true,
  compute: true,
  cluster: true,
  infrastructure: true,
  queue: true,
  identity: true,
  network: true,
  dns: true,
  job: true,
  config: true,
  other: true,
}

/** The compiler finds these and the rest; tests run without it. */
function effectTextProblems(rules: readonly SpecRule[]): readonly string[] {
  const acts = rules.flatMap(([, ...all]) => all.filter((act) => typeof act === 'string'))
  return acts.filter(isUnknownEffectText).map((act) => `${act} is no effect`)
}

function isUnknownEffectText(text: EffectText): boolean {
  const act = parseEffectText(text)
  if (act.is === 'external') return !Object.hasOwn(KNOWN_NATURES, act.nature)
  return act.is === 'change' && act.family !== undefined && !Object.hasOwn(KNOWN_FAMILIES, act.family)
}

function shadowedRuleProblems(rules: readonly SpecRule[]): readonly string[] {
  const seen = new Set<string>()
  return rules.flatMap(([forms]) => {
    const plain = forms.split(/\s+/).filter((form) => /^[\w:.-]+$/.test(form) && !form.startsWith('-'))
    const again = plain.filter((form) => seen.has(form))
    for (const form of plain) seen.add(form)
    return again.map((form) => `${form} is decided by an earlier rule`)
  })
}

function exampleProblems({ names, examples }: ProgramSpec): readonly string[] {
  const all = [...examples.match, ...examples.pass]
  const known = names.split(' ')
  return [
    ...(all.length === 0 ? ['no example'] : []),
    ...all
      .filter((example) => !known.includes(baseName(example.split(' ', 1)[0] ?? '')))
      .map((example) => `not its own: ${example}`),
    ...all.filter((example, at) => all.indexOf(example) !== at).map((example) => `twice: ${example}`),
  ]
}
