const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const MONTHS = 'january february march april may june july august september october november december'.split(' ')

const SCALES: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
])
const NUMERAL = `(?:${[...ONES, ...TENS.slice(2), ...SCALES.keys()].join('|')})`
const NUMERALS = new RegExp(
  `(?<![\\w-]|\\b(?:few|several|many|some|couple of) )${NUMERAL}(?:(?:[- ]|(?<=hundred|thousand|million) and )${NUMERAL})*(?![\\w-])`,
  'g',
)
/** "The one in eu", "one of them", "that one": it stands for a thing. */
const PRONOUN_BEFORE =
  /\b(?:the|this|that|which|each|every|any|no|another|other|last|first|old|new|only|wrong|right|same|[a-z]{2,20}er|[a-z]{2,20}est) $/
const PRONOUN_AFTER = /^ (?:in|on|of|that|which|who|with|from|for|called|named|at|by|is|was|under|whose|where)\b/

const MONTH = MONTHS.map((month) => `${month}|${month.slice(0, 3)}`).join('|')
const DAY_FIRST = new RegExp(`(?<!\\w)(\\d{1,2})(?:st|nd|rd|th|\\.)? (?:of )?(${MONTH})\\.?,? (\\d{4})(?!\\d)`, 'g')
const MONTH_FIRST = new RegExp(`(?<!\\w)(${MONTH})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})(?!\\d)`, 'g')
const DOTTED_DATE = /(?<![\w.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?![\w.])/g
/** All of a year, by the day that it begins with, ends with, or the next one does; "of 2024" names no day. */
const WHOLE_YEAR = /\b(?:all of|all through|the whole of|the year) (\d{4})(?![\w.-])/g

/** "Ninety days" is 90, "30 June 2025" is 2025-06-30. */
export function convertNumerals(text: string): string {
  const numbers = [...text.matchAll(NUMERALS)].flatMap(({ 0: words, index }) => {
    const stands =
      PRONOUN_BEFORE.test(text.slice(Math.max(0, index - 30), index)) ||
      PRONOUN_AFTER.test(text.slice(index + words.length, index + words.length + 10))
    return words === 'one' && stands ? [] : numbersIn(words).map(String)
  })
  const dates = [
    ...datesIn(text).map(({ date }) => date),
    ...[...text.matchAll(WHOLE_YEAR)].flatMap(([, year]) => [
      `${year}-01-01`,
      `${year}-12-31`,
      `${Number(year) + 1}-01-01`,
    ]),
  ]
  const all = [...numbers, ...dates]
  return all.length === 0 ? text : `${text} ${all.join(' ')}`
}

/** The numbers of a run of numerals: "two hundred and five" is one, "ten twenty" are two. */
function numbersIn(words: string): readonly number[] {
  const found: number[] = []
  let above = 0
  let part: number | undefined
  const end = () => {
    if (part !== undefined || above > 0) found.push(above + (part ?? 0))
    above = 0
    part = undefined
  }
  for (const word of words.split(/[- ](?:and )?/)) {
    const scale = SCALES.get(word)
    const value = scale ?? (ONES.includes(word) ? ONES.indexOf(word) : TENS.indexOf(word) * 10)
    if (scale === 100) part = (part ?? 1) * 100
    else if (scale !== undefined) {
      above += (part ?? 1) * scale
      part = undefined
    } else {
      const step = value < 10 ? 10 : 100
      const room = part === undefined || (value > 0 && part >= Math.max(step, 20) && part % step === 0)
      if (!room) end()
      part = (part ?? 0) + value
    }
  }
  end()
  return found
}

export function datesIn(text: string): readonly { readonly words: string; readonly date: string }[] {
  return [
    ...[...text.matchAll(DAY_FIRST)].map(([words, day, month, year]) => ({
      words,
      date: isoDate(year, monthNumber(month), day),
    })),
    ...[...text.matchAll(MONTH_FIRST)].map(([words, month, day, year]) => ({
      words,
      date: isoDate(year, monthNumber(month), day),
    })),
    ...[...text.matchAll(DOTTED_DATE)].map(([words, day, month, year]) => ({ words, date: isoDate(year, month, day) })),
  ]
}

const monthNumber = (name = ''): string => String(MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1)

function isoDate(year = '', month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
