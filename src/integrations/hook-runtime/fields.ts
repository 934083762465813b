import { InvalidPayloadError } from '../integration.ts'

/** What an event holds, by its own keys alone: `__proto__` and `constructor` are names like any other. */
export type Fields = Readonly<Record<string, unknown>>

/** The object that a host wrote to its hook. */
export function parseFields(text: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new InvalidPayloadError(
      text.trim() === ''
        ? 'nothing on stdin'
        : `stdin is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  if (!isFields(value)) throw new InvalidPayloadError('stdin is not a JSON object')
  return value
}

export function requiredText(fields: Fields, key: string): string {
  const found = optionalText(fields, key)
  if (found === undefined || found === '') throw new InvalidPayloadError(`${key} is missing`)
  return found
}

/** A text; anything else counts as absent. */
export function optionalText(fields: Fields, key: string): string | undefined {
  const found = ownField(fields, key)
  return typeof found === 'string' ? found : undefined
}

export function ownField(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
