import { classifyHost } from '../../remote/hosts.ts'
import { isCredentialHeader } from '../../remote/http-request.ts'
import type { DataSource } from '../../words.ts'
import {
  type AbstractValue,
  allSources,
  exactText,
  knownOf,
  UNKNOWN_RESULT,
  valueForDisplay,
} from '../run/abstract-value.ts'
import { type Handler, requiredArgument, voidHandler } from '../run/call-table.ts'
import type { CodeRun } from '../run/run.ts'

export function payloadSources(values: readonly (AbstractValue | undefined)[]): DataSource[] {
  const found: DataSource[] = []
  for (const value of values) {
    if (!value) continue
    const sources = allSources(value)
    if (sources.length > 0) found.push(...sources)
    else
      found.push(
        exactText(value) === undefined ? { kind: 'unknown' } : { kind: 'literal', text: exactText(value) ?? '' },
      )
  }
  return found
}

export function headerSources(headers: AbstractValue | undefined): { plain: DataSource[]; credentials: DataSource[] } {
  const plain: DataSource[] = []
  const credentials: DataSource[] = []
  for (const [name, value] of headers?.fields ?? [])
    (isCredentialHeader(name) ? credentials : plain).push(...allSources(value))
  if (headers && !headers.fields) plain.push(...allSources(headers))
  return { plain: plain.filter((source) => source.kind !== 'literal'), credentials }
}

export function recordConnection(run: CodeRun, host: AbstractValue, by = run.by): AbstractValue {
  // A socket of this machine has a path; what is said through it is said to whoever keeps it.
  const place = knownOf(host).replace(/^unix:(?:\/\/)?/, '')
  if (/^[/~]/.test(place)) run.mayChange({ ...host, known: place }, 'does', by)
  const name = valueForDisplay(host)
  const address = classifyHost(knownOf(host))
  run.lower(address === 'loopback' ? 'expected' : 'plain')
  run.state({ kind: 'connect', host: name, url: name, address, by })
  const leaking = allSources(host)
  if (
    leaking.some(
      (source) =>
        source.kind !== 'literal' && source.kind !== 'argument' && !(source.kind === 'environment' && !source.secret),
    )
  )
    run.state({ kind: 'send-data', host: name, channel: 'dns', payload: leaking, by })
  return { sources: [{ kind: 'network', url: name }] }
}

export function recordSend(
  run: CodeRun,
  host: string,
  values: readonly (AbstractValue | undefined)[],
  by = run.by,
): void {
  const sources = payloadSources(values)
  run.lower('plain')
  if (classifyHost(host) === 'loopback') return
  if (run.endless > 0 && classifyHost(host) === 'public')
    run.state({ kind: 'exhaust', what: 'network', by, certainty: 'likely' })
  const real = sources.some((source) => source.kind !== 'literal' && source.kind !== 'unknown')
  run.state({
    kind: 'send-data',
    host,
    channel: 'socket',
    payload: sources,
    by,
    certainty: real ? 'certain' : 'likely',
  })
}

export function recordListen(run: CodeRun, host: AbstractValue | undefined, by = run.by): void {
  const name = host === undefined ? '' : (exactText(host) ?? '?')
  const everywhere = name === '' || name === '0.0.0.0' || name === '::' || name === '*'
  const loopback = !everywhere && classifyHost(name) === 'loopback'
  run.lower(loopback ? 'expected' : 'plain')
  const certainty = host === undefined || exactText(host) === undefined ? 'possible' : 'certain'
  run.state({
    kind: 'listen',
    reach: loopback ? 'loopback' : 'network',
    executes: false,
    by,
    certainty: loopback ? 'certain' : certainty,
  })
}

/** What goes through a socket goes to its host. */
export function socketValue(host: AbstractValue | undefined, sources: readonly DataSource[] = []): AbstractValue {
  return { type: 'socket', fields: new Map(host ? [['host', host]] : []), sources }
}

export const connectHandler: Handler = (call, run) => {
  const host = requiredArgument(call, 0)
  run.connected()
  recordConnection(run, host)
  return socketValue(host, run.language === 'php' ? [{ kind: 'network', url: valueForDisplay(host) }] : [])
}

export const sendToSocketHandler = voidHandler((call, run) =>
  recordSend(run, valueForDisplay(call.receiver?.fields?.get('host')), [call.args[0]]),
)

export function recordSentMail(run: CodeRun, to: string, data: readonly DataSource[], by = run.by): AbstractValue {
  run.acts({ kind: 'external-write', service: 'mail', nature: 'mail', target: to, by })
  if (data.length > 0) run.state({ kind: 'send-data', host: to, channel: 'mail', payload: data, by })
  return UNKNOWN_RESULT
}

export const lookupHandler = voidHandler((call, run) => recordConnection(run, requiredArgument(call, 0, 'host')))
