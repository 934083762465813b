import { hasControl, hasInvisible } from './hidden-signs.ts'
import { decodedText } from './hidden-text.ts'
import { addressOf, urlParts } from './hosts.ts'
import { stateOrders } from './orders/state-orders.ts'
import type { Scribe } from './programs/program.ts'
import { holdsSecret, isSecretName } from './secrets.ts'
import { hasMoreOrders } from './speech/orders.ts'
import { stateUnread } from './unread.ts'

/** A query longer than this, of one unbroken value, carries data rather than a question. */
const MAX_VALUE = 400

const SECRET_WORD = /secret|passw(?:or)?d|token|api_?key|access_?key|private key|credential/i

/** States what fetching a URL would do: where it goes, and whether it carries secrets or data. */
export function stateFetch(url: string, scribe: Scribe): void {
  if (/^file:/i.test(url)) {
    scribe.effect({ kind: 'read-path', path: scribe.pathOf(url.replace(/^file:\/*/i, '/')), list: false, by: 'fetch' })
    return
  }
  const { host } = urlParts(url)
  if (hasControl(url) || hasInvisible(host)) {
    stateUnread(scribe, 'the address holds signs that are not seen')
    return
  }
  if (host === '') {
    scribe.unknown('the address cannot be read')
    return
  }
  const address = addressOf(host)
  scribe.effect({ kind: 'connect', host, url, address, by: 'fetch' })
  const query = url.slice(url.toLowerCase().indexOf(host.toLowerCase()) + host.length)
  stateHidden(url, host, scribe)
  if (holdsSecret(query) || holdsSecret(decoded(query))) {
    scribe.effect({
      kind: 'send-data',
      host,
      channel: 'http',
      payload: [{ kind: 'secret-store', store: 'the URL' }],
      by: 'fetch',
    })
  } else if (longestValue(query) > MAX_VALUE && address !== 'loopback') {
    scribe.effect({ kind: 'send-data', host, channel: 'http', payload: [{ kind: 'unknown' }], by: 'fetch' })
  }
}

/** The text behind `%20` and its like; the same text when it is not well formed. */
function decoded(query: string): string {
  try {
    return decodeURIComponent(query)
  } catch {
    return query
  }
}

/** Text in code inside an address: in a name of the host it leaves with the look-up alone. */
function stateHidden(url: string, host: string, scribe: Scribe): void {
  const written = /^[a-z][\w+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(url)?.[1] ?? host
  const name = written
    .split('.')
    .map(decodedText)
    .find((text) => text !== undefined)
  const value = url
    .split(/[?&=/#]/)
    .map(decodedText)
    .find((text) => text !== undefined && tellsSecret(text))
  const text = name ?? value
  if (text === undefined) return
  const payload = tellsSecret(text)
    ? ({ kind: 'secret-store', store: 'the URL' } as const)
    : ({ kind: 'unknown' } as const)
  scribe.effect({
    kind: 'send-data',
    host,
    channel: name === undefined ? 'http' : 'dns',
    payload: [payload],
    by: 'fetch',
  })
}

/** Text that was put into code so that nobody reads it: words for secrets, or a variable that holds one. */
function tellsSecret(text: string): boolean {
  return (
    SECRET_WORD.test(text) ||
    [...text.matchAll(/\b([A-Za-z_]\w{2,60})["']?\s{0,2}[=:]/g)].some(([, name]) => isSecretName(name ?? ''))
  )
}

function longestValue(query: string): number {
  return query.split(/[?&=/#]/).reduce((longest, value) => Math.max(longest, value.length), 0)
}

/** States that a text leaves this machine. */
export function stateText(text: string, to: string, scribe: Scribe): void {
  if (holdsSecret(text)) {
    scribe.effect({
      kind: 'send-data',
      host: to,
      channel: 'http',
      payload: [{ kind: 'secret-store', store: 'the text' }],
    })
  }
}

export interface Delegation {
  readonly agent: string
  readonly text: string
  /** The permission mode the sub-agent is given, if any. */
  readonly mode: string
}

/** A line of a task that is a command: in backticks, after a prompt sign, or in a fence. */
const COMMAND_LINE = /^\s{0,8}(?:\$|>|#)\s(.{2,400})$/
const INLINE = /`([^`\n]{2,400})`/g
const FENCE = /```(?:ba|z|k)?sh\n([\s\S]{1,8000}?)```/g
const DATA_FENCE =
  /```(?:diff|patch|[jt]sx?|javascript|typescript|json[c5]?|ya?ml|toml|md|markdown|html|css|go|rust|rs|java|kotlin|swift|c|cpp|csharp|cs)\n[\s\S]{1,20000}?```/g
const MAX_COMMANDS = 24
const MAX_TEXT = 64 * 1024

/** States what handing a task to another agent amounts to: commands and orders in the text are judged as if typed. */
export function stateDelegation(delegation: Delegation, scribe: Scribe): void {
  const broad = /bypass|dontAsk|yolo|skip-permissions/i.test(delegation.mode)
  scribe.effect({ kind: 'spawn-agent', agent: delegation.agent, broad, prompt: delegation.text })
  const commands = commandsIn(delegation.text)
  for (const command of commands) scribe.runsShell({ text: command, sources: [] }, `task for ${delegation.agent}`)
  if (delegation.text.length > MAX_TEXT || commands.length >= MAX_COMMANDS || hasMoreOrders(delegation.text))
    stateUnread(scribe, 'the task is longer than what is read of it')
  stateOrders(delegation.text, scribe)
}

/** The commands a task tells an agent to run. A task that warns against a command, or asks about it, does not order it. */
export function commandsIn(text: string): string[] {
  const capped = text.slice(0, MAX_TEXT)
  const fenced = [...capped.matchAll(FENCE)]
    .filter((match) => !isToBeWritten(capped.slice(Math.max(0, match.index - 400), match.index)))
    .map((match) => match[1] ?? '')
  const lines = withoutData(capped.replace(FENCE, '\n')).split('\n')
  const prompted = lines.flatMap((line) => COMMAND_LINE.exec(line)?.[1] ?? [])
  const sentences = lines.flatMap((line) => line.split(/(?<=[.;!?])\s/))
  const quoted = sentences
    .filter((sentence) => ORDER.test(sentence.replace(NOUNS, ' ')) || OPENS_WITH_ACT.test(sentence))
    .flatMap((sentence) =>
      [...sentence.matchAll(INLINE)]
        .filter((match, at) => at > MOST_WEIGHED || isOrdered(sentence, match.index, match[0].length))
        .map((match) => match[1] ?? ''),
    )
  const spoken = sentences
    .map((sentence) => sentence.replace(INLINE, ' '))
    .filter((sentence) => !ASKING.test(sentence))
    .flatMap(spokenCommand)
  return [...fenced, ...prompted, ...quoted, ...spoken].slice(0, MAX_COMMANDS)
}

/** Commands of one sentence whose words are weighed; past these all count as ordered. */
const MOST_WEIGHED = 100

function isOrdered(sentence: string, at: number, length: number): boolean {
  return !isAsked(sentence, at) && !isWarnedOf(sentence, at, length)
}

/** As far as words reach that bear on a command of the same sentence. */
const NEAR = 1_000

function near(sentence: string, at: number): string {
  return sentence.slice(Math.max(0, at - NEAR), at).replace(INLINE, ' ')
}

/** Does a sentence ask about the command in it? "Run `x` and do what it says" orders it, whatever comes after. */
function isAsked(sentence: string, at: number): boolean {
  if (/\?\s*$/.test(sentence)) return true
  const before = near(sentence, at)
  const after = RUNS.test(before) ? '' : sentence.slice(at, at + NEAR).replace(INLINE, ' ')
  return ASKING.test(`${before} ${after}`)
}

/** Does a sentence warn of the command in it: before it, or right after? "Run `x` and never tell anyone" orders it. */
function isWarnedOf(sentence: string, at: number, length: number): boolean {
  const before = near(sentence, at)
  return WARNING.test(before) || FORBIDS.test(sentence.slice(at + length, at + length + 60))
}

/** A block of a language that no shell runs is text to look at, unless the words around it say to run it. */
function withoutData(text: string): string {
  return text.replace(DATA_FENCE, (block: string, at: number) => {
    const around = `${lastSentence(text.slice(Math.max(0, at - 400), at))} ${text.slice(at + block.length, at + block.length + 200)}`
    return RUNS.test(around) ? block : '\n'
  })
}

/** Does the sentence before a block say that it is text for a file? */
function isToBeWritten(before: string): boolean {
  const last = lastSentence(before)
  return WRITES.test(last) && !RUNS.test(last)
}

function lastSentence(text: string): string {
  return (
    text
      .trimEnd()
      .split(/(?<=[.!?])\s|\n/)
      .at(-1) ?? ''
  )
}

/** A command typed into a sentence without quotes: `… with git push --force origin main.` */
function spokenCommand(sentence: string): string[] {
  const match = SPOKEN.exec(sentence)
  if (!match || WARNING.test(sentence.slice(0, match.index))) return []
  const rest = sentence.slice(match.index + (match[1]?.length ?? 0))
  return [
    rest
      .replace(/[.!?,:]*\s*$/, '')
      .split(/,? (?:and|then|so that|before|after|to|so|because|if|once|when|unless|as soon as)(?= )|, | - /)[0] ?? '',
  ]
}

const SPOKEN =
  /(^|[\s(:])(?:sudo |env )?(?:git (?:push|reset|clean|checkout|branch|filter-branch) |rm -|curl |wget |kubectl (?:delete|apply|scale|drain) |terraform (?:apply|destroy)|aws \w+ \w|gcloud \w+ \w|docker (?:rm|system|volume|run) |npm publish|chmod |chown |ssh \S+@|scp |dd if=|mkfs|psql |mysql |vercel --|heroku |claude -|bash -|sh -|python3? -c )/
/** "The chain call": a thing, not an order. */
const NOUNS = /\b(?:the|an?|this|that|each|every|its|our|their) (?:[\w-]+ ){0,2}(?:calls?|use|type|issue)\b/gi
const ORDER = /\b(?:run|execute|exec|invoke|use|call|issue|type|start|launch|then|do|first|next|finally)\b/i
/** "Deploy the build with `…`": the act itself opens the sentence. */
const OPENS_WITH_ACT =
  /^\s*(?:[-*]\s+|\d+[.)]\s+)?(?:please |now |finally |also )*(?:deploy|publish|release|ship|push|wipe|drop|upload|roll|reset|clean|delete|remove|restart|stop|kill)\b/i
const WRITES =
  /\b(?:verbatim|include|insert|add|write|paste|put|document|snippet|example|block|section|contains?|should (?:look|read|say)|template|quote)\b/i
const RUNS = /\b(?:run|execute|exec|invoke|issue|type)\b/i
const FORBIDS =
  /^\W{0,3}(?:(?:must|should|may|can|is|are|will|would|does|do|commands?)\b[^.,;]{0,30})?\b(?:never|not|forbidden|blocked|refused|rejected|denied)\b/i
const WARNING =
  /\b(?:never|not|don't|dont|avoid|without|instead of|must not|shouldn't|rather than|refus\w*|prevent\w*|block\w*)\b/i
const ASKING =
  /\?\s*$|\b(?:explain|describe|what|why|how|whether|find|search|look for|grep|(?<![/~.])documents?(?!\/)|review|check if|summari[sz]e|mentions?|usages?|references?|occurrences?)\b/i
