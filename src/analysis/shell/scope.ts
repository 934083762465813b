import type { CompoundCommand, CompoundList, Redirected } from 'unbash'
import { choosesEnvironment, environmentOfName } from '../../knowledge/lexicon/deployment-environments.ts'
import { LIMITS } from '../interpret/limits.ts'
import { dynamicWord, joinSources } from '../interpret/values.ts'
import type { Alternatives, Command, Value, Word } from '../words.ts'
import { DIRECTORY_KEY, type FileMap, MAX_CHOICES } from './overlay.ts'

export type FunctionBody = CompoundCommand | Redirected | CompoundList

export interface Variable {
  readonly word: Word
  readonly elements?: readonly Word[]
}

export type Descriptor =
  | { readonly kind: 'path'; readonly word: Word; readonly append: boolean }
  | { readonly kind: 'input'; readonly value: Value; readonly word: Word | undefined }
  | { readonly kind: 'socket'; readonly host: string; readonly url: string }
  | { readonly kind: 'process'; readonly feed: (value: Value) => void }
  | { readonly kind: 'error' }
  | { readonly kind: 'output' }
  | { readonly kind: 'closed' }

export interface FunctionLocals {
  readonly scope: Scope
  readonly hidden: Map<string, { readonly before: Variable | undefined } | 'absent'>
}

export interface Trap {
  readonly body: Word
  readonly command: Command
}

export interface ShellState {
  readonly traps: Map<string, Trap>
  /** Bodies of functions that are being run, to stop at recursion: a name may be given to another body meanwhile. */
  readonly active: Set<FunctionBody>
  readonly called: Set<string>
  readonly exported: Set<string>
  readonly exportedFunctions: Set<string>
  /** Variables that say that what is worked on is live or shared. */
  readonly staged: Map<string, Word>
  /** `set -a`: every variable and function is exported. */
  exportsAll: boolean
  /** `declare -i`: what is assigned is arithmetic. */
  readonly integers: Set<string>
  /** `declare -n`: names that stand for another variable. */
  readonly references: Map<string, string>
  /** Values that names were given in any way, and that nobody has judged yet. */
  readonly fresh: Map<string, Word>
  /** What `local` hid, one entry per running function. */
  readonly locals: FunctionLocals[]
  /** The name this shell was started under: `$0`. */
  readonly script: string | undefined
  /** Names that do not get here from outside: `env -u`, `sudo`. */
  readonly withheld: 'all' | ReadonlySet<string>
  /** It is a bash, which takes functions from its environment; other shells, and what only starts programs, do not. */
  readonly imports: boolean
}

/** What the shell knows at one point of a script. Look-ups go up the parents, writes stay here. */
export interface Scope {
  readonly parent: Scope | undefined
  /** `undefined`: unset here. */
  readonly variables: Map<string, Variable | undefined>
  /** Several bodies when branches define a function differently. */
  readonly functions: Map<string, readonly FunctionBody[]>
  readonly aliases: Map<string, string | undefined>
  readonly descriptors: Map<number, Descriptor>
  /** Another process than its parent: only what is exported gets here. */
  readonly boundary: boolean
  /** Holds the assignments before a command: all of them are exported. */
  readonly given: boolean
  /** Names read from the parents before they were written here. */
  readonly reads: Set<string>
  readonly shell: ShellState
  /** `$1`, `$2`, …; undefined when they are not known. */
  positional: readonly Word[] | undefined
  cwd: string | undefined
  previous: string | undefined
  stack: readonly (string | undefined)[]
  /** `exit`, `return`, `break`: nothing after this point runs here. */
  ended: boolean
}

function createShell({ script, active, imports, withheld }: Partial<ShellState>): ShellState {
  return {
    traps: new Map(),
    active: active ?? new Set(),
    called: new Set(),
    exported: new Set(),
    exportedFunctions: new Set(),
    staged: new Map(),
    exportsAll: false,
    integers: new Set(),
    references: new Map(),
    fresh: new Map(),
    locals: [],
    script,
    withheld: withheld ?? NO_NAMES,
    imports: imports ?? true,
  }
}

export const NO_NAMES: ReadonlySet<string> = new Set()

export function createScope(cwd: string | undefined, positional?: readonly Word[], script?: string): Scope {
  return {
    parent: undefined,
    variables: new Map(),
    functions: new Map(),
    aliases: new Map(),
    descriptors: new Map(),
    boundary: false,
    given: false,
    reads: new Set(),
    shell: createShell({ script }),
    positional,
    cwd,
    previous: undefined,
    stack: [],
    ended: false,
  }
}

/** A branch or a subshell: sees everything, changes nothing outside unless it is merged. */
export function forkScope(scope: Scope, given = false): Scope {
  return {
    ...scope,
    parent: scope,
    variables: new Map(),
    functions: new Map(),
    aliases: new Map(),
    descriptors: new Map(),
    boundary: false,
    given,
    reads: new Set(),
    ended: false,
  }
}

