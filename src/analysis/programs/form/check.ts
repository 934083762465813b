import { baseName } from '../../base-name.ts'
import type { Nature } from '../../effects.ts'
import { like, unlike } from '../unlisted/shapes.ts'
import { actOf } from './deeds.ts'
import type { DeedText, FormRule, ResourceFamily, Spec } from './form.ts'
import { CLASSES, formsOf, optionsIn } from './match.ts'
import { NAMING, USUAL } from './words.ts'

export function problemsOf(specs: readonly Spec[]): readonly string[] {
  const names = specs.flatMap((spec) => spec.names.split(' '))
  const twice = names.filter((name, at) => names.indexOf(name) !== at)
  return [...twice.map((name) => `${name}: two specs have it`), ...specs.flatMap(problemsIn)]
}

function problemsIn(spec: Spec): readonly string[] {
  const rules = [...spec.rules, ...(spec.also ?? [])]
  const found = [
    ...optionProblems(spec, rules),
    ...formProblems(rules),
    ...deedProblems(rules),
    ...shadowed(spec.rules),
    ...exampleProblems(spec),
  ]
  return found.map((problem) => `${spec.names.split(' ', 1)[0]}: ${problem}`)
}

function optionProblems(spec: Spec, rules: readonly FormRule[]): readonly string[] {
  const listed = typeof spec.options === 'object' ? Object.values(spec.options).join(' ') : (spec.options ?? '')
  const items = listed.split(/\s+/).filter((item) => item !== '')
  const names = new Set(items.map((item) => item.replace(/[:?]$/, '')).flatMap(lettersOf))
  const asked = rules.flatMap(([forms]) => formsOf(forms).flatMap(optionsIn))
  const all = spec.style !== undefined
  const unknown = all ? asked.filter((name) => !names.has(name)) : []
  const usual = all
    ? []
    : items.filter((item) => [...USUAL, ...NAMING].includes(item.replace(/:$/, '')) && item.endsWith(':'))
  const odd = items.filter(unlike(/^(?:--?[A-Za-z0-9][\w.-]*|-[\w@%~+]+)[:?]?$/))
  return [
    ...unknown.map((name) => `${name} is asked for and not listed`),
    ...usual.map((item) => `${item} takes a word everywhere; it is not written down`),
    ...odd.map((item) => `${item} is no option`),
  ]
}

/** `-ab` lists `-a` and `-b`; with one dash before long names it is an option as well. */
function lettersOf(name: string): readonly string[] {
  return /^-[^-]./.test(name) ? [name, ...[...name.slice(1)].map((letter) => `-${letter}`)] : [name]
}

function formProblems(rules: readonly FormRule[]): readonly string[] {
  return rules.flatMap(([forms, ...deeds]) => {
    const classes = [...forms.matchAll(/<(\w+)>/g)].map(([, name = '']) => name)
    return [
      ...(forms.trim() === '' || deeds.length === 0 ? [`an empty rule: ${forms}`] : []),
      ...classes.filter((name) => !Object.hasOwn(CLASSES, name)).map((name) => `there are no words called <${name}>`),
      ...forms.split(' ').filter(like(/\/\/|\|\||^\||\|$/)),
    ]
  })
}

/** The natures of what is written elsewhere: what is no other deed is read as one of them. */
const NATURES: Readonly<Record<Nature, true>> = {
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

const FAMILIES: Readonly<Record<ResourceFamily, true>> = {
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
function deedProblems(rules: readonly FormRule[]): readonly string[] {
  const deeds = rules.flatMap(([, ...all]) => all.filter((deed) => typeof deed === 'string'))
  return deeds.filter(isNoDeed).map((deed) => `${deed} is no deed`)
}

function isNoDeed(deed: DeedText): boolean {
  const act = actOf(deed)
  if (act.is === 'external') return !Object.hasOwn(NATURES, act.nature)
  return act.is === 'change' && act.family !== undefined && !Object.hasOwn(FAMILIES, act.family)
}

function shadowed(rules: readonly FormRule[]): readonly string[] {
  const seen = new Set<string>()
  return rules.flatMap(([forms]) => {
    const plain = forms.split(/\s+/).filter((form) => /^[\w:.-]+$/.test(form) && !form.startsWith('-'))
    const again = plain.filter((form) => seen.has(form))
    for (const form of plain) seen.add(form)
    return again.map((form) => `${form} is decided by an earlier rule`)
  })
}

function exampleProblems({ names, examples }: Spec): readonly string[] {
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
