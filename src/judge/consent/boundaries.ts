import type { Action } from '../../analysis/action.ts'
import type { Transcript } from '../../transcript/entries.ts'
import type { Turn } from './clauses.ts'
import { mayBound } from './cues.ts'
import { type Deed, deedsOf, SOURCE_KIND } from './deeds.ts'
import { isNamed, tokensOf } from './names.ts'
import { boundingTurns, type HumanTurn } from './turns.ts'
import { beginsWith, forms, tellingWords } from './words.ts'

/** Something a person ruled out, and how they put it. */
export interface Boundary {
  readonly words: string
}

interface Prohibition {
  readonly verb: string
  readonly words: string
  /** Names after to, on, into: "push to main" rules out that target alone. */
  readonly targets: readonly string[]
  readonly objects: readonly string[]
}

/** Acts whose object says little: "don't commit the changes" rules out committing. */
const WHOLE_ACTS = new Set([
  'push',
  'commit',
  'deploy',
  'publish',
  'merge',
  'release',
  'rebase',
  'tag',
  'amend',
  'ssh',
  'ship',
  'squash',
  'reply',
  'respond',
])

/** The boundary of a person that this Action would cross. Boundaries last until a later turn lifts them. */
function boundaryOf(turns: readonly HumanTurn[], action: Action): Boundary | undefined {
  let active: Prohibition[] = []
  for (const turn of turns) {
    if (active.length > 0) {
      const lifting = liftingOf(turn)
      active = active.filter((prohibition) => !lifts(turn, lifting, prohibition))
    }
    active.push(...prohibitionsOf(turn))
  }
  if (active.length === 0) return onlyThere(turns, action)
  const deeds = deedsOf(action)
  const crossed = active.find((prohibition) => deeds.some((deed) => crosses(deed, prohibition)))
  return crossed ? { words: crossed.words } : onlyThere(turns, action)
}

function prohibitionsOf(turn: HumanTurn): readonly Prohibition[] {
  const stated = turn.clauses
    .filter((clause) => clause.kind === 'prohibition' && !OUTSIDE.test(clause.head) && !OTHERS.test(clause.head))
    .map((clause) => prohibition(clause.head, turn))
  return turn.refused === undefined ? stated : [...stated, ...refusals(turn.refused)]
}

/** "The other deployments": whatever was not named, which the scope of the order says already. */
const OTHERS =
  /^(?:touch|restart|stop|delete|remove|cancel|kill|change|scale) (?:the |any |any of the |all )?other (?:branches|jobs|services|containers|deployments|pods|instances|servers|builds|files|folders|objects|tags|queues)(?: (?:there|here|in|on|of)\b.*)?$/

function prohibition(head: string, turn: Turn): Prohibition {
  const told = head.split(/\b(?:until|unless|before|because|since|so that|if|when|yet|without)\b/, 1)[0] ?? head
  const [verb = '', ...rest] = told.split(/[^a-z0-9_.\-/@*§]+/)
  const after = rest.join(' ')
  let quoted = 0
  const filled = after.replace(/§/g, () => turn.quoted[quoted++]?.toLowerCase() ?? '').replace(EVERYWHERE, ' ')
  const to = /\b(?:to|on|onto|into|in|against)\s+(?:the |our |my |any )?(.+)$/.exec(filled)?.[1] ?? ''
  return {
    verb,
    words: verb === 'network' ? 'no network' : `don't ${told.trim()}`,
    targets: tellingWords(to).slice(0, 4),
    objects: objectsIn(filled),
  }
}

/** "On this machine", "in this session": everywhere the agent works, so no limit. */
const EVERYWHERE =
  /\b(?:on|in|from|for|during) (?:this|my|the) (?:machine|computer|system|laptop|box|session|repo|repository|project|task)\b/g
const SOURCES = /\b(?:source|code|src) files?\b|\bsource code\b|\bsources\b/

/** "Roll it out": a part of the verb. */
const PARTICLE = /^(?:out|up|off|away|back)$/

