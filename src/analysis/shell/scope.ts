import type { CompoundCommand, CompoundList, Redirected } from 'unbash'
import type { Value, Word } from '../words.ts'

export type FunctionBody = CompoundCommand | Redirected | CompoundList

export interface Variable {
  readonly word: Word
  /** The elements of an array. */
  readonly elements?: readonly Word[]
}

/** What a file descriptor of the shell is bound to. */
export type Descriptor =
  | { readonly kind: 'path'; readonly word: Word; readonly append: boolean }
  | { readonly kind: 'input'; readonly value: Value; readonly word: Word | undefined }
  | { readonly kind: 'socket'; readonly host: string; readonly url: string }
  | { readonly kind: 'process'; readonly feed: (value: Value) => void }
  | { readonly kind: 'error' }
  | { readonly kind: 'output' }
  | { readonly kind: 'closed' }

/** State that all scopes of one shell process share. */
export interface ShellState {
  readonly traps: Map<string, Value>
  /** Functions that are being run, to stop at recursion. */
  readonly active: Set<string>
  readonly called: Set<string>
  /** The name this shell was started under: `$0`. */
  readonly script: string | undefined
}

/** What the shell knows at one point of a script. Look-ups go up the parents, writes stay here. */
export interface Scope {
  readonly parent: Scope | undefined
  /** `undefined`: unset here. */
  readonly variables: Map<string, Variable | undefined>
  readonly functions: Map<string, FunctionBody | undefined>
  readonly aliases: Map<string, string | undefined>
  readonly descriptors: Map<number, Descriptor>
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

export function newScope(cwd: string | undefined, positional?: readonly Word[], script?: string): Scope {
  return {
    parent: undefined,
    variables: new Map(),
    functions: new Map(),
    aliases: new Map(),
    descriptors: new Map(),
    reads: new Set(),
    shell: { traps: new Map(), active: new Set(), called: new Set(), script },
    positional,
    cwd,
    previous: undefined,
    stack: [],
    ended: false,
  }
}

/** A branch or a subshell: sees everything, changes nothing outside unless it is merged. */
export function fork(scope: Scope): Scope {
  return {
    ...scope,
    parent: scope,
    variables: new Map(),
    functions: new Map(),
    aliases: new Map(),
    descriptors: new Map(),
    reads: new Set(),
    ended: false,
  }
}

/** A program started from here: a new shell inherits variables and functions that were exported, and the directory. */
export function processScope(scope: Scope, positional: readonly Word[] | undefined, script?: string): Scope {
  const inherited = fork(scope)
  const shell: ShellState = { traps: new Map(), active: scope.shell.active, called: new Set(), script }
  return { ...inherited, shell, positional }
}

export function getVariable(scope: Scope, name: string): Variable | undefined {
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    if (at.variables.has(name)) return at.variables.get(name)
    at.reads.add(name)
  }
  return undefined
}

/** Was the name given or taken away anywhere in this text? */
export function isTouched(scope: Scope, name: string): boolean {
  for (let at: Scope | undefined = scope; at; at = at.parent) if (at.variables.has(name)) return true
  return false
}

export function setVariable(scope: Scope, name: string, word: Word, elements?: readonly Word[]): void {
  scope.variables.set(name, elements ? { word, elements } : { word })
}

export function getFunction(scope: Scope, name: string): FunctionBody | undefined {
  for (let at: Scope | undefined = scope; at; at = at.parent) if (at.functions.has(name)) return at.functions.get(name)
  return undefined
}

export function getAlias(scope: Scope, name: string): string | undefined {
  for (let at: Scope | undefined = scope; at; at = at.parent) if (at.aliases.has(name)) return at.aliases.get(name)
  return undefined
}

export function getDescriptor(scope: Scope, number: number): Descriptor | undefined {
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    const found = at.descriptors.get(number)
    if (found) return found
  }
  return undefined
}
