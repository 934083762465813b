import type { Aims } from './aims.ts'

/** "All failed jobs in batch": the kind of thing, what they must be, and where. */
interface Universal {
  readonly noun: string
  readonly qualities: readonly string[]
  readonly places: readonly string[]
}

const WORD = "[\\w'./:@#-]+"
const ALL = new RegExp(
  `\\b(?:all|every|each|any|both)(?: one)?(?: of)?((?: (?!but\\b|except\\b|in\\b|on\\b|from\\b|of\\b|with\\b)${WORD}){1,6})((?: (?:that|which|who)\\b| (?:in|on|from|of|at|under|inside|with|older|newer|named|called)\\b).{0,120})?`,
  'g',
)
/** Words before the noun that pick nothing out. */
const NEUTRAL = new Set(
  'the a an these those this my our your own of local remote running existing current remaining docker kubernetes k8s slurm git its their whole single last you made there are left active'.split(
    ' ',
  ),
)
const PLACES = /\b(?:in|on|from|of|at|under|inside)\s+(?:the |my |our |your )?[`"']?([\w./:@~-]+)[`"']?(?:\s+(\w+))?/g
/** "On this machine", "in docker": where one is anyway. */
const HERE =
  /^(?:this|here|mine|ours|me|us|docker|podman|kubernetes|k8s|slurm|git|github|it|them|there|machine|computer|general|queue|cluster|repo|repository|project|bucket|registry|server|remote|host|laptop|namespace)$/
const THEM = /\b(?:them all|all of (?:them|these|those)|every one of them|all those|them)\b/

/** "All my jobs": a queue of many people must be asked for one's own. */
const OWN = /\b(?:all|every|each|any)(?: of)? my\b|\bof mine\b/
const OF_MANY = /\b(?:scancel|qdel|bkill|condor_rm)\b/
const OWNED = /--me\b|\$\{?user\b|\$\(whoami\)|\$\(id -un\)|@me\b/

/** Does the text ask for all things of the aimed-at kind, where they are, and does the choice keep to what it says of them? */
export function asksForAll(text: string, besides: string, aims: Aims, command: string): boolean {
  const told = THEM.test(text) ? `${text}\n${besides}` : text
  const lower = command.toLowerCase()
  return universalsIn(told).some(
    ({ noun, qualities, places }) =>
      aims.kinds.includes(noun) &&
      qualities.every((quality) => lower.includes(quality)) &&
      (!OWN.test(told) || !OF_MANY.test(lower) || OWNED.test(lower)) &&
      places.every((place) => isPlace(place, aims, lower)),
  )
}

function universalsIn(text: string): readonly Universal[] {
  return [...text.matchAll(ALL)].flatMap((match): Universal[] => {
    const words = (match[1] ?? '')
      .trim()
      .split(/\s+/)
      .map((word) => word.replace(/[.,;:!?]+$/, ''))
    const at = words.findLastIndex((word) => /s$/.test(word) || words.length === 1)
    const noun = words[at < 0 ? words.length - 1 : at] ?? ''
    const rest = match[2] ?? ''
    const qualities = [
      ...words
        .slice(0, Math.max(at, 0))
        .filter((word) => !NEUTRAL.has(word))
        .map(stem),
      ...numbersIn(rest),
    ]
    return [{ noun, qualities, places: placesIn(rest) }]
  })
}

/** "Merged" is `--merged`, "failed" may be `status=failed`. */
function stem(word: string): string {
  return word === 'stopped' ? 'exited' : word.slice(0, 5)
}

/** "Older than 30 days", "that failed": the choice must show it. */
function numbersIn(rest: string): readonly string[] {
  const numbers = /\b(?:older|newer|before|after|than|last|over|under)\b/.test(rest)
    ? (rest.match(/\b\d+\b/g) ?? [])
    : []
  const states =
    /\b(?:that|which)(?: have| has| are| is)? (failed|finished|completed|merged|pending|stopped|exited|dangling)\b/.exec(
      rest,
    )?.[1]
  return states === undefined ? numbers : [...numbers, stem(states)]
}

function placesIn(rest: string): readonly string[] {
  return [...rest.matchAll(PLACES)]
    .map((match) => (match[1] ?? '').replace(/[.,;:!?]+$/, ''))
    .filter((place) => !HERE.test(place))
}

function isPlace(place: string, { places }: Aims, command: string): boolean {
  return (
    places.some(({ name }) => name === place) ||
    command.split(/[^\w.@~-]+/).includes(place) ||
    command.includes(place.includes('/') ? place : `\0`)
  )
}
