import { isNamed } from './names.ts'

const KEY = /(?:^|_)(?:id|number|no|key|ref|order|ticket|issue|invoice|case|incident|booking|pull|request|mr|pr)s?$/i
const NUMBERED =
  /\b(?:prs?|mrs?|pull requests?|merge requests?|issues?|tickets?|orders?|invoices?|bookings?|incidents?|cases?|customers?|payments?|transactions?|bills?|jobs?|tasks?|ids?)(?: with)?(?: the)?(?: id| number| no\.?)? ?#?(\d{2,12})\b/g
const TICKET = /\b[a-z]{2,10}-\d{1,7}\b/g

/** "Order 62018": no other number, unless that one was looked up. */
export function strayId(input: Readonly<Record<string, unknown>>, said: string, looked: string): string | undefined {
  const numbers = [...said.matchAll(NUMBERED)].map(([, number = '']) => number)
  const tickets = said.match(TICKET) ?? []
  for (const [key, value] of Object.entries(input)) {
    if (!KEY.test(key.replace(/([a-z])([A-Z])/g, '$1_$2')) || (typeof value !== 'string' && typeof value !== 'number'))
      continue
    const id = String(value).toLowerCase()
    const told = /^\d{2,12}$/.test(id) ? numbers : /^[a-z]{2,10}-\d{1,7}$/.test(id) ? tickets : []
    const other = told.find((number) => !looked.includes(number))
    if (other !== undefined && !said.includes(id)) return `the user named ${other}, not ${id}`
  }
  return undefined
}

/** "All of it" was not said. */
export function strayAll(input: Readonly<Record<string, unknown>>, said: string): string | undefined {
  const all = ['all', 'everything', 'delete_all', 'all_users'].some(
    (key) => Object.hasOwn(input, key) && input[key] === true,
  )
  return all && !/\b(?:all|every|everything|everyone|whole|entire|complete(?:ly)?|both)\b/.test(said)
    ? 'the user did not ask for all of them'
    : undefined
}

const STAGES = /^(?:prod|production|live|staging|stage|dev|development|test|testing|qa|preview|sandbox)$/
const SKIPPED =
  /^(?:amount|price|total|sum|value|quantity|qty|count|limit|offset|page|minutes|hours|date|time|text|body|message|content|subject|description|query|q|comment|note|reason|to|from|cc)$/i

/** "Room 204", "the environment staging": an argument of that name must be what was said of it. */
export function strayKeyed(input: Readonly<Record<string, unknown>>, said: string): string | undefined {
  for (const [key, value] of Object.entries(input)) {
    if ((typeof value !== 'string' && typeof value !== 'number') || SKIPPED.test(key) || !/^[a-z_]{3,30}$/i.test(key))
      continue
    const given = String(value).toLowerCase()
    const noun = (
      key
        .replace(/([a-z])([A-Z])/g, '$1_$2')
        .toLowerCase()
        .split('_')
        .find((word) => word !== 'id' && word !== 'name') ?? ''
    ).replace(/s$/, '')
    if (!/^[\w.@#/-]{2,60}$/.test(given) || noun.length < 3 || isNamed(said, [given])) continue
    const named = saidOf(noun, said).find((name) => isNameLike(name, given))
    if (named !== undefined) return `the user named the ${noun} ${named}, not ${given}`
  }
  return undefined
}

/** What stands right after or before a noun. */
function saidOf(noun: string, said: string): readonly string[] {
  const after = new RegExp(
    `\\b${noun}s? (?:named |called |number |no\\.? |with the id |id )?[\`"'#]?([\\w.@/-]{2,60})`,
    'g',
  )
  const before = new RegExp(`([\\w.@/-]{2,60})[\`"']? ${noun}\\b`, 'g')
  return [...said.matchAll(after), ...said.matchAll(before)].map((match) => (match[1] ?? '').replace(/[.,:;-]+$/, ''))
}

/** A number where a number is given, a stage where a stage is, a name with a mark in it where such a name is. */
function isNameLike(name: string, given: string): boolean {
  if (STAGES.test(given)) return STAGES.test(name)
  if (/^\d+$/.test(given)) return /^\d{2,}$/.test(name)
  return /[\d@]|\w[._/-]\w/.test(name) && /[\d@]|\w[._/-]\w/.test(given)
}

const RANKS: readonly RegExp[] = [
  /\bread|\bview|\bguest/,
  /\bcomment/,
  /\bwrit|\bedit|\brw\b|\bmember|\bcontribut|\bpush/,
  /\badmin|\bowner|\bmaintain|\bfull\b|\bmanager?\b|\broot\b/,
]

/** "Read access" is not that of an owner. */
export function strayRank(input: Readonly<Record<string, unknown>>, said: string): string | undefined {
  const key = Object.keys(input).find((name) => /^(?:permissions?|role|access|access_level|level|rights)$/i.test(name))
  const given = key === undefined ? undefined : input[key]
  if (typeof given !== 'string') return undefined
  const rank = RANKS.findLastIndex((form) => form.test(given.toLowerCase()))
  const told = RANKS.findLastIndex((form) => form.test(said))
  return told >= 0 && rank > told ? `the user asked for less than ${given}` : undefined
}
