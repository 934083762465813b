import type { Nature } from '../effects.ts'
import type { Scribe } from '../programs/program.ts'
import type { Input } from '../tool.ts'
import { wordsOf } from '../verbs.ts'
import { verbOf } from './verbs.ts'

const CLICKS = new Set(['click', 'tap', 'press', 'submit', 'choose', 'dblclick'])
const FILLS = new Set(['fill', 'type', 'enter', 'input'])
const LABELS = ['element', 'label', 'text', 'name', 'button', 'target', 'title', 'description', 'selector']
/** What a button may set off that cannot be taken back. Saving, opening and going on are how pages are used. */
const GRAVE: readonly Nature[] = ['payment', 'deletion', 'merge', 'approval', 'visibility', 'message']
const CARD = /(?<!\d)(?:\d[ -]?){13,19}(?!\d)/g

/** A click on "Delete this repository" deletes it; a card number in a form pays. True when it was such a tool. */
export function stateClick(tool: string, input: Input, scribe: Scribe): boolean {
  const words = wordsOf(tool)
  if (words.some((word) => FILLS.has(word)) && holdsCard(JSON.stringify(input)))
    scribe.effect({
      kind: 'external-write',
      service: 'the page',
      nature: 'payment',
      target: 'a card number',
      by: 'fill',
      certainty: 'likely',
    })
  if (!words.some((word) => CLICKS.has(word)) || !isOnPage(words, input)) return false
  const label = LABELS.map((key) => (Object.hasOwn(input, key) ? input[key] : undefined)).find(
    (value): value is string => typeof value === 'string' && value.length < 200,
  )
  const verb = verbOf(label ?? '')
  if (verb.type === 'write' && GRAVE.includes(verb.nature))
    scribe.effect({
      kind: 'external-write',
      service: 'the page',
      nature: verb.nature,
      target: label ?? '',
      by: `click ${label}`,
      certainty: 'likely',
    })
  return true
}

function isOnPage(words: readonly string[], input: Input): boolean {
  if (words.some((word) => /^(?:browser|page|element|playwright|puppeteer|chrome|click|tap|dblclick)$/.test(word)))
    return true
  return ['element', 'ref', 'selector', 'uid', 'coordinate'].some((key) => Object.hasOwn(input, key))
}

function holdsCard(text: string): boolean {
  return (text.match(CARD) ?? []).some((number) => isCard(number.replace(/\D/g, '')))
}

function isCard(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
