import { addressOf } from '../../hosts.ts'
import { isCredentialHeader } from '../../programs/network/request.ts'
import type { DataSource } from '../../words.ts'
import type { Run } from '../run/run.ts'
import { does, type Handler, required } from '../run/table.ts'
import { type Abstract, allSources, exact, knownOf, shown, UNKNOWN } from '../run/value.ts'

export function payload(values: readonly (Abstract | undefined)[]): DataSource[] {
  const found: DataSource[] = []
  for (const value of values) {
    if (!value) continue
    const sources = allSources(value)
    if (sources.length > 0) found.push(...sources)
    else found.push(exact(value) === undefined ? { kind: 'unknown' } : { kind: 'literal', text: exact(value) ?? '' })
  }
  return found
}

export function headerSources(headers: Abstract | undefined): { plain: DataSource[]; credentials: DataSource[] } {
  const plain: DataSource[] = []
  const credentials: DataSource[] = []
  for (const [name, value] of headers?.fields ?? [])
    (isCredentialHeader(name) ? credentials : plain).push(...allSources(value))
  if (headers && !headers.fields) plain.push(...allSources(headers))
  return { plain: plain.filter((source) => source.kind !== 'literal'), credentials }
}

export function connects(run: Run, host: Abstract, by = run.by): Abstract {
  // A socket of this machine has a path; what is said through it is said to whoever keeps it.
  const place = knownOf(host).replace(/^unix:(?:\/\/)?/, '')
  if (/^[/~]/.test(place)) run.mayChange({ ...host, known: place }, 'does', by)
  const name = shown(host)
  const address = addressOf(knownOf(host))
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

export function sends(run: Run, host: string, values: readonly (Abstract | undefined)[], by = run.by): void {
  const sources = payload(values)
  run.lower('plain')
  if (addressOf(host) === 'loopback') return
  if (run.endless > 0 && addressOf(host) === 'public')
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

export function listens(run: Run, host: Abstract | undefined, by = run.by): void {
  const name = host === undefined ? '' : (exact(host) ?? '?')
  const everywhere = name === '' || name === '0.0.0.0' || name === '::' || name === '*'
  const loopback = !everywhere && addressOf(name) === 'loopback'
  run.lower(loopback ? 'expected' : 'plain')
  const certainty = host === undefined || exact(host) === undefined ? 'possible' : 'certain'
  run.state({
    kind: 'listen',
    reach: loopback ? 'loopback' : 'network',
    executes: false,
    by,
    certainty: loopback ? 'certain' : certainty,
  })
}

/** What goes through a socket goes to its host. */
export function socketTo(host: Abstract | undefined, sources: readonly DataSource[] = []): Abstract {
  return { type: 'socket', fields: new Map(host ? [['host', host]] : []), sources }
}

export const connectsSocket: Handler = (call, run) => {
  const host = required(call, 0)
  run.connected()
  connects(run, host)
  return socketTo(host, run.language === 'php' ? [{ kind: 'network', url: shown(host) }] : [])
}

export const sendsBySocket = does((call, run) => sends(run, shown(call.receiver?.fields?.get('host')), [call.args[0]]))

export function mails(run: Run, to: string, data: readonly DataSource[], by = run.by): Abstract {
  run.acts({ kind: 'external-write', service: 'mail', nature: 'mail', target: to, by })
  if (data.length > 0) run.state({ kind: 'send-data', host: to, channel: 'mail', payload: data, by })
  return UNKNOWN
}

export const looksUp = does((call, run) => connects(run, required(call, 0, 'host')))
