import type { DataSource } from '../../words.ts'
import type { Run } from '../run/run.ts'
import { does, required } from '../run/table.ts'
import { type Abstract, UNKNOWN } from '../run/value.ts'
import { connects } from './acts.ts'

export const becomes = does((call, run) => {
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
})

/** Native code and the like: nothing of it is read. */
export const unreadable = does((call, run) => run.unknown(`${call.name} does what cannot be read`))

export const looksUp = does((call, run) => connects(run, required(call, 0, 'host'), call.name))

export function mails(run: Run, to: string, data: readonly DataSource[], by: string): Abstract {
  run.acts({ kind: 'external-write', service: 'mail', nature: 'mail', target: to, by })
  if (data.length > 0) run.state({ kind: 'send-data', host: to, channel: 'mail', payload: data, by })
  return UNKNOWN
}

export function opensStore(run: Run, store: string): Abstract {
  run.acts({
    kind: 'expose-secret',
    source: { kind: 'secret-store', store },
    sink: 'output',
    by: store,
    certainty: 'likely',
  })
  return { sources: [{ kind: 'secret-store', store }] }
}
