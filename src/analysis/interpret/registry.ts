import { memoize } from '../text/memoize.ts'
import { commandProgram } from './base-name.ts'
import type { Program } from './program.ts'

/** All programs. Analyzers ask for one another here; `register-programs.ts` imports them all and puts them in, so that none imports itself. */
export interface ProgramRegistry {
  readonly loaders: readonly ProgramLoader[]
  readonly families: readonly ProgramFamily[]
  readonly names: () => readonly string[]
}

export type ProgramLoader = () => readonly Program[]

export type ProgramFamily =
  | 'shell'
  | 'files'
  | 'system'
  | 'desktop'
  | 'git'
  | 'hosting'
  | 'packages'
  | 'build'
  | 'network'
  | 'cloud'
  | 'containers'
  | 'data'
  | 'agents'
  | 'interpreters'

export const createFamilySet = (
  ...all: readonly (ProgramFamily | undefined)[]
): ReadonlySet<ProgramFamily | undefined> => new Set(all)

let createRegistry: (() => ProgramRegistry) | undefined
let registry: ProgramRegistry | undefined

/** They are fetched when the first of them is asked for: many calls run none. */
export function setProgramRegistry(all: () => ProgramRegistry): void {
  createRegistry = all
}

function getRegistry(): ProgramRegistry {
  if (!createRegistry) throw new Error('programs were asked for before they were put in')
  registry ??= createRegistry()
  return registry
}

let nameTexts: readonly string[] | undefined
let linearSearches = 0
let loaderIndex: ReadonlyMap<string, number> | undefined
const PROGRAMS_BY_LOADER: (ReadonlyMap<string, Program> | undefined)[] = []

/** So many searches cost what an index does. */
const MAX_LINEAR_SEARCHES = 32

/** The first loader with a program of exactly this name. Its names are plain text: searching it is faster for a few commands. */
function findLoaderByExactName(name: string): number {
  nameTexts ??= getRegistry().names()
  if (loaderIndex === undefined && linearSearches++ > MAX_LINEAR_SEARCHES) loaderIndex = indexNames(nameTexts)
  return loaderIndex ? (loaderIndex.get(name) ?? -1) : nameTexts.findIndex((text) => text.includes(`\n${name}\n`))
}

function indexNames(loaders: readonly string[]): ReadonlyMap<string, number> {
  const all = new Map<string, number>()
  loaders.forEach((text, loader) => {
    for (const name of text.trim().split('\n')) if (!all.has(name)) all.set(name, loader)
  })
  return all
}

function programsByName(loader: number): ReadonlyMap<string, Program> {
  const known = PROGRAMS_BY_LOADER[loader]
  if (known) return known
  const analyzers = new Map<string, Program>()
  for (const program of getRegistry().loaders[loader]?.() ?? []) {
    for (const name of program.names) if (!analyzers.has(name)) analyzers.set(name, program)
  }
  PROGRAMS_BY_LOADER[loader] = analyzers
  return analyzers
}

const MAX_NAME_LENGTH = 40

const GNU_PREFIX =
  /^g(?=(?:awk|cat|chmod|chown|cp|date|dd|echo|env|find|grep|head|install|ln|ls|m4|make|mkdir|mktemp|mv|patch|printf|rm|sed|shred|sort|split|tail|tar|tee|time|timeout|touch|truncate|xargs)$)/

/** A version behind a name is no other program (`python3.13`, `gcc-14`), and neither is GNU's letter before one. */
function findLoader(name: string): Omit<ResolvedName, 'analyzer'> {
  const plain = name.length < MAX_NAME_LENGTH ? name.replace(/-?\d[\d.]*$/, '').replace(GNU_PREFIX, '') : ''
  for (const known of plain.length > 1 && plain !== name ? [name, plain] : [name]) {
    const loader = findLoaderByExactName(known)
    if (loader >= 0) return { loader, name: known }
  }
  return { loader: -1, name }
}

interface ResolvedName {
  readonly loader: number
  readonly name: string
  /** Undefined as long as nobody asked for its analyzer: to find that loads its loader. */
  analyzer: { readonly is: Program | undefined } | undefined
}

const resolveName = memoize((name): ResolvedName => ({ ...findLoader(commandProgram({ name })), analyzer: undefined }))

/** Is there an analyzer for a program of this name? Loads none. */
export function isProgramName(name: string): boolean {
  return resolveName(name).loader >= 0
}

export function programFor(name: string): Program | undefined {
  const found = resolveName(name)
  found.analyzer ??= { is: found.loader < 0 ? undefined : programsByName(found.loader).get(found.name) }
  return found.analyzer.is
}

export function familyFor(name: string): ProgramFamily | undefined {
  return getRegistry().families[resolveName(name).loader]
}

let distinctNames: readonly string[] | undefined

export function programNames(): readonly string[] {
  distinctNames ??= [...new Set(allNames())]
  return distinctNames
}

export function duplicateProgramNames(): readonly string[] {
  const all = allNames()
  return all.filter((name, index) => all.indexOf(name) !== index)
}

function allNames(): string[] {
  return getRegistry()
    .names()
    .flatMap((text) => text.trim().split('\n'))
}
