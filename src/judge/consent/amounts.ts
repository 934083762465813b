/** Arguments that say how much money moves, and how many of something. */
const MONEY = /^(?:amount|price|total|sum|value|cost|limit|budget)(?:_\w+)?$/i
const COUNT = /^(?:quantity|qty|count|units|people|guests|persons|number_of_\w+|party_size|seats|tickets|rooms)$/i

const CURRENCY =
  '(?:eur|euros?|usd|dollars?|bucks|gbp|pounds?|chf|francs?|yen|jpy|inr|rupees?|sek|nok|dkk|pln|btc|eth|cents?|[$€£¥])'
const AMOUNT = "(\\d{1,3}(?:[,' ]\\d{3})+(?:\\.\\d{1,2})?|\\d{1,9}(?:[.,]\\d{1,2})?)(k?)"
const SUMS = [
  new RegExp(`${CURRENCY}\\s?${AMOUNT}`, 'g'),
  new RegExp(`${AMOUNT}\\s?${CURRENCY}(?![a-z])`, 'g'),
  new RegExp(`\\b(?:amount|sum|total|price|limit|budget) (?:of |to |is |= ?)?${AMOUNT}`, 'g'),
  new RegExp(`\\b(?:send|pay|transfer|refund|wire|donate|tip) ${AMOUNT}(?= (?:to|for|from|as))`, 'g'),
]
/** What makes a sum that is not the one said: "10 each", "split by three", "20 % more". */
const RECKONED =
  /%|\b(?:percent|each|per|times|half|double|twice|split|share|plus|minus|difference|rest|remaining|remainder|average|convert\w*|sum of|together|more than|less than|at most|up to|under|over|below|between|tip|tax|vat|fee)\b/

const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** A sum or a number in the arguments that contradicts the one a person named. */
export function strayAmount(input: Readonly<Record<string, unknown>>, text: string): string | undefined {
  for (const [key, given] of Object.entries(input)) {
    const value =
      typeof given === 'number'
        ? given
        : typeof given === 'string' && /^\d+(?:\.\d+)?$/.test(given)
          ? Number(given)
          : undefined
    if (value === undefined) continue
    const said = MONEY.test(key) ? sumsIn(text) : COUNT.test(key) && value !== 1 ? countsIn(text) : []
    if (said.length === 0 || RECKONED.test(text)) continue
    if (!said.some((sum) => sum === value || sum * 100 === value)) return `the user named ${said[0]}, not ${value}`
  }
  return undefined
}

function sumsIn(text: string): readonly number[] {
  return SUMS.flatMap((form) =>
    [...text.matchAll(form)].map(([, digits = '', thousand]) => numberOf(digits) * (thousand ? 1_000 : 1)),
  )
}

/** `1,200.50` and `12,50` alike. */
function numberOf(digits: string): number {
  const decimal = /[.,](\d{1,2})$/.exec(digits)
  const whole = (decimal ? digits.slice(0, decimal.index) : digits).replace(/\D/g, '')
  return Number(decimal ? `${whole}.${decimal[1]}` : whole)
}

function countsIn(text: string): readonly number[] {
  const digits = (text.match(/(?<![\w.:/-])\d{1,4}(?![\w.:/-])/g) ?? []).map(Number)
  const words = WORDS.flatMap((word, value) => (new RegExp(`\\b${word}\\b`).test(text) ? [value] : []))
  return [
    ...digits,
    ...words,
    ...(/\bdozen\b/.test(text) ? [12] : []),
    ...(/\b(?:couple|both|pair)\b/.test(text) ? [2] : []),
  ]
}
