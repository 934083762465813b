const CODE =
  /^(?:tests?|fixtures?|mocks?|stubs?|code|components?|functions?|imports?|docs?|documentation|readme|notes|changelog|text|wording|comments?|schema|types?|class(?:es)?|models?|enums?|pages?|forms?|routes?|endpoints?|middleware|modules?|handlers?|migrations?|columns?|fields?|buttons?|views?)$/i
const TRIED = /\b(?:tests?|fixtures?|mocks?|stubs?|locally?|localhost|staging|sandbox|demo)\b/i
const BEYOND = /[,;(]|\s(?:and|or|with|for|so|by|using|because|while|but|then|when|which|that|who|if)\s/i
const PLACED = /\s+(in|on|from|to|into|at|under|of|as|inside|within)\s+/i

export function directObject(object: string): string {
  const [whole = ''] = object.split(BEYOND, 1)
  return whole.split(PLACED, 1)[0] ?? ''
}

/** "In the enum", "from the wizard component". */
function placesIn(object: string): readonly string[] {
  const [whole = ''] = object.split(BEYOND, 1)
  const parts = whole.split(PLACED)
  return parts.filter((_, at) => at > 0 && at % 2 === 0 && !/^(?:of|as)$/i.test(parts[at - 1] ?? ''))
}

const isCode = (phrase: string): boolean => CODE.test(/[\w-]+(?=[^\w-]*$)/.exec(phrase.slice(-LONGEST))?.[0] ?? '')
const LONGEST = 80

export function isInCode(object: string, where: 'all' | 'places'): boolean {
  return placesIn(object).some(isCode) || (where === 'all' && isCode(directObject(object)))
}

export function isWritten(object: string): boolean {
  return isInCode(object, 'all') || [directObject(object), ...placesIn(object)].some((phrase) => TRIED.test(phrase))
}