/** What a prohibition is about. A path says it better than the words around it. */
function objectsIn(text: string): readonly string[] {
  if (SOURCES.test(text)) return [SOURCE_KIND]
  // "The behaviour of the parser" is about the behaviour.
  const first = tellingWords(text.split(/\b(?:of|for|that|which|where|how|like)\b/, 1)[0] ?? '')
  const words = (first.length > 0 ? first : tellingWords(text)).filter((word) => !PARTICLE.test(word)).slice(0, 8)
  const paths = words.filter((word) => /\/|^\*?\.?[\w-]+\.[a-z]{1,5}$/.test(word))
  // "Job 32" is about 32, not about jobs.
  const numbered = words.filter((word) => /\d/.test(word))
  return paths.length > 0 ? paths : numbered.length > 0 ? numbered : words
}

/** A question answered with no rules out what it asked for. */
function refusals(question: string): readonly Prohibition[] {
  const words = tokensOf(question)
  return [...WHOLE_ACTS, 'delete', 'remove', 'install']
    .filter((verb) => words.some((word) => forms(verb).includes(word)))
    .map((verb) => ({ verb, words: `no to "${question.slice(0, 80)}"`, targets: [], objects: [] }))
}

/** What a turn lifts, found out once for all that was ruled out before. */
interface Lifting {
  /** What is "fine again". */
  readonly again: readonly string[]
  /** Does it ask for this act, or approve of it? */
  tells(verb: string): boolean
}

function liftingOf(turn: HumanTurn): Lifting {
  const heads = turn.clauses.flatMap(({ kind, head }) => (kind === 'directive' ? [head] : []))
  const approved = turn.approved?.split(/[^a-z]+/) ?? []
  const known = new Map<string, boolean>()
  const asks = (verb: string) => {
    // "Leave staging alone" is over for staging once "you may restart web in staging" is said.
    const permitted = verb === 'touch' && PERMITS.test(turn.names)
    return (permitted && heads.length > 0) || [...heads, ...approved].some((head) => sameVerb(head, verb))
  }
  return {
    again: allowedAgain(turn),
    tells: (verb) => {
      const answer = known.get(verb) ?? asks(verb)
      known.set(verb, answer)
      return answer
    },
  }
}

/** A later directive with the same act lifts; a boundary about one target is lifted only by naming it. */
function lifts(turn: HumanTurn, { again, tells }: Lifting, { verb, targets, objects }: Prohibition): boolean {
  if (again.length > 0) {
    const names = objects.length > 0 ? objects : forms(stem(verb))
    if (again.some((text) => isNamed(text, names))) return true
  }
  if (!tells(verb)) return false
  const needed = WHOLE_ACTS.has(stem(verb)) ? targets : objects
  return needed.length === 0 || needed.some((name) => isNamed(`${turn.names} ${turn.approved ?? ''}`, [name]))
}

