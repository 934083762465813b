import { commandsIn } from '../../intent/speech/commands-in-text.ts'
import { isSecretName, SECRET, SECRET_KEY } from '../../knowledge/lexicon/secret-names.ts'
import { recordNamedTogether } from '../named-secrets.ts'
import { followedFiles } from '../prompt-instructions/followed-files.ts'
import { recordInstructions } from '../prompt-instructions/instruction-effects.ts'
import { isActionUrl } from '../remote/action-urls.ts'
import { hasEncodedHostLabel, hasSecretInUrl } from '../remote/address-secrets.ts'
import { classifyHost, urlParts } from '../remote/hosts.ts'
import { decodedText } from '../text/encoded-text.ts'
import { hasControlCharacter, hasInvisibleCharacter } from '../text/hidden-characters.ts'
import { recordUnread } from '../text/read-limits.ts'
import { hasSecretValue } from '../text/secrets.ts'
import type { EffectRecorder } from './program.ts'

/** A query longer than this, of one unbroken value, carries data rather than a question. */
const MAX_QUERY_VALUE_LENGTH = 400

const SECRET_WORDS = new RegExp(`${SECRET}|${SECRET_KEY}`, 'i')

export function recordFetchEffect(url: string, recorder: EffectRecorder): void {
  if (/^file:/i.test(url)) {
    recorder.effect({
      kind: 'read-path',
      path: recorder.pathOf(url.replace(/^file:\/*/i, '/')),
      list: false,
      by: 'fetch',
    })
    return
  }
  const { host } = urlParts(url)
  if (hasControlCharacter(url) || hasInvisibleCharacter(host)) {
    recordUnread(recorder, 'the address holds signs that are not seen')
    return
  }
  if (host === '') {
    recorder.unknown('the address cannot be read')
    return
  }
  const address = classifyHost(host)
  recorder.effect({ kind: 'connect', host, url, address, by: 'fetch' })
  if (isActionUrl(url))
    recorder.effect({
      kind: 'external-write',
      service: host,
      nature: 'record',
      target: url,
      by: 'fetch',
      certainty: 'likely',
    })
  const query = url.slice(url.toLowerCase().indexOf(host.toLowerCase()) + host.length)
  recordHiddenText(url, host, recorder)
  const carriesSecret = address !== 'loopback' && (hasSecretInUrl(query) || hasEncodedHostLabel(host))
  if (carriesSecret || hasSecretValue(query) || hasSecretValue(decodeQuery(query))) {
    recorder.effect({
      kind: 'send-data',
      host,
      channel: 'http',
      payload: [{ kind: 'secret-store', store: 'the URL' }],
      by: 'fetch',
    })
  } else if (longestValue(query) > MAX_QUERY_VALUE_LENGTH && address !== 'loopback') {
    recorder.effect({ kind: 'send-data', host, channel: 'http', payload: [{ kind: 'unknown' }], by: 'fetch' })
  }
}

function decodeQuery(query: string): string {
  try {
    return decodeURIComponent(query)
  } catch {
    return query
  }
}

/** Text in code inside an address: in a name of the host it leaves with the look-up alone. */
function recordHiddenText(url: string, host: string, recorder: EffectRecorder): void {
  const written = /^[a-z][\w+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(url)?.[1] ?? host
  const name = written
    .split('.')
    .map(decodedText)
    .find((text) => text !== undefined)
  const value = url
    .split(/[?&=/#]/)
    .map(decodedText)
    .find((text) => text !== undefined && mentionsSecret(text))
  const text = name ?? value
  if (text === undefined) return
  const payload = mentionsSecret(text)
    ? ({ kind: 'secret-store', store: 'the URL' } as const)
    : ({ kind: 'unknown' } as const)
  recorder.effect({
    kind: 'send-data',
    host,
    channel: name === undefined ? 'http' : 'dns',
    payload: [payload],
    by: 'fetch',
  })
}

function mentionsSecret(text: string): boolean {
  return (
    SECRET_WORDS.test(text) ||
    [...text.matchAll(/\b([A-Za-z_]\w{2,60})["']?\s{0,2}[=:]/g)].some(([, name]) => isSecretName(name ?? ''))
  )
}

function longestValue(query: string): number {
  return query.split(/[?&=/#]/).reduce((longest, value) => Math.max(longest, value.length), 0)
}

export function recordSentText(text: string, to: string, recorder: EffectRecorder): void {
  const store = hasSecretValue(text) ? 'the text' : isPersonalRecord(text) ? 'personal data' : undefined
  if (store === undefined) return
  recorder.effect({ kind: 'send-data', host: to, channel: 'http', payload: [{ kind: 'secret-store', store }] })
}

const MAIL_ADDRESS = /[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,64}/
/** Numbers that belong to one person: of a telephone, an account, a card or an insurance. */
const PERSONAL_NUMBER = [
  /(?<![\w.-])\+?\(?\d{1,4}\)?(?:[ .-]\(?\d{2,5}\)?){2,4}(?![\w-])/,
  /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}\b/,
  /\b\d{3}-\d{2}-\d{4}\b/,
]

/** An address and a number of a person together are a record of them, not a question. */
function isPersonalRecord(text: string): boolean {
  const short = text.slice(0, 10_000)
  return MAIL_ADDRESS.test(short) && PERSONAL_NUMBER.some((pattern) => pattern.test(short))
}

interface Delegation {
  readonly agent: string
  readonly text: string
  readonly mode: string
}

const MAX_COMMANDS = 24

export function recordDelegation(delegation: Delegation, recorder: EffectRecorder): void {
  const broad = /bypass|dontAsk|yolo|skip-permissions/i.test(delegation.mode)
  recorder.effect({ kind: 'spawn-agent', agent: delegation.agent, broad, prompt: delegation.text })
  recordDelegatedTask(delegation.text, `task for ${delegation.agent}`, recorder)
}

export function recordDelegatedTask(text: string, name: string, recorder: EffectRecorder): void {
  recordTask(text, name, recorder)
  for (const { path, text: inside } of followedFiles(text, recorder)) {
    if (inside === undefined) recordUnread(recorder, `the task is in ${path}, which could not be read`)
    else recordTask(inside, name, recorder)
  }
}

function recordTask(text: string, name: string, recorder: EffectRecorder): void {
  const { found, whole } = commandsIn(text)
  for (const command of found.slice(0, MAX_COMMANDS)) recorder.runsShell({ text: command, sources: [] }, name)
  const all = recordInstructions(text, recorder)
  recordNamedTogether(text, recorder)
  if (found.length > MAX_COMMANDS || !whole || !all)
    recordUnread(recorder, 'the task is longer than what is read of it')
}
