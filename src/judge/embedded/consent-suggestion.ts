import type { Action } from '../../analysis/action.ts'
import type { Finding } from '../../categories/category.ts'
import { consentHintFor } from '../../intent/consent/index.ts'

/** Longer ones nobody reads, and nobody types. */
const MAX_SENTENCE = 160

/** Of more than these no sentence speaks. */
const MOST_NAMED = 20

/** Of a longer call nobody says in a sentence what it does. */
const MAX_CALL_CHARS = 16_000

/**
 * A sentence that clears a call when a person says it, in the call's own words. INVARIANT: it was tried: what `clears` does not
 * confirm is never suggested.
 */
export function suggestConsent(
  left: readonly Finding[],
  action: Action,
  clears: (sentence: string) => boolean,
): string | undefined {
  const isLong = Object.values(action.call.input).some(
    (value) => typeof value === 'string' && value.length > MAX_CALL_CHARS,
  )
  return isLong ? undefined : firstConfirmed(candidateSentences(left, action), clears)
}

/** The first of these that fits on a line and was confirmed. */
export function firstConfirmed(
  sentences: readonly string[],
  clears: (sentence: string) => boolean,
): string | undefined {
  return sentences
    .map((text) => text.replace(/ {2,}/g, ' ').trim())
    .find((sentence) => sentence.length <= MAX_SENTENCE && isPlain(sentence) && clears(sentence))
}

/** The act and what it is done to, for all that stands against the call; else the command itself. */
function candidateSentences(left: readonly Finding[], action: Action): readonly string[] {
  if (left.length > MOST_NAMED) return []
  const hints = left.map((finding) => consentHintFor(finding, action))
  const told = hints.every((hint) => hint !== undefined) ? [...new Set(hints)].join('. ') : ''
  // Options are a command's own words: whoever says them says all of it.
  const both = / -/.test(told) ? [...dictatedForms(action), told] : [told, ...dictatedForms(action)]
  return both.filter((text) => text !== '')
}

/** The command as a person would dictate it. */
export function dictatedForms({ call }: Action): readonly string[] {
  const command = Object.hasOwn(call.input, 'command') ? call.input['command'] : undefined
  if (typeof command !== 'string' || command.includes('`')) return []
  return [`run \`${command.trim()}\``]
}

/** One line without anything that a screen does not show as it is. */
function isPlain(sentence: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}"]/u.test(sentence)
}