const PERMITS = /\byou (?:may|can)\b|\bgo ahead\b|\b(?:is|it's) (?:fine|ok|okay) to\b/

/** "Docker is fine again", "pushing is okay now". */
function allowedAgain({ sentences }: HumanTurn): readonly string[] {
  return sentences.flatMap(({ typed }) => {
    const match = /^(.{0,80}?)\b(?:is|are) (?:fine|ok|okay|allowed|permitted)\b/.exec(typed.toLowerCase())
    return match === null || /\?\s*$|\bnot\b/.test(typed) ? [] : [match[1] ?? '']
  })
}

function sameVerb(head: string, verb: string): boolean {
  return beginsWith(head, verb) || beginsWith(head, stem(verb))
}

/** The plain form of a verb given as it stands in a prohibition: pushing → push, deleting → delete. */
function stem(verb: string): string {
  if (!verb.endsWith('ing') || verb.length < 6) return verb
  const cut = verb.slice(0, -3)
  if (/(.)\1$/.test(cut) && !/(?:ss|ll)$/.test(cut)) return cut.slice(0, -1)
  return /(?:t|at|it|et|ov|ang|s|ng|ag|ry|dl|l)$/.test(cut) &&
    !/(?:sh|ush|commit|edit|reset|start|restart|kill|install|test|print|touch|deploy|push)$/.test(cut)
    ? `${cut}e`
    : cut
}

/** "Don't read everything" asks for less of it, not for none. */
const LESS =
  /^don't (?:read|open|look at|list|search|scan|show|print|go through)\b.*\b(?:everything|all|every|whole|entire)\b/

function crosses(deed: Deed, { verb, words, targets, objects }: Prohibition): boolean {
  const plain = stem(verb)
  if (objects.length === 0 && LESS.test(words)) return false
  if (!deed.verbs.some((done) => done === plain || done === verb || forms(done).includes(verb))) return false
  const named = (names: readonly string[]) =>
    names.some((name) => mentions(deed.object, name) || (deed.covers?.(name) ?? false))
  if (deed.usual && objects.length > 0) return false
  if (WHOLE_ACTS.has(plain)) return targets.length === 0 || named(targets) || deed.open === true
  if (objects.length === 0) return plain !== 'run' && plain !== 'execute'
  return named(objects)
}

/** Is the name, or its singular, a part of the object's text? */
function mentions(object: string, name: string): boolean {
  const lower = object.toLowerCase()
  const short = name.replace(/\/+$/, '').replace(/^\.\//, '')
  if (isNamed(lower, [short])) return true
  if (/[/.]/.test(short) && lower.split(' ').some((word) => word.endsWith(`/${short}`))) return true
  if (/^\*\.\w/.test(short)) return lower.split(' ').some((word) => word.endsWith(short.slice(1)))
  const parts = lower.split(/[^a-z0-9_.*-]+/).flatMap((part) => [part, ...part.split(/[._-]+/)])
  const single = short.replace(/s$/, '')
  return (
    short.length > 2 &&
    (lower.includes(`/${short}/`) || parts.some((part) => part === short || part.replace(/s$/, '') === single))
  )
}

/** "Only touch src/api": writing or deleting elsewhere crosses it. The latest such sentence counts. */
function onlyThere(turns: readonly HumanTurn[], action: Action): Boundary | undefined {
  const turn = turns.findLast((candidate) => ONLY.test(candidate.names))
  const match = turn && ONLY.exec(turn.names)
  const places = tokensOf(match?.[1] ?? '').filter((token) => /[/.]/.test(token) && /[a-z]/.test(token))
  if (!match || places.length === 0) return undefined
  const strays = action.effects.some(
    (effect) =>
      (effect.kind === 'write-path' || effect.kind === 'delete-path') &&
      effect.certainty !== 'possible' &&
      (effect.path.zone === 'project' || effect.path.zone === 'project-root') &&
      !places.some((place) =>
        (effect.path.real ?? effect.path.text).toLowerCase().includes(place.replace(/^\.\/|\/$|\*+$/g, '')),
      ),
  )
  return strays ? { words: match[0].slice(0, 120) } : undefined
}

/** "Don't edit anything outside src/api" is a fence around src/api. */
const OUTSIDE = /\boutside\b/
const ONLY =
  /(?:(?:\bnot|n't|\bnever) (?:touch|edit|modify|change|write|update|create|delete)[^.;\n]{0,40}? outside(?: of)?|\bonly (?:touch|edit|modify|change|update|work (?:on|in))|\b(?:limit|restrict|confine) (?:yourself|changes|edits|your changes|your edits|the changes) to|\bkeep (?:the |your |all )?(?:changes|edits) (?:contained |limited )?(?:to|in|within|inside))\s+([^\n;]{2,160})/

/** The boundary that the people in this conversation stated and this Action would cross. */
export function boundaryAgainst(action: Action, transcript: Transcript): Boundary | undefined {
  const first = transcript.findIndex((entry) => mayBound(entry) && boundingTurns([entry]).some(bounds))
  return first < 0 ? undefined : boundaryOf(boundingTurns(transcript.slice(first)), action)
}

/** Does it rule anything out? What was said before the first such turn can lift nothing. */
function bounds(turn: HumanTurn): boolean {
  return prohibitionsOf(turn).length > 0 || ONLY.test(turn.names)
}
