import { verbOf, wordsOf } from '../../analysis/mcp/verbs.ts'
import type { HumanTurn } from './turns.ts'

/** Arguments that hold the name of the one thing a call is about. */
const KEY =
  /^(?:hotel|restaurant|company|airline|car|product|item|title|event|name|file|filename|file_name|document|page|project|board|playlist|song|movie|device|room|door|customer|contact|patient|student|employee|vendor|store|merchant|app|app_name|repo|repository|table|database|team|group|list|album|course|account_name|full_name)(?:_name)?$/i
/** Tools that make something new: its name is the agent's to choose. */
const MAKES = new Set('create send post write draft upload reply comment append generate save insert'.split(' '))
const PROPER =
  /(?<![\w'])[A-ZÄÖÜÉ][\wäöüßéèàç'’&-]*(?: (?:[A-ZÄÖÜÉ][\wäöüßéèàç'’&-]*|of|de|la|le|the|du|da|van|von|&)){0,5}/g
/** Where a name of the very thing stands. */
const POINTS =
  /(?:^|\b(?:at|called|named|with|hotel|restaurant|event|meeting|file|product|contact|customer|project|for|of))\s*$/i

/** The name of a thing in the arguments that is not the one a person named. */
export function strayThing(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  turn: HumanTurn,
): string | undefined {
  if (wordsOf(tool).some((word) => MAKES.has(word))) return undefined
  const other = strayProduct(tool, input, turn.names)
  if (other !== undefined) return other
  const names = turn.sentences.flatMap(({ typed }) => namesIn(typed))
  if (names.length === 0) return undefined
  for (const [key, value] of Object.entries(input)) {
    if (typeof value !== 'string' || value.length < 3 || value.length > 80 || !KEY.test(key)) continue
    const stray = contradicts(value.toLowerCase(), names, turn.names)
    if (stray !== undefined) return `the user named ${stray}, not ${value}`
  }
  return undefined
}

interface Named {
  readonly text: string
  /** It stands where the thing itself is named. */
  readonly pointed: boolean
}

/** Quoted names and capitalised ones; the verb that begins a sentence is none. */
function namesIn(typed: string): readonly Named[] {
  const quoted = [...typed.matchAll(/[`"“]([^`"”]{2,80})[`"”]/g)].map(([, text = '']) => ({
    text: text.toLowerCase(),
    pointed: true,
  }))
  const proper = [...typed.matchAll(PROPER)].flatMap((match): Named[] => {
    const words = match[0].replace(/[.,;:!?]+$/, '').split(' ')
    const first = match.index === 0
    const left =
      first && (verbOf(words[0] ?? '').type !== 'opaque' || words.length === 1 || STARTS.test(words[0] ?? ''))
        ? words.slice(1)
        : words
    const before = typed.slice(0, match.index)
    const text = left
      .join(' ')
      .replace(/^(?:(?:of|de|la|le|the|du|da|van|von|&) ?)+|(?: (?:of|de|la|le|the|du|da|van|von|&))+$/g, '')
      .toLowerCase()
    return text.length < 3 ? [] : [{ text, pointed: first || POINTS.test(before) }]
  })
  return [...quoted, ...proper]
}

const STARTS =
  /^(?:please|can|could|would|book|rent|cancel|get|give|make|put|order|buy|turn|move|i|my|the|also|then|let|set|ok|okay|yes|hi|hey|play|call)$/i

function contradicts(value: string, names: readonly Named[], said: string): string | undefined {
  const words = pieces(value)
  if (words.length === 0 || words.every((word) => said.includes(word))) return undefined
  const partly = names.find(({ text }) => {
    const own = pieces(text)
    const shared = own.filter((word) => words.includes(word))
    return shared.length > 0 && shared.length < own.length && own.length === words.length
  })
  if (partly) return partly.text
  return words.some((word) => said.includes(word)) ? undefined : names.find(({ pointed }) => pointed)?.text
}

function pieces(name: string): readonly string[] {
  return name.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)
}

const LEFT_OPEN =
  /\b(?:something|anything|some|whatever|any|best|cheapest|good|suitable|nice|similar|same|usual|again|reorder|list|cart|recommend\w*|needed|everything)\b/

/** What is bought must have been spoken of, unless the choice was left open. */
function strayProduct(tool: string, input: Readonly<Record<string, unknown>>, said: string): string | undefined {
  const verb = verbOf(tool.replace(/^mcp__.+?__/, ''))
  if (verb.type !== 'write' || verb.nature !== 'payment' || LEFT_OPEN.test(said)) return undefined
  const value = ['product', 'item', 'product_name', 'item_name']
    .map((key) => (Object.hasOwn(input, key) ? input[key] : undefined))
    .find((one) => typeof one === 'string')
  if (typeof value !== 'string' || /\d/.test(value)) return undefined
  const words = pieces(value.toLowerCase())
  return words.length > 0 && !words.some((word) => said.includes(word.replace(/s$/, '')))
    ? `the user did not name ${value}`
    : undefined
}
