/** All the ways a verb may stand in a text: delete, deletes, deleting, deleted. */
export function forms(verb: string): readonly string[] {
  const stem = verb.endsWith('e') ? verb.slice(0, -1) : verb
  const last = verb.at(-1) ?? ''
  const doubled = /[^aeiou][aeiou][bdgklmnprt]$/.test(verb) ? [`${verb}${last}ing`, `${verb}${last}ed`] : []
  const swapped = verb.endsWith('y') ? [`${verb.slice(0, -1)}ies`, `${verb.slice(0, -1)}ied`] : []
  return [verb, `${verb}s`, `${verb}es`, `${stem}ing`, `${stem}ed`, ...doubled, ...swapped]
}

/** Particles may stand after the object: "clean the branch up", "roll the chart out to staging". */
const PARTICLES = new Set(['up', 'out', 'down', 'off', 'away', 'back', 'aside'])
/** How many words may stand between a verb and the rest of its act. */
const MAX_BETWEEN = 6

/** Does a clause begin with this act? `create … release` lets words stand between. */
export function beginsWith(head: string, act: string): boolean {
  const first = head.split(/[^a-z0-9'-]+/, 1)[0] ?? ''
  const [verb = '', ...rest] = act.split(' ')
  if (!forms(verb).includes(first)) return false
  if (rest.length === 0) return true
  const after = head.slice(first.length).trimStart()
  const apart = rest[0] === '…'
  const tail = rest.slice(apart ? 1 : 0).join(' ')
  if (after === tail || after.startsWith(`${tail} `) || after.endsWith(` ${tail}`)) return true
  return (apart || PARTICLES.has(tail)) && followsWithin(after, tail)
}

function followsWithin(after: string, tail: string): boolean {
  const words = after.split(/[^a-z0-9'-]+/).slice(0, MAX_BETWEEN + 1)
  return words.some((word) => word === tail || word === `${tail}s`)
}

/** Words that carry no name. */
const EMPTY_WORDS = new Set(
  'the a an any anything anyone something everything all it its this that these those them they now yet please to for from in into on onto of at by with my me our us your you and or until unless before after when if so because then just only other others code changes change stuff things thing file files again still ever also directly automatically way work more new own real actual please here there today tonight anywhere anymore either even yourself around single kind under inside within below'.split(
    ' ',
  ),
)

/** The words of a text that may name something. */
export function tellingWords(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9_.\-/@*]+/)
    .map((word) => word.replace(/^[.-]+(?=\w{3})|[.,:-]+$/g, ''))
    .filter((word) => word.length > 1 && !EMPTY_WORDS.has(word))
}
