const TOKEN = /[a-z0-9_.\-/~@:+*$#]+/g
const BARE = /^(?:~\/|\.\/|\/)+/

/** The texts looked at last: one call compares many names with the same words. */
const recent = new Map<string, readonly string[]>()
const MAX_RECENT = 8

/** The tokens of a text that could be names, without closing punctuation. */
export function tokensOf(text: string): readonly string[] {
  const known = recent.get(text)
  if (known) return known
  const tokens = readTokens(text)
  if (recent.size >= MAX_RECENT) recent.clear()
  recent.set(text, tokens)
  return tokens
}

function readTokens(text: string): readonly string[] {
  return (text.toLowerCase().match(TOKEN) ?? [])
    .map((token) => token.replace(/[.:,/-]+$/, ''))
    .flatMap((token) => [token, ...hostOf(token)])
    .filter((token) => token !== '')
}

/** An address names its host: `https://get.acme.io/i.sh` names get.acme.io. */
function hostOf(token: string): readonly string[] {
  const host = /^[a-z][a-z0-9+.-]{1,11}:\/\/(?:[^/@]{0,80}@)?([a-z0-9.-]{1,253})/.exec(token)?.[1]
  return host?.includes('.') ? [host] : []
}

/** Is one of these spellings named in the text? Names stand alone: `src` is not named by `src/index.ts`. */
export function isNamed(text: string, spellings: readonly string[]): boolean {
  const lower = text.toLowerCase()
  const tokens = tokensOf(lower)
  return spellings.some((spelling) => {
    const wanted = spelling.toLowerCase().replace(/\/+$/, '')
    if (wanted === '') return false
    if (/[^a-z0-9_.\-/~@:+*$#]/.test(wanted)) return standsAlone(lower, wanted)
    return tokens.some((token, at) => names(token, wanted, kindBefore(tokens, at)))
  })
}

/** A token names a thing in full, by the end of its path, by a path above it, or by a number that is part of it. */
function names(token: string, wanted: string, before: string): boolean {
  if (token === wanted) return true
  const short = token.replace(BARE, '')
  const full = wanted.replace(BARE, '')
  if (short === full && short !== '') return true
  if (short.length > 2 && full.endsWith(`/${short}`)) return true
  if (short.includes('/') && (full.startsWith(`${short}/`) || full.includes(`/${short}/`))) return true
  return isNumberOf(short, full, before) || isStageOf(short, full)
}

/** The word before a token, unless the thing is only spoken of: "the service for run 7". */
function kindBefore(tokens: readonly string[], at: number): string {
  return /^(?:for|of|with|about)$/.test(tokens[at - 2] ?? '') ? '' : (tokens[at - 1] ?? '')
}

/** `infra/prod` and `shop-prod` name the stage prod. */
function isStageOf(token: string, wanted: string): boolean {
  return /^(?:production|prod|prd|live|staging)$/.test(wanted) && new RegExp(`[/_:-]${wanted}$`).test(token)
}

/** Things that go by a number of their own: job 4711 is no other job, whatever else carries the number. */
const NUMBERED =
  /^(?:jobs?|builds?|runs?|pids?|process|processes|pods?|containers?|instances?|prs?|pipelines?|deployments?|releases?|versions?|orders?|invoices?|backups?|snapshots?|nodes?|workers?|branch|branches|services?|apps?|queues?|buckets?|stacks?|functions?|images?|volumes?|cancel|kill|stop|delete|remove|restart)$/

/** `4711`, `AB-4711` and the range `47xx` name what carries such a number between delimiters. */
function isNumberOf(token: string, wanted: string, before: string): boolean {
  const match = /^#?((?:([a-z]{1,10})-)?\d{2,12}x{0,6})$/.exec(token)
  if (!match?.[1] || match[1].length < 3) return false
  // "The job sim-7": that name and no longer one.
  if (match[2] !== undefined && NUMBERED.test(before)) return false
  const kind = match[2] ?? before
  if (NUMBERED.test(kind) && !match[1].endsWith('x')) return isThatOne(match[1], kind, wanted)
  const pattern = match[1].replace(/x/g, '\\d')
  return new RegExp(`(?<![a-z0-9])${pattern}(?![a-z0-9])`).test(wanted)
}

/** "Job 4711" is `4711` or `job-4711`, by itself or as a piece of a path. */
function isThatOne(number: string, kind: string, wanted: string): boolean {
  const pieces = wanted.split('/')
  const bare = number.slice(number.lastIndexOf('-') + 1)
  const single = kind.replace(/s$/, '')
  return [bare, `${single}-${bare}`, `${single}_${bare}`, `${single}${bare}`].some((name) => pieces.includes(name))
}

function standsAlone(text: string, phrase: string): boolean {
  let at = text.indexOf(phrase)
  while (at >= 0) {
    const before = text[at - 1] ?? ' '
    const after = text[at + phrase.length] ?? ' '
    if (!/[a-z0-9]/.test(before) && !/[a-z0-9]/.test(after)) return true
    at = text.indexOf(phrase, at + 1)
  }
  return false
}

/** Names a person singled out: quoted ones, and tokens with digits, slashes or dashes in them. */
export function identifiersOf(names: string, quoted: readonly string[]): readonly string[] {
  const odd = tokensOf(names).filter(
    (token) => /\d/.test(token) && /^[#a-z0-9][a-z0-9_.\-/]*$/.test(token) && token.length > 2,
  )
  return [...new Set([...quoted.map((text) => text.toLowerCase()).filter((text) => /^\S+$/.test(text)), ...odd])]
}

/** The identifiers as they stand in the text, each after the kind of thing it was called: "job sim-7". */
export function withKinds(text: string, identifiers: readonly string[]): string {
  const tokens = tokensOf(text)
  const placed = tokens.flatMap((token, at) => {
    if (!identifiers.includes(token)) return []
    const before = kindBefore(tokens, at)
    return NUMBERED.test(before) ? [before, token] : ['·', token]
  })
  return [...placed, ...identifiers.filter((name) => !tokens.includes(name)).flatMap((name) => ['·', name])].join(' ')
}
