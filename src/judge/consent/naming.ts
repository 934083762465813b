import { type Part, partsOf, type Target } from '../../analysis/target.ts'

const TOKEN = /[\p{L}\p{N}_.\-/~@:+*$#\\{}^]+/gu
const BARE = /^(?:~\/|\.\/|\/)+/

/** The texts looked at last: one call compares many names with the same words. */
const recent = new Map<string, readonly string[]>()
const MAX_RECENT = 16

/** The words of a text that could be names, lower case, without closing punctuation. */
export function tokensOf(text: string): readonly string[] {
  const known = recent.get(text)
  if (known) return known
  const tokens = (text.toLowerCase().match(TOKEN) ?? [])
    .map((token) => token.replace(/[.:,/-]+$/, '').replace(/^[.:]+(?=[\w]*$)/, (dots) => (dots === '.' ? '.' : '')))
    .flatMap((token) => [token, ...hostIn(token)])
    .filter((token) => token !== '')
  if (recent.size >= MAX_RECENT) recent.clear()
  recent.set(text, tokens)
  return tokens
}

/** An address names its host: `https://get.acme.io/i.sh` names get.acme.io. */
function hostIn(token: string): readonly string[] {
  const host = /^[a-z][a-z0-9+.-]{1,11}:\/\/(?:[^/@]{0,80}@)?([a-z0-9.-]{1,253})/.exec(token)?.[1]
  if (host?.includes('.')) return [host]
  // `s3://bucket/some/prefix` names the bucket and what is in it.
  const [, bucket, prefix = ''] = /^[a-z][a-z0-9]{1,11}:\/\/([\w.-]+)(?:\/(.*))?$/.exec(token) ?? []
  if (bucket !== undefined) return [bucket, prefix.replace(/\/+$/, '')]
  // `deploy@web1.acme.io:/srv` names the machine too.
  const machine = /^[\w.+-]+@([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::.*)?$/.exec(token)?.[1]
  return machine === undefined ? [] : [machine]
}

/** Is one of these spellings named in the text? Names stand alone: `src` is not named by `src/index.ts`. */
export function isNamed(text: string, spellings: readonly string[]): boolean {
  const lower = text.toLowerCase()
  const tokens = tokensOf(lower)
  return spellings.some((spelling) => {
    const wanted = spelling.toLowerCase().replace(/\/+$/, '')
    if (wanted === '') return false
    if (/[^\p{L}\p{N}_.\-/~@:+*$#\\{}^]/u.test(wanted)) return standsAlone(lower, wanted)
    return tokens.some((token) => names(token, wanted))
  })
}

/** A token names a thing in full, by the end of its path, or by a path above it. */
function names(token: string, wanted: string): boolean {
  if (token === wanted) return true
  const short = token.replace(BARE, '')
  const full = wanted.replace(BARE, '')
  if (short === '') return false
  // `@acme/cart@1.2` names @acme/cart, `origin/topic` topic, an address what it ends in.
  if (short.startsWith(`${full}@`) || /^(?:origin|upstream|fork)$/.test(short.slice(0, -full.length - 1))) return true
  if (short.includes('://') && new RegExp(`/${escaped(full)}(?:@|\\.git|$)`).test(short)) return true
  if (short === full || (short.length > 2 && full.endsWith(`/${short}`))) return true
  if (short.includes('/') && (full.startsWith(`${short}/`) || full.includes(`/${short}/`))) return true
  return isNumberOf(short, full)
}

/** `4711` and the range `47xx` name what carries such a number between delimiters. */
function isNumberOf(token: string, wanted: string): boolean {
  const number = /^#?(\d{1,11}x{1,6}|\d{3,12})$/.exec(token)?.[1]
  if (number === undefined || number.length < 3 || wanted === number) return number === wanted
  return new RegExp(`(?<![a-z0-9])${number.replace(/x/g, '\\d')}(?![a-z0-9])`).test(wanted)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function standsAlone(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const before = text[at - 1] ?? ' '
    const after = text[at + phrase.length] ?? ' '
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true
  }
  return false
}

const MANY = /\b(?:all|every|everything|each|any|whole|entire|completely|both|them|these|those|\w{3,}s)\b/
/** Things that are one by their name, whatever they hold. */
const WHOLE: ReadonlySet<Target['kind']> = new Set(['path', 'bucket', 'local-work', 'data'])

export function isWhole(target: Target): boolean {
  if (target.kind === 'resource') return target.name === '' || target.amount === 'all'
  if (target.kind === 'cluster') return target.name !== '' && target.amount === 'all'
  return WHOLE.has(target.kind)
}

const PATH_LIKE = /\w\/\w|\w\.[a-z]{1,5}\b/

/** What is known of the place that "here" and "my branch" stand for, and all that was said in the turn. */
export interface Here {
  readonly branch?: string | undefined
  readonly said?: string
}

/** Does a text name this very target: each part that tells it apart, and how much of it? */
export function namesTarget(text: string, target: Target, here: Here = {}): boolean {
  // "The repository" is the one that one works in.
  if (target.kind === 'record' && target.type === 'repository' && target.repository === '')
    return /\brepo(?:sitory)?\b/.test(text)
  if (target.kind === 'ref' && LOCALLY.test(text) && !REMOTELY.test(text)) return false
  const parts = partsOf(target)
  const needed = parts.filter(({ required }) => required)
  const isSaid = (part: Part) => isPartNamed(text, part, here) || (part.role === 'bucket' && isOneObject(target, text))
  if (needed.length === 0 || !needed.every(isSaid)) return false
  if (target.amount !== 'one' && !isWhole(target) && !MANY.test(text)) return false
  // "My changes in a.ts" are not all changes.
  if (target.kind === 'local-work' && /^(?:\.|head|)$/i.test(target.ref) && PATH_LIKE.test(text)) return false
  // One stash, one database by its number: not all of them.
  if (target.amount === 'all' && /stash@\{|\bdb \d/.test(text) && /^(?:local-work|data)$/.test(target.kind))
    return false
  if (target.kind === 'bucket' && target.prefix === '' && (WITHIN.test(text) || text.includes(`${target.bucket}/`)))
    return false
  // `var/log` is a folder of the project, not the machine's.
  if (
    target.kind === 'path' &&
    target.path.zone === 'system' &&
    !text.includes(rootOf(target.path.real ?? target.path.text))
  )
    return false
  const said = `${text} ${here.said ?? ''}`
  if (target.kind === 'ref' && KEEPS_REMOTE.test(said)) return false
  if (target.amount !== 'one' && target.kind !== 'local-work' && QUALIFIED.test(text)) return false
  if (parts.some((part) => isAnother(said, part)) || isOtherVersion(target, said)) return false
  if (target.kind === 'local-work' && /\bshared\b/.test(said)) return false
  const all = parts.flatMap(({ names: spellings }) => spellings.slice(0, 1))
  const exact = needed.every(({ names: spellings }) => spellings.some((name) => isSpelled(text, name)))
  if (!exact && isProductionUnsaid(said, all)) return false
  return !all.some((name) => isElsewhere(said, name) && !isSpelled(text, name))
}

const KEEPS_REMOTE = /\b(?:keep|leave|not)\b[^.;]{0,40}\b(?:remote|origin)\b/
/** "The newest", "those older than a week": not all of them. */
const QUALIFIED =
  /\b(?:older than|newer than|oldest|newest|latest|largest|smallest|completed|finished|failed|evicted|expired|unused|duplicates?)\b/

const PLACES = 'namespace|context|cluster|database|region|project|app|repository'
const STOP =
  /^(?:the|a|an|my|our|your|this|that|same|right|its|in|on|of|and|to|for|with|is|are|from|default|current|whole|each|every|one|local|remote|production|staging|dev|other|correct)$/

/** "In the namespace research" was said, and this is the namespace prod; "on origin", and this is upstream. */
function isAnother(said: string, { role, names: spellings }: Part): boolean {
  const own = (name: string | undefined) =>
    name === undefined || spellings.some((spelling) => spelling.toLowerCase() === name)
  if (role === 'remote') {
    const remote = /\b(?:on|to|from) (?:the )?[`']?(origin|upstream|fork)\b/.exec(said)?.[1]
    return spellings.length > 0 && !own(remote)
  }
  if (!PLACES.split('|').includes(role)) return false
  const before = new RegExp(`\\b${role}s? (?:named |called )?[\`'"]?([\\w.-]+)`).exec(said)?.[1]
  const after = new RegExp(`([\\w.-]+)[\`'"]? ${role}\\b`).exec(said)?.[1]
  const told = [before, after].filter((name) => name !== undefined && !STOP.test(name))
  return told.length > 0 && spellings.length > 0 && !told.some(own)
}

/** "Version 1.0.1 of x" is not all of x. */
function isOtherVersion(target: Target, said: string): boolean {
  const version = /\bversion [`'"]?v?(\d[\w.-]*)/.exec(said)?.[1]
  return target.kind === 'package' && version !== undefined && target.version.replace(/^v/, '') !== version
}

/** Stands the name itself there, and not only its number or a path above it? */
function isSpelled(text: string, name: string): boolean {
  const plain = name.toLowerCase().replace(/\/+$/, '')
  return plain !== '' && text.toLowerCase().includes(plain)
}

/** One object that is named needs no bucket, unless some bucket is named. */
function isOneObject(target: Target, text: string): boolean {
  return target.kind === 'bucket' && target.amount === 'one' && target.prefix !== '' && !/:\/\/|\bbucket\b/.test(text)
}

const WITHIN = /\b(?:prefix|folder|objects?|files?|under|below)\b/
const rootOf = (path: string): string => path.replace(/\/?\*.*$/, '').toLowerCase()
const LOCALLY = /\blocal(?:ly)?\b/
export const REMOTELY = /\b(?:remotes?|origin|upstream|both|everywhere|github|gitlab|server|shared|as well|too)\b/
const MY_BRANCH = /\b(?:my|this|the|our|current|feature)(?: (?:current|feature|own|working))* branch\b/

function isPartNamed(text: string, { names: spellings, role }: Part, { branch }: Here): boolean {
  if (role === 'ref' && MY_BRANCH.test(text) && branch !== undefined && spellings.includes(branch)) return true
  if (role === 'id' && spellings.some((id) => /^\d+$/.test(id))) return spellings.some((id) => isIdNamed(text, id))
  const plural = role === 'type' ? spellings.map((name) => `${name}s`) : []
  return (
    isCounted(text, spellings[0] ?? '') ||
    isNamed(text, [...spellings, ...plural]) ||
    spellings.some((name) => isKindNamed(text, role, name) || (MANY.test(text) && isMatched(text, name)))
  )
}

/** A bare number is an id only where something says so: "PR 12", "#12", "on 12", not "12 components". */
function isIdNamed(text: string, id: string): boolean {
  const number = id.replace(/^[#!]/, '')
  if (!/^\d+$/.test(number)) return isNamed(text, [id])
  const said = new RegExp(
    `(?:[#!]|\\b(?!(?:of|about|last|first|these|those|all|some|any|over|under|than|the|to|for|with) )[a-z-]+ (?:#|number |no\\.? )?|\\b(?:to|on) #?)${number}(?![\\w.]| \\w{3,}s\\b)`,
  )
  return said.test(text)
}

const BEGINNING = /\b(?:start|begin|prefix)\w* (?:with|by|in) [`"']?([^\s`"',;]+)/
const ENDING = /\bend\w* (?:with|in) [`"']?([^\s`"',;]+)/

/** "All branches starting with tmp-", "every job that ends in -old", `dependabot/*`. */
function isMatched(text: string, name: string): boolean {
  const start = BEGINNING.exec(text)?.[1]?.replace(/[.*]+$/, '')
  if (start !== undefined && start !== '' && name.toLowerCase().startsWith(start)) return true
  const end = ENDING.exec(text)?.[1]?.replace(/^\*|[.]$/g, '')
  if (end !== undefined && end !== '' && name.toLowerCase().endsWith(end)) return true
  return tokensOf(text).some((token) => /^[^*]{2,}\*$/.test(token) && name.toLowerCase().startsWith(token.slice(0, -1)))
}

const COUNTS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** `HEAD~2` is "the last two commits". */
function isCounted(text: string, name: string): boolean {
  const back = /^head(?:~(\d)|(\^+))$/i.exec(name)
  if (!back) return false
  const count = back[1] === undefined ? (back[2]?.length ?? 1) : Number(back[1])
  const said = /\b(?:last|latest|previous|top) (?:(\w+) )?commits?\b/.exec(text)
  return said !== null && (said[1] === undefined ? count === 1 : said[1] === String(count) || said[1] === COUNTS[count])
}

/** Kinds that people call by other words. Each is the same thing, in the form a reader states it. */
const CALLED: ReadonlyMap<string, RegExp> = new Map([
  [
    'worktree',
    /\b(?:uncommitted|unstaged|local|pending|working|my|your|the|all) (?:\w+ )?(?:changes|work|edits|modifications|copy|tree)\b|\b(?:worktree|working (?:tree|copy|directory))\b|\bchanges\b/,
  ],
  ['untracked', /\buntracked\b|\bnew files\b|\b(?:doesn't|does not|not) track/],
  ['commits', /\bcommits?\b|\bhead\b/],
  ['branch', /\bbranch(?:es)?\b/],
  ['stash', /\bstash(?:es)?\b/],
  ['reflog', /\breflog\b/],
  ['history', /\bhistory\b/],
  ['tag', /\btags?\b/],
  ['repository', /\brepo(?:sitory)?\b/],
  ['pr', /\bprs?\b|\bpull[- ]requests?\b|\bmrs?\b|\bmerge[- ]requests?\b/],
  ['issue', /\bissues?\b|\btickets?\b|\bbugs?\b/],
  ['comment', /\bcomments?\b|\brepl(?:y|ies)\b/],
  ['release', /\breleases?\b/],
  ['production', /\bprod(?:uction)?\b|\blive\b/],
  ['database', /\b(?:database|db)\b/],
])

function isKindNamed(text: string, role: string, name: string): boolean {
  const called = CALLED.get(name.toLowerCase())
  return called !== undefined && role !== 'name' && called.test(text)
}

const STAGES: ReadonlyMap<string, string> = new Map(
  (
    'prod=production production=production prd=production live=production staging=staging stage=staging stg=staging dev=development ' +
    'development=development develop=development test=test testing=test qa=test preview=preview sandbox=sandbox shared=shared'
  )
    .split(' ')
    .map((pair) => pair.split('=', 2) as [string, string]),
)
const NOT_PRODUCTION = /\b(?:non-?prod(?:uction)?|low(?:er)?[- ]risk)\b/g

function stagesIn(text: string): ReadonlySet<string> {
  const lower = text.toLowerCase()
  const words = lower.replace(NOT_PRODUCTION, ' development ').split(/[^a-z]+/)
  return new Set(words.flatMap((word) => STAGES.get(word) ?? []))
}

/** Does the text name a stage, and the thing carry another one? What others share is production to whoever shares it. */
export function isElsewhere(text: string, name: string): boolean {
  const own = stagesIn(name)
  const said = stagesIn(text)
  if (own.size === 0 || said.size === 0) return false
  return ![...own].some((stage) => said.has(stage) || (stage === 'production' && said.has('shared')))
}

/** Is this close to home where production was said, or the other way round? Which of the near stages is left open. */
export function isOtherSide(said: string, stage: string): boolean {
  const told = stagesIn(said)
  const live = told.has('production') || told.has('shared')
  return told.size > 0 && (stage === 'production' ? !live : live && told.size === 1)
}

/** A number tells which, not where: production must be said. */
function isProductionUnsaid(text: string, names: readonly string[]): boolean {
  const said = stagesIn(text)
  const isLive = names.some((name) => stagesIn(name).has('production'))
  return isLive && !said.has('production') && !said.has('shared')
}
