import { BadPayload } from '../integration.ts'

/** What an event holds, by its own keys alone: `__proto__` and `constructor` are names like any other. */
export type Fields = Readonly<Record<string, unknown>>

/** The object that a host wrote to its hook. */
export function fieldsIn(text: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new BadPayload(
      text.trim() === ''
        ? 'nothing on stdin'
        : `stdin is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  if (!isFields(value)) throw new BadPayload('stdin is not a JSON object')
  return value
}

export function required(fields: Fields, key: string): string {
  const found = optional(fields, key)
  if (found === undefined || found === '') throw new BadPayload(`${key} is missing`)
  return found
}

/** A text; anything else counts as absent. */
export function optional(fields: Fields, key: string): string | undefined {
  const found = own(fields, key)
  return typeof found === 'string' ? found : undefined
}

export function own(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
