import { CHANGE, DISCARD, STOP } from '../../categories/acts.ts'
import type { Finding } from '../../categories/category.ts'
import { identifiersOf, isNamed } from './names.ts'
import type { Order, Said } from './orders.ts'
import { forms, tellingWords } from './words.ts'

const firstWords = (acts: readonly string[]): ReadonlySet<string> =>
  new Set(acts.flatMap((act) => forms(act.split(' ', 1)[0] ?? '')))
/** Acts that end what they are done to: their object must be the thing itself. */
const ENDING = firstWords([...DISCARD, ...STOP, 'destroy', 'truncate', 'flush', 'uninstall', 'terminate'])
const CHANGING = firstWords([...CHANGE, 'document', 'make', 'set'])

/** Nouns for what is written about a thing. */
const WRITTEN =
  'references?|mentions?|links?|pointers?|comments?|docs?|documentation|tests?|notes?|todos?|lines?|examples?|sections?|paragraphs?|sentences?|snippets?|warnings?|errors?|bugs?|issues?|typos?|readme|changelog|guide|tutorial|explanation|description|entry|entries|spec|specs|strings?|words?|text|page|template|story|stories'
const ABOUT = new RegExp(
  `\\b(?:${WRITTEN})(?: (?:to|of|about|for|on|regarding|that|which|with|containing|saying|mentioning|where|covering)\\b|:? (?=[\`"']))(?:(?! (?:in|into|to|from|onto|at)\\b).){0,200}`,
  'g',
)
/** Mending one of these is work on code, wherever it shows. */
const DEFECT = /^(?:bugs?|issues?|errors?|problems?|typos?|crash|crashes|regressions?|failures?|tests?)$/
const HEAD_NOUN = new RegExp(`^(?:${WRITTEN})$`)
/** Where the object of a verb ends. */
const OBJECT_END =
  /\s(?=(?:in|into|to|from|on|onto|at|for|of|with|by|using|via|so|because|under|inside|within|below|pointing|about|,)\s)/
/** Taking a name out of a text leaves the thing as it is. */
const OUT_OF_TEXT =
  /^.*? from (?=(?:[\w-]+ ){0,4}?(?:[\w./~-]*\.(?:md|txt|json|ya?ml|toml|ini|cfg|conf|sh|rst|env|lock|xml|html?|css|[cm]?[jt]sx?|py|rb|go|java|properties)\b|\.[a-z]\w+|list|lists|allowlist|path|\$path|readme|docs?|documentation|config|configuration|file|script|gitignore|page|text|comments?|changelog|index|menu|sidebar|message|template|makefile|dockerfile)(?![\w/-]))/

/** Nouns that say only what kind of thing is meant; which one was told elsewhere. */
const KINDS = new Set(
  'directory dir folder branch branches pr repo repository commit commits service server process pod pods job jobs container database table resource resources instance stack up out off away down completely entirely properly both one ones everything whole old stale same too well done'.split(
    ' ',
  ),
)

/** Is all that the finding takes named, as the object of this order or where the order leaves it open? */
export function namesWhatItTakes(finding: Finding, order: Order, { orders, besides: said }: Said): boolean {
  const { nouns } = finding
  const own = ownObject(finding, order)
  // An order that names its object leaves the store it is in a place.
  const besides = identifiersOf(own, []).length > 0 ? said.replace(STORE, ' ') : said
  const named = nouns.filter((spellings) => isNamed(own, spellings))
  if (named.length === nouns.length) return true
  if (named.length === 0 && ENDING.has(verbOf(order)) && hasObject(order)) return allNamed(nouns, `${own}\n${besides}`)
  if (named.length === 0 && finding.effect.kind === 'git-push' && OTHER_BRANCH.test(order.text)) return false
  const onGit = finding.effect.kind === 'git-push'
  const others = orders
    .filter((other) => other !== order)
    .map((other) => (onGit ? withoutContrast(other.text) : objectOf(other, finding)))
  return allNamed(nouns, [own, besides, ...others].join('\n'))
}

/** What an order itself is about, with the places that do not count taken out. */
export function ownObject(finding: Finding, order: Order): string {
  return withoutStore(placed(finding, order, objectOf(order, finding)))
}

