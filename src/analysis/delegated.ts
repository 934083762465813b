import { carriesSecret, hidesText } from './address-secrets.ts'
import { hasControl, hasInvisible } from './hidden-signs.ts'
import { decodedText } from './hidden-text.ts'
import { addressOf, urlParts } from './hosts.ts'
import { stateNamedTogether } from './named-secrets.ts'
import { stateOrders } from './orders/state-orders.ts'
import { addressActs } from './programs/network/acting-address.ts'
import type { Scribe } from './programs/program.ts'
import { holdsSecret, isSecretName } from './secrets.ts'
import { commandsIn } from './speech/commands.ts'
import { stateUnread } from './unread.ts'

/** A query longer than this, of one unbroken value, carries data rather than a question. */
const MAX_VALUE = 400

const SECRET_WORD = /secret|passw(?:or)?d|token|api_?key|access_?key|private key|credential/i

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
  if (addressActs(url))
    scribe.effect({
      kind: 'external-write',
      service: host,
      nature: 'record',
      target: url,
      by: 'fetch',
      certainty: 'likely',
    })
  const query = url.slice(url.toLowerCase().indexOf(host.toLowerCase()) + host.length)
  stateHidden(url, host, scribe)
  const told = address !== 'loopback' && (carriesSecret(query) || hidesText(host))
  if (told || holdsSecret(query) || holdsSecret(decoded(query))) {
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

function tellsSecret(text: string): boolean {
  return (
    SECRET_WORD.test(text) ||
    [...text.matchAll(/\b([A-Za-z_]\w{2,60})["']?\s{0,2}[=:]/g)].some(([, name]) => isSecretName(name ?? ''))
  )
}

function longestValue(query: string): number {
  return query.split(/[?&=/#]/).reduce((longest, value) => Math.max(longest, value.length), 0)
}

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

interface Delegation {
  readonly agent: string
  readonly text: string
  readonly mode: string
}

const MAX_COMMANDS = 24

export function stateDelegation(delegation: Delegation, scribe: Scribe): void {
  const broad = /bypass|dontAsk|yolo|skip-permissions/i.test(delegation.mode)
  scribe.effect({ kind: 'spawn-agent', agent: delegation.agent, broad, prompt: delegation.text })
  stateTask(delegation.text, `task for ${delegation.agent}`, scribe)
}

export function stateTask(text: string, name: string, scribe: Scribe): void {
  const { found, whole } = commandsIn(text)
  for (const command of found.slice(0, MAX_COMMANDS)) scribe.runsShell({ text: command, sources: [] }, name)
  const all = stateOrders(text, scribe)
  stateNamedTogether(text, scribe)
  if (found.length > MAX_COMMANDS || !whole || !all) stateUnread(scribe, 'the task is longer than what is read of it')
}
