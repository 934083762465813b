import type { Entry } from './entries.ts'

/** Are two entries the same as far as a judge sees them? Identity first: sessions keep their entries. */
export function areSameEntry(left: Entry | undefined, right: Entry | undefined): boolean {
  if (left === right) return true
  if (left === undefined || right === undefined) return false
  if (left.kind === 'user') return right.kind === 'user' && left.text === right.text && left.trusted === right.trusted
  if (left.kind === 'harness') return right.kind === 'harness' && left.text === right.text
  if (left.kind === 'consent') {
    return right.kind === 'consent' && left.tool === right.tool && areSameValue(left.answer, right.answer)
  }
  if (left.kind === 'gap') return right.kind === 'gap'
  return (
    right.kind === 'call' &&
    left.tool === right.tool &&
    left.denied === right.denied &&
    left.judged === right.judged &&
    left.unconfirmed === right.unconfirmed &&
    areSameInput(left.input, right.input)
  )
}

function areSameInput(left: Readonly<Record<string, unknown>>, right: Readonly<Record<string, unknown>>): boolean {
  if (left === right) return true
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => areSameValue(left[key], right[key]))
}

/** Nested values are compared by their JSON; anything that has none counts as different, which costs time only. */
function areSameValue(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object') return false
  try {
    return JSON.stringify(left) === JSON.stringify(right)
  } catch {
    return false
  }
}