const STORE =
  /\b(?:from|in|inside|under|of|on) (?:the )?(?:bucket |store |prefix |folder )?[`"']?(?:s3|gs|az|r2|abfss?|https?):\/\/[^\s`"']+[`"']?/g

/** "The snapshots of the volume x": x is what they are of. */
const PART_OF =
  /\bof (?:the |our |my )?(?:volume|database|cluster|project|team|service|deployment|bucket|host|server|repo|repository|namespace|account|user|customer|workflow|job)s? [`"']?[\w./-]*\w[`"']?/g

/** "Build 118 from s3://nightly" is about that build: the store says where it is. */
export function withoutStore(text: string): string {
  const rest = text.replace(STORE, ' ').replace(PART_OF, ' ')
  return rest !== text && identifiersOf(rest, []).length > 0 ? rest : text
}

function allNamed(nouns: readonly (readonly string[])[], text: string): boolean {
  return nouns.every((spellings) => isNamed(text, spellings))
}

function verbOf({ head }: Order): string {
  return head.split(/[^a-z0-9'-]+/, 1)[0] ?? ''
}

function hasObject({ text }: Order): boolean {
  return tellingWords(text)
    .slice(1)
    .some((word) => !KINDS.has(word))
}

/** The text of an order without what is only written about: "the reference to X", "the X mention". */
function objectOf(order: Order, { effect, nouns }: Finding): string {
  const verb = verbOf(order)
  const text = withoutContrast(order.text)
  // A comment or an issue is itself the thing that such a call makes; a summary of a file is for the one who asks.
  if (effect.kind === 'external-write') return text.replace(ACCOUNT, '$1 ')
  if (!ENDING.has(verb) && !CHANGING.has(verb)) return text
  const taken = ENDING.has(verb) ? text.replace(OUT_OF_TEXT, `${verb} `) : text
  const left = withoutModifiers(taken.replace(ABOUT, about), 'path' in effect)
  return effect.kind === 'delete-path' && ENDING.has(verb) ? withoutPlace(left, nouns) : left
}

/** "A summary of the file": what it is about is only read, unless it is to be put somewhere. */
const ACCOUNT =
  /\b(summary|summaries|overview|list|outline|analysis|comparison|translation|digest|recap|explanation|breakdown) (?:of|about|from|on|for) (?:(?! (?:in|into|to|as|and|onto)\b).){1,200}/g

/** "To feature/x": a branch of its own. */
const OTHER_BRANCH = /\b(?:to|onto|into) (?:the |my |our )?[`"']?[\w.]+[/-][\w./-]+/
const NO_PATH =
  /\b(?:branch|tag|remote|pod|table|column|user|function|class|method|variable|flag|label)(?: named| called)? [`"']?[\w.-]+|\b(?!(?:the|a|an|my|our|your|this|that|delete|remove|drop)\b)[\w.-]+[`"']? (?:branch|tag|pod|table|column|user|function|class|method|variable|flag|label)\b/g
const WHOLE =
  /^(?:contents?|directory|dir|folder|folders|directories|files|tree|symlink|link|checkout|clone|copy|repo|repository|project|worktree|recursively|forever|permanently|please|rm|-\S+)$/

/** "The logs in ~/work", "the ~/work history": something of that place, not the place. */
function withoutPlace(text: string, nouns: Finding['nouns']): string {
  const [phrase = '', ...rest] = text
    .replace(/^get\w* rid of /, 'delete ')
    .replace(NO_PATH, ' ')
    .split(OBJECT_END)
  const bare = (word: string) => word.toLowerCase().replace(/^[`"'(~./]+|[`"'),.!/]+$/g, '')
  const isPlace = (word: string) => nouns.some((spellings) => spellings.some((name) => bare(name) === bare(word)))
  const words = phrase.trim().split(/\s+/)
  const at = words.findIndex(isPlace)
  const next = bare(words[at + 1] ?? '')
  const modifies = at > 0 && /^(?:the|a|an|all|any|every|my|our|your)$/.test(words[at - 1] ?? '') && /^[a-z]/.test(next)
  const parts = modifies && !WHOLE.test(next) && !KINDS.has(next) ? words.filter((word) => !isPlace(word)) : words
  const hasOther =
    /\bcode\b/.test(phrase) ||
    tellingWords(phrase)
      .slice(1)
      .some((word) => !KINDS.has(word) && !WHOLE.test(word))
  const places = rest.map((piece) =>
    hasOther && /^(?:in|under|of|for|inside|within|below|pointing|about|to|on)\s/.test(piece)
      ? piece
          .split(/\s+/)
          .filter((word) => !isPlace(word))
          .join(' ')
      : piece,
  )
  return [...parts, ...places].join(' ')
}

/** Leaves the noun for the text itself: "the docs for X" are docs. */
function about(phrase: string): string {
  return phrase.split(/[\s:]/, 1)[0] ?? ''
}

/** "Delete a, not b", "push to a instead of b": b is not named. */
function withoutContrast(text: string): string {
  return text.replace(
    /(?<!(?:is|are|was|were|if|that|which|do|does|did|has|have|it's|or|whether) )\b(?:but not|not|instead of|rather than|except(?: for)?|other than|apart from)\s(?:(?! (?:and|then)\b)[^,;]){1,120}/g,
    ' ',
  )
}

/** "The X mention" is a mention, "the X bug" a bug. */
function withoutModifiers(text: string, onFiles: boolean): string {
  const [phrase = '', ...rest] = text.split(OBJECT_END)
  const words = phrase.trim().split(/\s+/)
  const last = words.at(-1) ?? ''
  if (!onFiles && DEFECT.test(last)) return `${words[0]} ${last}`
  if (words.length < 3 || !HEAD_NOUN.test(last)) return text
  return [words[0], last, ...rest].join(' ')
}

const IN_PROJECT =
  /\b(?:in|inside|within|under|of|from) (?:the|this|my|our|your) (?:current )?(?:project|repo|repository|workspace|codebase|working directory|checkout|source tree)\b|\b(?:in|inside|within|under) (?:here|the (?:cwd|current directory|current folder))\b/

/** "The work directory in the project" is none outside it, unless its path is spelled out. */
function placed({ effect }: Finding, { text }: Order, own: string): string {
  const outside = 'path' in effect && !effect.path.zone.startsWith('project')
  if (!outside || !IN_PROJECT.test(text)) return own
  return own
    .split(/\s+/)
    .filter((word) => word.includes('/'))
    .join(' ')
}
