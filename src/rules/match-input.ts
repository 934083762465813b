import type { Action } from '../analysis/action.ts'
import { NAME_FIELDS } from './tool-names.ts'
import { matchesWildcard, type Wildcard } from './wildcard.ts'

/** A top-level input as text; only strings, numbers and booleans count, and only the input's own fields. */
export function scalarInput(action: Action, field: string): string | undefined {
  const { input } = action.call
  const value = Object.hasOwn(input, field) ? input[field] : undefined
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

/** `Tool(param:value)`. */
export function matchesParam(field: string, value: Wildcard, action: Action): boolean {
  const given = scalarInput(action, field)
  return given !== undefined && matchesWildcard(value, given)
}

/** `Agent(type)`, `Skill(name)`: the kind the call names; undefined when it names none. */
export function namedKindOf(action: Action, tool: string): string | undefined {
  for (const field of NAME_FIELDS.get(tool) ?? []) {
    const value = scalarInput(action, field)
    if (value !== undefined) return value
  }
  return undefined
}