/** A program started from here: a new shell inherits what was exported, and the directory. */
export function createProcessScope(
  scope: Scope,
  positional: readonly Word[] | undefined,
  how: Partial<Pick<ShellState, 'script' | 'imports' | 'withheld'>> = {},
): Scope {
  const shell = createShell({ ...how, active: scope.shell.active })
  for (const name of scope.shell.exported) shell.exported.add(name)
  for (const [name, word] of scope.shell.staged) shell.staged.set(name, word)
  for (const name of scope.shell.exportedFunctions) shell.exportedFunctions.add(name)
  return { ...forkScope(scope), boundary: true, shell, positional }
}

const INHERITED_VARIABLES = /^(?:HOME|PATH|USER|LOGNAME|PWD|OLDPWD|TMPDIR|LANG|TERM|SHELL)$/

export function resolveReference(scope: Scope, name: string): string {
  const { references } = scope.shell
  let at = name
  for (let turn = 0; turn < 8 && references.size > 0; turn++) at = references.get(at) ?? at
  return at
}

export function getVariable(scope: Scope, given: string): Variable | undefined {
  const name = resolveReference(scope, given)
  let crossed = false
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    if (at.variables.has(name)) {
      const found = at.variables.get(name)
      const exported = at.given || at.shell.exportsAll || at.shell.exported.has(name) || INHERITED_VARIABLES.test(name)
      return found && crossed && !exported ? inheritedVariable(name, found) : found
    }
    at.reads.add(name)
    crossed ||= at.boundary
  }
  return undefined
}

/** A variable that was assigned but not exported: another process sees it only if it was exported before. */
function inheritedVariable(name: string, { word }: Variable): Variable {
  const texts = word.text === undefined ? word.alternatives?.texts : [word.text]
  const base = { ...dynamicWord(`$${name}`, word.sources), mayBeEmpty: true }
  return { word: texts ? { ...base, alternatives: { texts, open: true } } : base }
}

/** Every shell starts with these in its environment: an assignment alone changes what its programs find. */
const INHERITED = new Set(['HOME', 'PATH', 'USER', 'SHELL', 'PWD'])

/** Variables whose names begin so, as a program started here finds them; undefined where the text is not known. */
export function environmentVariables(
  scope: Scope,
  begins: string,
  sure: 'all' | 'given',
): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>()
  const settled = new Set<string>()
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    for (const [name, variable] of at.variables) {
      if (!name.startsWith(begins) || settled.has(name)) continue
      settled.add(name)
      const passed = at.given || at.shell.exportsAll || at.shell.exported.has(name) || INHERITED.has(name)
      if (variable && passed) found.set(name, at.given || sure === 'all' ? variable.word.text : undefined)
    }
    const { withheld } = at.shell
    if (!at.boundary) continue
    if (withheld === 'all') return found
    for (const name of withheld) settled.add(name)
  }
  return found
}

export function isAssigned(scope: Scope, given: string): boolean {
  const name = resolveReference(scope, given)
  for (let at: Scope | undefined = scope; at; at = at.parent) if (at.variables.has(name)) return true
  return false
}

export function setVariable(scope: Scope, name: string, word: Word, elements?: readonly Word[]): void {
  const meant = resolveReference(scope, name)
  scope.variables.set(meant, elements ? { word, elements } : { word })
  scope.shell.fresh.set(meant, word)
  const { staged, exported, exportsAll } = scope.shell
  if (exportsAll) exported.add(meant)
  if (!choosesEnvironment(meant)) return
  if (/^(?:production|staging)$/.test(environmentOfName(word.known.slice(0, MAX_TEXT_LENGTH)))) staged.set(meant, word)
  else staged.delete(meant)
}

const MAX_TEXT_LENGTH = 500
const MAX_DEPLOYMENT_WORDS = 8

export function deploymentWords({ shell: { staged, exported } }: Scope): readonly Word[] {
  if (staged.size === 0) return NO_WORDS
  return [...staged].slice(-MAX_DEPLOYMENT_WORDS).flatMap(([name, word]) => (exported.has(name) ? [word] : []))
}
const NO_WORDS: readonly Word[] = []

export function getFunction(scope: Scope, name: string): readonly FunctionBody[] {
  let crossed = false
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    const found = at.functions.get(name)
    if (found) return crossed && !at.shell.exportsAll && !at.shell.exportedFunctions.has(name) ? [] : found
    crossed ||= at.boundary
  }
  return []
}

export function isInheritedFunction(scope: Scope, name: string): boolean {
  for (let at: Scope | undefined = scope; at && !at.functions.has(name); at = at.parent) if (at.boundary) return true
  return false
}

/** IFS: what words are split at. */
export function separators(scope: Scope): string {
  return getVariable(scope, 'IFS')?.word.text ?? ' \t\n'
}

