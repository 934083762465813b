import { type Fields, isFields } from './fields.ts'

/** A line of the host's record; what is not of its shape tells nothing. */
export function parseTranscriptLine(line: string): Fields {
  try {
    const value: unknown = JSON.parse(line)
    return isFields(value) ? value : {}
  } catch {
    return {}
  }
}
