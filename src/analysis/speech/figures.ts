const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const MONTHS = 'january february march april may june july august september october november december'.split(' ')

const NUMBER = new RegExp(
  `(?<![\\w-])(?:(${TENS.slice(2).join('|')})(?:[- ](${ONES.slice(1, 10).join('|')}))?|(${ONES.join('|')}|hundred))(?![\\w-])`,
  'g',
)
const MONTH = MONTHS.map((month) => `${month}|${month.slice(0, 3)}`).join('|')
const DAY_FIRST = new RegExp(`(?<!\\w)(\\d{1,2})(?:st|nd|rd|th|\\.)? (?:of )?(${MONTH})\\.?,? (\\d{4})(?!\\d)`, 'g')
const MONTH_FIRST = new RegExp(`(?<!\\w)(${MONTH})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})(?!\\d)`, 'g')
const DOTTED = /(?<![\w.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?![\w.])/g
/** All of a year, by the day that it begins with, ends with, or the next one does. */
const YEAR = /\b(?:all of|all through|the whole of|the year|of|for|in|from) (\d{4})(?![\w.-])/g

/** A text with what it says in words beside it in figures: "ninety days" is 90, "30 June 2025" is 2025-06-30. */
export function inFigures(text: string): string {
  const numbers = [...text.matchAll(NUMBER)].map(([, tens, ones, one]) =>
    one === undefined
      ? String(TENS.indexOf(tens ?? '') * 10 + Math.max(ONES.indexOf(ones ?? ''), 0))
      : one === 'hundred'
        ? '100'
        : String(ONES.indexOf(one)),
  )
  const dates = [
    ...datesIn(text).map(({ date }) => date),
    ...[...text.matchAll(YEAR)].flatMap(([, year]) => [`${year}-01-01`, `${year}-12-31`, `${Number(year) + 1}-01-01`]),
  ]
  const all = [...numbers, ...dates]
  return all.length === 0 ? text : `${text} ${all.join(' ')}`
}

/** The days that a text tells, each in its own words and in figures. */
export function datesIn(text: string): readonly { readonly words: string; readonly date: string }[] {
  return [
    ...[...text.matchAll(DAY_FIRST)].map(([words, day, month, year]) => ({
      words,
      date: dated(year, monthOf(month), day),
    })),
    ...[...text.matchAll(MONTH_FIRST)].map(([words, month, day, year]) => ({
      words,
      date: dated(year, monthOf(month), day),
    })),
    ...[...text.matchAll(DOTTED)].map(([words, day, month, year]) => ({ words, date: dated(year, month, day) })),
  ]
}

const monthOf = (name = ''): string => String(MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1)

function dated(year = '', month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
