import type { DataSource } from '../../words.ts'
import type { Run } from '../run/run.ts'
import { type Handler, required } from '../run/table.ts'
import { type Abstract, UNKNOWN } from '../run/value.ts'
import { connects } from './acts.ts'

export const becomes: Handler = (call, run) => {
  run.lower('plain')
  if (call.args.some(({ number }) => number === 0))
    run.state({
      kind: 'grant',
      what: 'root rights',
      to: 'this process',
      reach: 'machine',
      by: call.name,
      certainty: 'likely',
    })
  return UNKNOWN
}

/** Native code and the like: nothing of it is read. */
export const unreadable: Handler = (call, run) => {
  run.unknown(`${call.name} does what cannot be read`)
  return UNKNOWN
}

export const looksUp: Handler = (call, run) => {
  connects(run, required(call, 0, 'host'), call.name)
  return UNKNOWN
}

export function mails(run: Run, to: string, data: readonly DataSource[], by: string): Abstract {
  run.lower('plain')
  run.state({ kind: 'external-write', service: 'mail', nature: 'mail', target: to, by })
  if (data.length > 0) run.state({ kind: 'send-data', host: to, channel: 'mail', payload: data, by })
  return UNKNOWN
}

export function opensStore(run: Run, store: string): Abstract {
  run.lower('plain')
  run.state({
    kind: 'expose-secret',
    source: { kind: 'secret-store', store },
    sink: 'output',
    by: store,
    certainty: 'likely',
  })
  return { sources: [{ kind: 'secret-store', store }] }
}
