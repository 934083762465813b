/** What is written in code, tests or documents, by the noun that stands last. */
const CODE =
  /^(?:tests?|fixtures?|mocks?|stubs?|code|components?|functions?|imports?|docs?|documentation|readme|notes|changelog|text|wording|comments?|schema|types?|class(?:es)?|models?|enums?|pages?|forms?|routes?|endpoints?|middleware|modules?|handlers?|migrations?|columns?|fields?|buttons?|views?)$/i
/** What is there to be tried. */
const TRIED = /\b(?:tests?|fixtures?|mocks?|stubs?|locally?|localhost|staging|sandbox|demo)\b/i
/** Where an object ends: what stands behind it says how, why, and what is to be done beside it. */
const BEYOND = /[,;(]|\s(?:and|or|with|for|so|by|using|because|while|but|then|when|which|that|who|if)\s/i
const PLACED = /\s+(in|on|from|to|into|at|under|of|as|inside|within)\s+/i

/** What an order is done to, without what is said about it and where. */
export function directObject(object: string): string {
  const [whole = ''] = object.split(BEYOND, 1)
  return whole.split(PLACED, 1)[0] ?? ''
}

/** Where an order says that it is done: "in the enum", "from the wizard component". Of what a thing is tells nothing of its place. */
function placesIn(object: string): readonly string[] {
  const [whole = ''] = object.split(BEYOND, 1)
  const parts = whole.split(PLACED)
  return parts.filter((_, at) => at > 0 && at % 2 === 0 && !/^(?:of|as)$/i.test(parts[at - 1] ?? ''))
}

const isCode = (phrase: string): boolean => CODE.test(/[\w-]+(?=[^\w-]*$)/.exec(phrase.slice(-LONGEST))?.[0] ?? '')
/** Of a phrase, so much is looked at for its last word. */
const LONGEST = 80

/** Is what is ordered, or the place where it is done, a part of the code? */
export function isInCode(object: string, where: 'all' | 'places'): boolean {
  return placesIn(object).some(isCode) || (where === 'all' && isCode(directObject(object)))
}

/** Is what is ordered written in code, tests or documents, or done where things are tried? A word elsewhere in the order tells nothing. */
export function isWritten(object: string): boolean {
  return isInCode(object, 'all') || [directObject(object), ...placesIn(object)].some((phrase) => TRIED.test(phrase))
}
