const KEY =
  /(?:^|_)(?:date|day|start|end|time|from|until|check_?in|check_?out|due|when|departure|arrival|return)(?:_|$)/i
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const NAME =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const ISO = /\b\d{4}-(\d{2})-(\d{2})/g
const MONTH_FIRST = new RegExp(`\\b${NAME}\\.? (\\d{1,2})(?:st|nd|rd|th)?\\b`, 'g')
const DAY_FIRST = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${NAME}\\b`, 'g')
/** Days that must be reckoned: these are left to the agent. */
const RECKONED =
  /\b(?:today|tomorrow|tonight|yesterday|next|following|later|weeks?|weekend|days?|nights?|hours?|every|daily|monthly|weekly|yearly|month|months|mon|tue|wed|thu|fri|sat|sun|\w+day|before|after|until|midnight|recurring)\b/

/** A date in the arguments that contradicts those a person named. */
export function strayDate(input: Readonly<Record<string, unknown>>, text: string): string | undefined {
  const said = datesIn(text)
  if (said.size === 0 || RECKONED.test(text)) return undefined
  for (const [key, value] of Object.entries(input)) {
    if (typeof value !== 'string' || !KEY.test(key.replace(/([a-z])([A-Z])/g, '$1_$2'))) continue
    const [, month, day] = /^\d{4}-(\d{2})-(\d{2})/.exec(value) ?? []
    if (month === undefined || day === undefined) continue
    if (!said.has(`${Number(month)}-${Number(day)}`)) return `the user named another date than ${value.slice(0, 10)}`
  }
  return undefined
}

function datesIn(text: string): ReadonlySet<string> {
  const month = (name: string | undefined) => MONTHS.indexOf((name ?? '').slice(0, 3)) + 1
  return new Set([
    ...[...text.matchAll(ISO)].map(([, at, day]) => `${Number(at)}-${Number(day)}`),
    ...[...text.matchAll(MONTH_FIRST)].map(([, name, day]) => `${month(name)}-${Number(day)}`),
    ...[...text.matchAll(DAY_FIRST)].map(([, day, name]) => `${month(name)}-${Number(day)}`),
  ])
}
