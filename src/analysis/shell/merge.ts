import type { Alternatives, Word } from '../words.ts'
import { LIMITS } from './limits.ts'
import { type FileMap, MOST_CHOICES, THE_PLACE } from './overlay.ts'
import { getFunction, getVariable, type Scope, type Variable } from './scope.ts'
import { dynamicWord, joinSources } from './values.ts'

/** How the branches of a conditional come together. `skippable`: none of them may have run. */
export interface ConditionalBranches {
  readonly taken: readonly Scope[]
  readonly skippable: boolean
  /** Whose directory holds afterwards when they disagree. */
  readonly directoryOf?: Scope
  /** Where it is not said whose: each reading takes one of few. Without it the directory is not known then. */
  readonly files?: FileMap
}

/** Brings what branches changed back into the scope they left: one value if they agree, else a choice. */
export function mergeInto(scope: Scope, branches: ConditionalBranches): void {
  const live = branches.taken.filter((branch) => !branch.ended)
  for (const name of changed(branches.taken, 'variables')) {
    const values = live.map((branch) => getVariable(branch, name))
    if (branches.skippable || values.length === 0) values.push(getVariable(scope, name))
    scope.variables.set(name, either(name, values))
  }
  mergeFunctions(scope, live, branches.skippable)
  for (const branch of live) {
    for (const [name, text] of branch.aliases) scope.aliases.set(name, text)
    for (const [number, bound] of branch.descriptors) scope.descriptors.set(number, bound)
  }
  mergePlace(scope, live, branches)
  if (!branches.skippable && branches.taken.length > 0 && live.length === 0) scope.ended = true
}

function mergeFunctions(scope: Scope, live: readonly Scope[], skippable: boolean): void {
  const names = new Set(live.flatMap((branch) => [...branch.functions.keys()]))
  for (const name of names) {
    const bodies = new Set(live.flatMap((branch) => getFunction(branch, name)))
    if (skippable) for (const body of getFunction(scope, name)) bodies.add(body)
    scope.functions.set(name, [...bodies])
  }
}

function mergePlace(scope: Scope, live: readonly Scope[], branches: ConditionalBranches): void {
  if (branches.directoryOf && !branches.directoryOf.ended) {
    scope.cwd = branches.directoryOf.cwd
    scope.previous = branches.directoryOf.previous
    scope.stack = branches.directoryOf.stack
  } else {
    const places = live.map((branch) => branch.cwd)
    if (branches.skippable) places.push(scope.cwd)
    if (places.length > 0) scope.cwd = oneOf([...new Set(places.toReversed())], branches.files)
  }
  if (live.some((branch) => branch.positional !== scope.positional)) {
    const [first] = live
    scope.positional = live.length === 1 && !branches.skippable ? first?.positional : undefined
  }
}

function oneOf(places: readonly (string | undefined)[], files: FileMap | undefined): string | undefined {
  if (places.length > 1 && (!files || places.length > MOST_CHOICES)) return undefined
  return places[files?.chooses(THE_PLACE, places.length) ?? 0]
}

function changed(scopes: readonly Scope[], what: 'variables'): Set<string> {
  const names = new Set<string>()
  for (const scope of scopes) for (const name of scope[what].keys()) names.add(name)
  return names
}

export function either(name: string, values: readonly (Variable | undefined)[]): Variable | undefined {
  const [first] = values
  if (values.every((value) => same(value, first))) return first
  const words = values.map((value) => value?.word)
  return { word: choice(name, words) }
}

function same(left: Variable | undefined, right: Variable | undefined): boolean {
  if (left === right) return true
  if (!left || !right || left.elements || right.elements) return false
  return left.word.text !== undefined && left.word.text === right.word.text
}

/** A word that is one of these; undefined stands for a variable that is not set here. */
export function choice(name: string, words: readonly (Word | undefined)[]): Word {
  const texts = new Set<string>()
  let open = false
  let sources: Word['sources'] = []
  for (const word of words) {
    sources = joinSources(sources, word?.sources ?? [])
    if (word === undefined) open = true
    else if (word.text !== undefined) texts.add(word.text)
    else if (word.alternatives) {
      for (const text of word.alternatives.texts) texts.add(text)
      open ||= word.alternatives.open
    } else open = true
  }
  const alternatives = bounded([...texts], open)
  const first = words.find((word) => word !== undefined)
  return {
    ...dynamicWord(`$${name}`, sources, first?.span),
    mayBeEmpty: words.some((word) => word?.mayBeEmpty || word?.text === ''),
    ...(alternatives && { alternatives }),
  }
}

/** Keeps a choice small; the ones that name places far away stay, for they matter most. */
export function bounded(texts: readonly string[], open: boolean): Alternatives | undefined {
  if (texts.length === 0) return undefined
  if (texts.length <= LIMITS.alternatives) return { texts, open }
  const ranked = texts.toSorted((a, b) => reach(b) - reach(a))
  return { texts: ranked.slice(0, LIMITS.alternatives), open: true }
}

function reach(text: string): number {
  if (text === '/' || text.startsWith('/*') || text.startsWith('~')) return 3
  return text.startsWith('/') || text.startsWith('..') || text.startsWith('-') ? 2 : 1
}
