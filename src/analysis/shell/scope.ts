import type { CompoundCommand, CompoundList, Redirected } from 'unbash'
import type { Value } from '../words.ts'

/** What the shell knows at one point of a script: variables, functions, working directory. */
export interface Scope {
  readonly variables: Map<string, Value>
  readonly functions: Map<string, CompoundCommand | Redirected | CompoundList>
  readonly aliases: Map<string, string>
  cwd: string | undefined
}

export function newScope(cwd: string | undefined): Scope {
  return { variables: new Map(), functions: new Map(), aliases: new Map(), cwd }
}

/** A subshell: sees everything, changes nothing outside. */
export function childScope(scope: Scope): Scope {
  return {
    variables: new Map(scope.variables),
    functions: new Map(scope.functions),
    aliases: new Map(scope.aliases),
    cwd: scope.cwd,
  }
}
