import type { Effect } from '../../analysis/effects.ts'
import { partsOf, type Target, type TargetPart } from '../../analysis/target.ts'
import { QUANTIFIER } from '../../knowledge/lexicon/common-words.ts'
import { environmentsIn } from '../../knowledge/lexicon/deployment-environments.ts'
import { KIND_PHRASES } from '../speech/kind-phrases.ts'
import { numberIds, tokensOf } from '../speech/tokens.ts'

const PATH_PREFIX = /^(?:~\/|\.\/|\/)+/

const withoutScope = (token: string) => (token.startsWith('@') ? token.replace(/^@[\w.-]+\/(?=[\w.-]+$)/, '') : token)

/** Is one of these spellings named in the text? Names stand alone: `src` is not named by `src/index.ts`. */
export function isNamed(text: string, spellings: readonly string[]): boolean {
  const lower = text.toLowerCase()
  const scoped = spellings.some((spelling) => spelling.startsWith('@'))
  // A package goes by its folder too: without a scope there, none tells it apart.
  const tokens = scoped ? tokensOf(lower) : tokensOf(lower).map(withoutScope)
  return spellings.some((spelling) => {
    const wanted = spelling.toLowerCase().replace(/\/+$/, '')
    if (wanted === '') return false
    // One of several words stands alone in the text itself.
    if (/[^\p{L}\p{N}_.\-/~@:+*$#\\{}^]/u.test(wanted))
      return new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(wanted)}(?![\\p{L}\\p{N}])`, 'u').test(lower)
    return tokens.some((token) => tokenNames(token, wanted))
  })
}

/** A token names a thing in full, by the end of its path, or by a path above it. */
function tokenNames(token: string, wanted: string): boolean {
  if (token === wanted) return true
  const short = token.replace(PATH_PREFIX, '')
  const full = wanted.replace(PATH_PREFIX, '')
  if (short === '') return false
  // People leave out the letter of `v2.1.0`, or add it.
  if (/^v?\d+\.\d/.test(full) && short.replace(/^v/, '') === full.replace(/^v/, '')) return true
  // `@acme/cart@1.2` names @acme/cart, `origin/topic` topic, an address what it ends in.
  if (
    short.startsWith(`${full}@`) ||
    (full.includes('/') && short.startsWith(`${full}:`)) ||
    /^(?:origin|upstream|fork)$/.test(short.slice(0, -full.length - 1))
  )
    return true
  if (short.includes('://') && new RegExp(`/${escapeRegExp(full)}(?:@|\\.git|$)`).test(short)) return true
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

export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Words that may follow the noun that a text speaks of; any other makes it say which: "the cron parser" is a parser. */
const AFTER_NOUN_WORDS =
  'for|to|on|in|into|at|of|with|that|which|who|and|or|from|as|by|via|now|please|pls|again|too|so|when|because|but|then|today|this time|once|here|there|is|are|every|daily|hourly|off|entry|entries|job|jobs|line|lines|file|files|rules?|checks?|config|hook|hooks|service|server|daemon|unit'

/** Is one of these nouns what the text speaks of? */
export function isHeadNamed(text: string, spellings: readonly string[]): boolean {
  return spellings.some(
    (each) =>
      isNamed(text, [each]) &&
      (!/^[a-z][a-z -]*$/i.test(each) ||
        new RegExp(
          `\\b${escapeRegExp(each.toLowerCase())}s?\\b(?! (?!(?:${AFTER_NOUN_WORDS})\\b)[a-z]{2,}(?![\\w/-]|\\.\\w))`,
        ).test(text)),
  )
}

const QUANTIFIER_OR_PLURAL =
  /\b(?:all|every|everything|each|any|whole|entire|completely|both|them|these|those|\w{3,}s)\b/
/** Things that are one by their name, whatever they hold. */
const WHOLE_TARGET_KINDS: ReadonlySet<Target['kind']> = new Set(['path', 'bucket', 'data'])

export function isWholeTarget(target: Target): boolean {
  if (target.kind === 'resource') return target.name === '' || target.amount === 'all'
  if (target.kind === 'local-work') return target.what !== 'branch' || target.amount !== 'all'
  if (target.kind === 'cluster') return target.name !== '' && target.amount === 'all'
  return WHOLE_TARGET_KINDS.has(target.kind)
}

/** What is known of the place that "my branch" stands for, and all that was said in the turn. */
export interface SpeechContext {
  readonly branch?: string | undefined
  readonly turn?: string
}

/** Does a text name this very target: each part that tells it apart, and how much of it? */
export function namesTarget(text: string, target: Target, here: SpeechContext = {}): boolean {
  // "The repository" is the one that one works in.
  if (target.kind === 'record' && target.type === 'repository' && target.repository === '')
    return /\brepo(?:sitory)?\b/.test(text)
  if (isOtherSide(text, target, here.turn ?? '') || isOtherRoot(text, target)) return false
  // What lies in a bucket is not the bucket.
  if (target.kind === 'bucket' && target.prefix === '' && text.includes(`${target.bucket}/*`)) return false
  const needed = partsOf(target).filter(({ required }) => required)
  // One object that is named needs no bucket, unless some bucket is named.
  const within = target.kind === 'bucket' && target.prefix !== '' ? `${target.bucket}/`.toLowerCase() : ''
  const isAlone = target.amount === 'one' && !PLACE_MENTION.test(text)
  const free = within !== '' && (isAlone || text.includes(within)) ? 'bucket' : ''
  const isSaid = (part: TargetPart) => part.role === free || isPartNamed(text, part, here)
  if (needed.length === 0 || !needed.every(isSaid)) return false
  if (target.amount === 'one') return true
  // Somebody who means the newest, or just one, does not mean all of them.
  if (QUALIFIER.test(text) && !(target.kind === 'data' && target.amount === 'several')) return false
  // All there are, nobody means who says which; and who means all says so.
  if (target.amount === 'all' && !isWholeTarget(target))
    return (target.kind === 'container' ? QUANTIFIER_OR_PLURAL : QUANTIFIER).test(text) && !AFFIX_PHRASE.test(text)
  return isWholeTarget(target) || QUANTIFIER_OR_PLURAL.test(text)
}

/** A bucket, or any place, is spoken of. */
const PLACE_MENTION =
  /:\/\/|\bbucket\b|\s(?:from|in|into|to|on|of|at|inside) (?!(?:the |our |my )?(?:s3|gcs|minio|r2|b2|aws|cloud|storage|object store)\b)/

/** A part of what is there, by a word that says so. */
const QUALIFIER =
  /\b(?:(?:older|newer|larger|smaller|more|less) than|oldest|newest|latest|last|first|largest|smallest|completed|finished|failed|evicted|expired|unused|duplicates?|stash@\{|(?:just|only|exactly) (?:the|this|that|one|a)\b|a single|(?<!every )one of)/
const LOCAL_WORDS = /\b(?:local(?:ly)?|here|(?:this|my) (?:clone|machine|checkout))\b/
const REMOTE_WORDS = /\b(?:remotes?|origin|upstream|github|gitlab|server|shared)\b/
const BOTH_WORDS = /\b(?:both|everywhere|as well|too)\b/

/** Is the thing here meant, or the one that others share? What an order leaves open its turn may tell. */
function sideOf(text: string, turn: string): 'here' | 'there' | 'both' | 'open' {
  const [here, there] = [LOCAL_WORDS.test(text), REMOTE_WORDS.test(text)]
  if (BOTH_WORDS.test(text) || (here && there)) return 'both'
  if (here) return 'here'
  return there || /\b(?:shared|remote|origin)\b/.test(turn) ? 'there' : 'open'
}

/** "The local one" is not the one on the remote, nor the other way round. */
function isOtherSide(text: string, target: Target, turn: string): boolean {
  if (target.kind === 'ref') return sideOf(text, turn) === 'here'
  return target.kind === 'local-work' && /^(?:branch|tag)$/.test(target.what) && sideOf(text, turn) === 'there'
}

/** `var/log` is a folder of the project, not the machine's: whoever means that says where it begins, or a name like no other. */
function isOtherRoot(text: string, target: Target): boolean {
  if (target.kind !== 'path' || target.path.zone !== 'system') return false
  const place = (target.path.real ?? target.path.text).toLowerCase()
  if (!text.includes('/') && /[\d_-][^/]*(?:\/\*)?$/.test(place)) return false
  const above = tokensOf(text).filter((token) => /^\/\w/.test(token))
  return !above.some((token) => `${place}/`.startsWith(`${token.replace(/\/?\*.*$/, '')}/`) || place === token)
}

const MY_BRANCH = /\b(?:my|this|the|our|current|feature)(?: (?:current|feature|own|working))* branch\b/

export function isPartNamed(text: string, part: TargetPart, { branch }: SpeechContext): boolean {
  const { names: spellings, short = [], role } = part
  if (short.length > 0 && isHeadNamed(text, short)) return true
  if (role === 'ref' && MY_BRANCH.test(text) && branch !== undefined && spellings.includes(branch)) return true
  if (role === 'id' && spellings.some((id) => /^\d+$/.test(id))) return spellings.some((id) => isIdNamed(text, id))
  const plural = /^(?:type|what)$/.test(role) ? spellings.flatMap((name) => [`${name}s`, `${name}es`]) : []
  return (
    isCommitCount(text, spellings[0] ?? '') ||
    isNamed(text, [...spellings, ...plural]) ||
    spellings.some(
      (name) =>
        (role !== 'name' && KIND_PHRASES.get(name.toLowerCase())?.test(text)) ||
        ((QUANTIFIER_OR_PLURAL.test(text) || /\w\*/.test(text)) && matchesPattern(text, name)),
    )
  )
}

/** A bare number is an id only where something says so: "PR 12", "#12", "on 12", not "12 components". */
function isIdNamed(text: string, id: string): boolean {
  const number = id.replace(/^[#!]/, '')
  const said = new RegExp(
    `(?:[#!]|\\b(?!(?:of|about|last|first|these|those|all|some|any|over|under|than|the|to|for|with) )[a-z-]+ (?:#|number |no\\.? )?|\\b(?:to|on) #?)${number}(?![\\w.]| \\w{3,}s\\b)`,
  )
  return said.test(numberIds(text))
}

const AFFIX_PHRASE = /\b(start|begin|prefix|end)\w* (?:with|by|in) [`"']?([^\s`"',;]+)/

/** "All branches starting with tmp-", "every job that ends in -old", `dependabot/*`. */
function matchesPattern(text: string, named: string): boolean {
  const name = named.toLowerCase()
  const [, where, part = ''] = AFFIX_PHRASE.exec(text) ?? []
  const affix = part.replace(/^\*|[.*]+$/g, '')
  if (affix !== '' && (where === 'end' ? name.endsWith(affix) : name.startsWith(affix))) return true
  return tokensOf(text).some((token) => /^[^*]{2,}\*$/.test(token) && name.startsWith(token.slice(0, -1)))
}

const NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** `HEAD~2` is "the last two commits". */
function isCommitCount(text: string, name: string): boolean {
  const back = /^head(?:~(\d)|\^)$/i.exec(name)
  if (!back) return false
  const count = Number(back[1] ?? 1)
  const said = /\b(?:last|latest|previous|top) (?:(\w+) )?commits?\b/.exec(text)
  return (
    said !== null &&
    (said[1] === undefined ? count === 1 : said[1] === String(count) || said[1] === NUMBER_WORDS[count])
  )
}

/** Was another stage said than the one that the call, the effect or its names tell, or none where that is production? */
export function isOtherEnvironment(said: string, call: string, effect: Effect, names = ''): boolean {
  const told = environmentsIn(said)
  // A tool without stages counts as production: nobody has to say so where the call does not.
  const stage = 'environment' in effect && effect.kind !== 'resource-change' ? effect.environment : ''
  const own = new Set([...environmentsIn(call), ...environmentsIn(`${stage} ${names}`)])
  if (own.has('production') && !told.has('production')) return true
  return told.size > 0 && own.size > 0 && ![...own].some((each) => told.has(each))
}

/** Words for places: what stands beside one is its name. */
const PLACE_NOUNS =
  'namespace|context|profile|subscription|tenant|cluster|database|db|schema|region|project|repository|repo|org|organization|account|bucket|table|channel|queue|workflow|branch|group|jail|zone'
const NAME_BESIDE_PLACE = new RegExp(
  `\\b(?:on|to|from|onto|of) (origin|upstream|fork)\\b|(?:([\\w.@/-]+) )?(?<![\\w-])(?:${PLACE_NOUNS})(?![\\w-]|:\\w)(?: (?:named |called )?([\\w.@/-]+))?`,
)
const NOT_A_NAME =
  /^(?:the|a|an|my|our|your|this|that|these|those|same|right|its|it|in|on|of|and|or|to|for|with|is|are|as|at|by|from|into|default|current|whole|entire|each|every|all|one|local|remote|other|correct|old|new|stale|shared|dead|only|please|pls|now|again|too|first|root|prefix|incl|including|excluding|without|den|die|das|der|dem|la|le|les|el|los|del|du|des|de|al|k8s|w|django|rails|laravel|postgres(?:ql)?|mysql|mariadb|mongo(?:db)?|redis|sqlite|even|though|here|there|[a-z]+ly|[a-z]+ed|\w+ing)\.?$/
/** Two words that English writes as one. */
const COMPOUND_WORD =
  /^(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|re|pre|non|co|self|e|up|un|auto|force|read|one|long|short|well|left|right|end|half|cherry)-|-(?:up|down|off|in|out|only|based|side|wide|term|by|of|to|end|free|run|pick|push|approve|merge|lease|ons?|safe)$/

/** When, not what. */
const TIME_OF_DAY = /^\d{1,2}(?::\d\d(?::\d\d)?)?(?:am|pm|h)$|^\d{1,2}:\d\d$/

/** `src/`, and nothing behind it. */
const FOLDER_NAME = /(?<![\p{L}\p{N}./~_-])[\p{L}\p{N}_.@:+*$#-]+(?=\/(?!\w))/gu

/** Words that are names: quoted ones, those of an odd shape, and the branches everybody has. */
export function namesIn(text: string): readonly string[] {
  const quoted = [...text.matchAll(/`([^`]{1,120})`/g)].map(([, name = '']) => name.toLowerCase())
  const plain = text.replace(/`[^`]*`/g, ' ')
  const folders = new Set(plain.match(FOLDER_NAME))
  const odd = tokensOf(plain).filter(
    (token) =>
      (/^[\w~.*/@#+:$-]{2,}$/.test(token) &&
        (/[/\d_*$]|\w\.\w|^\.\w|\w@\w/.test(token) || (/\w-\w/.test(token) && !COMPOUND_WORD.test(token)))) ||
      (token.length > 1 && folders.has(token)) ||
      /^(?:main|master|\d+)$/.test(token),
  )
  return [...quoted, ...odd.filter((token) => token !== 'k8s' && !TIME_OF_DAY.test(token))]
}

/** Where something else begins: another place, another means. `9001 to 9003` is one thing, and what it is a part of tells no other. */
const PHRASE_BOUNDARY =
  /\s(?=(?:in|on|from|for|at|with|under|into|onto|as|by|via|against|inside|within|using|through|of|over)\s)|(?<!\d)\s(?=to\s)|,\s(?=(?:channel|track|version)\s)|[();]|:\s/

/**
 * Is every thing that an order names, its verb first, a part of this call? "Apply it in infra/dev" is not asked of infra/prod.
 * Of a list one is enough: the rest may be calls of their own.
 */
export function allNamesInCall(order: string, call: string): boolean {
  // How the names of several begin or end is held against each of them.
  return order
    .replace(AFFIX_PHRASE, (whole, _, affix: string) => (call.includes(affix.replace(/\W+$/, '')) ? ' ' : whole))
    .replace(/^\S+/, '')
    .split(PHRASE_BOUNDARY)
    .every((phrase) => phraseInCall(phrase, call))
}

/** The same of what "it" stands for: one of its names, and where it was said to be; the rest may be about anything. */
export function referentInCall(meant: string, call: string): boolean {
  const names = namesIn(meant)
  const places = meant.split(PHRASE_BOUNDARY).filter((phrase) => /^(?:in|on|at|from|inside|within|under) /.test(phrase))
  return (
    (names.length === 0 || names.some((name) => containsName(call, name))) &&
    places.every((place) => phraseInCall(place, call))
  )
}

/** Do a word and the one for a place behind it stand as one in the call, between delimiters? */
function isOneWord(before: string, item: string, call: string): boolean {
  if (!/^[a-z]{3,20}$/.test(before)) return false
  const [, place] = new RegExp(`(?<![\\w-])${before} ([a-z]+)`).exec(item) ?? []
  return place !== undefined && new RegExp(`(?<![a-z0-9])${before}${place}(?![a-z0-9])`).test(call)
}

/** One item of a list is enough, but all of its names. */
function phraseInCall(phrase: string, call: string): boolean {
  // "Of namespace a" tells where it is; "of PR 12" tells about it, and is no part of the call.
  const namesOf = phrase.startsWith('of ') ? () => [] : namesIn
  const items = phrase
    .split(/,\s|\s(?:and|or|plus)\s|\s&\s/)
    .filter((item) => namesOf(item).length > 0 || NAME_BESIDE_PLACE.test(item))
  return (
    items.length === 0 ||
    items.some((item) => {
      // "Time zone" where the call says `set-timezone`: one word, and no place with a name.
      const places = [...item.matchAll(new RegExp(NAME_BESIDE_PLACE, 'g'))].filter(
        ([, , before = '', after]) =>
          !isOneWord(before, item, call) || (after !== undefined && !NOT_A_NAME.test(after)),
      )
      const beside = places.map(([, ...sides]) =>
        sides.filter(
          (name) =>
            name !== undefined && !NOT_A_NAME.test(name) && (/\W/.test(name) || environmentsIn(name).size === 0),
        ),
      )
      return (
        // "The cleanup-auth branches": several things by what their names share.
        namesOf(item).every(
          (name) =>
            (AFFIX_PHRASE.exec(item)?.[2]?.replace(/[.:,/-]+$/, '') === name && call.includes(name)) ||
            containsName(call, name, new RegExp(`${escapeRegExp(name)} \\w+s\\b`).test(item)),
        ) && beside.every((sides) => sides.length === 0 || sides.some((name) => containsName(call, name)))
      )
    })
  )
}

/** How a name goes on: a version ends where a file's ending begins, and whoever writes `x*` leaves it open. */
const NAME_CONTINUATION = {
  open: /^(?!)/,
  version: /^(?!\.[a-z]|-(?:py|cp)\d)(?:[\p{L}\p{N}_-]|\.\d)/u,
  inside: /^[\p{L}\p{N}]/u,
  name: /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u,
} as const

/** Does a text hold a name between delimiters: `feat/x` in `HEAD:feat/x`, `12` in `#12`, `1.2` in `v1.2`? */
function containsName(call: string, name: string, loose = false): boolean {
  const [, remote, rest] = /^(origin|upstream|fork)\/(.+)$/.exec(name) ?? []
  if (remote !== undefined && rest !== undefined) return containsName(call, remote) && containsName(call, rest)
  // A folder and a file in it may stand apart.
  const [, folder, file] = /^(.+)\/([\w-]+\.[a-z]\w*)$/.exec(name) ?? []
  if (folder !== undefined && file !== undefined && containsName(call, folder) && containsName(call, file)) return true
  // A package's folder goes by its name alone.
  const wanted = name.replace(/^@[\w.-]+\//, '').replace(/^(?:[#!@$~./]|v(?=\d))+|[/*.:]+$/g, '')
  if (wanted === '') return true
  if (/^\d+x+$/.test(wanted)) return new RegExp(`(?<![a-z0-9])${wanted.replace(/x/g, '\\d')}(?![a-z0-9])`).test(call)
  for (let at = call.indexOf(wanted); at >= 0; at = call.indexOf(wanted, at + 1)) {
    const before = call.slice(Math.max(at - 2, 0), at).replace(/(?<![a-z])v$/, '')
    // A number inside a name stands for it, one that the name begins with does not: `job-12-a` is 12, `12-rc` is another.
    const inside = loose || (/^\d+$/.test(wanted) && before.endsWith('-'))
    const version = /^\d+\.\d+[\d.]*$/.test(wanted)
    const goesOn = name.endsWith('*')
      ? NAME_CONTINUATION.open
      : version
        ? NAME_CONTINUATION.version
        : inside
          ? NAME_CONTINUATION.inside
          : NAME_CONTINUATION.name
    const joined = loose || version || /^\d+$/.test(wanted) ? /[\p{L}\p{N}]$/u : /[\p{L}\p{N}_-]$/u
    if (!joined.test(before) && !goesOn.test(call.slice(at + wanted.length))) return true
  }
  return false
}