/** `local x`: the caller's value comes back when the function ends. */
export function markLocal(scope: Scope, name: string): void {
  const locals = scope.shell.locals.at(-1)
  if (!locals || locals.hidden.has(name)) return
  const { variables } = locals.scope
  locals.hidden.set(name, variables.has(name) ? { before: variables.get(name) } : 'absent')
}

export function getAlias(scope: Scope, name: string): string | undefined {
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    if (at.aliases.has(name)) return at.aliases.get(name)
    if (at.boundary) return undefined
  }
  return undefined
}

export function getDescriptor(scope: Scope, number: number): Descriptor | undefined {
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    const found = at.descriptors.get(number)
    if (found) return found
  }
  return undefined
}

/** How the branches of a conditional come together. `skippable`: none of them may have run. */
interface ConditionalBranches {
  readonly taken: readonly Scope[]
  readonly skippable: boolean
  /** Whose directory holds afterwards when they disagree. */
  readonly directoryOf?: Scope
  /** Where it is not said whose: each reading takes one of few. Without it the directory is not known then. */
  readonly files?: FileMap
}

/** Brings what branches changed back into the scope they left: one value if they agree, else a choice. */
export function mergeBranches(scope: Scope, branches: ConditionalBranches): void {
  const live = branches.taken.filter((branch) => !branch.ended)
  for (const name of changedNames(branches.taken, 'variables')) {
    const values = live.map((branch) => getVariable(branch, name))
    if (branches.skippable || values.length === 0) values.push(getVariable(scope, name))
    scope.variables.set(name, mergeVariables(name, values))
  }
  mergeFunctions(scope, live, branches.skippable)
  for (const branch of live) {
    for (const [name, text] of branch.aliases) scope.aliases.set(name, text)
    for (const [number, bound] of branch.descriptors) scope.descriptors.set(number, bound)
  }
  mergeDirectory(scope, live, branches)
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

function mergeDirectory(scope: Scope, live: readonly Scope[], branches: ConditionalBranches): void {
  if (branches.directoryOf && !branches.directoryOf.ended) {
    scope.cwd = branches.directoryOf.cwd
    scope.previous = branches.directoryOf.previous
    scope.stack = branches.directoryOf.stack
  } else {
    const places = live.map((branch) => branch.cwd)
    if (branches.skippable) places.push(scope.cwd)
    if (places.length > 0) scope.cwd = oneDirectory([...new Set(places.toReversed())], branches.files)
  }
  if (live.some((branch) => branch.positional !== scope.positional)) {
    const [first] = live
    scope.positional = live.length === 1 && !branches.skippable ? first?.positional : undefined
  }
}

function oneDirectory(places: readonly (string | undefined)[], files: FileMap | undefined): string | undefined {
  if (places.length > 1 && (!files || places.length > MAX_CHOICES)) return undefined
  return places[files?.chooses(DIRECTORY_KEY, places.length) ?? 0]
}

function changedNames(scopes: readonly Scope[], what: 'variables'): Set<string> {
  const names = new Set<string>()
  for (const scope of scopes) for (const name of scope[what].keys()) names.add(name)
  return names
}

function mergeVariables(name: string, values: readonly (Variable | undefined)[]): Variable | undefined {
  const [first] = values
  if (values.every((value) => isSameVariable(value, first))) return first
  const words = values.map((value) => value?.word)
  return { word: choiceWord(name, words) }
}

function isSameVariable(left: Variable | undefined, right: Variable | undefined): boolean {
  if (left === right) return true
  if (!left || !right || left.elements || right.elements) return false
  return left.word.text !== undefined && left.word.text === right.word.text
}

/** A word that is one of these; undefined stands for a variable that is not set here. */
export function choiceWord(name: string, words: readonly (Word | undefined)[]): Word {
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
  const alternatives = boundedAlternatives([...texts], open)
  const first = words.find((word) => word !== undefined)
  return {
    ...dynamicWord(`$${name}`, sources, first?.span),
    mayBeEmpty: words.some((word) => word?.mayBeEmpty || word?.text === ''),
    ...(alternatives && { alternatives }),
  }
}

/** Keeps a choice small; the ones that name places far away stay, for they matter most. */
export function boundedAlternatives(texts: readonly string[], open: boolean): Alternatives | undefined {
  if (texts.length === 0) return undefined
  if (texts.length <= LIMITS.alternatives) return { texts, open }
  const ranked = texts.toSorted((a, b) => reachRank(b) - reachRank(a))
  return { texts: ranked.slice(0, LIMITS.alternatives), open: true }
}

function reachRank(text: string): number {
  if (text === '/' || text.startsWith('/*') || text.startsWith('~')) return 3
  return text.startsWith('/') || text.startsWith('..') || text.startsWith('-') ? 2 : 1
}
