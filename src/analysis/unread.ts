import type { Scribe } from './programs/program.ts'

/** States that something may run which was not read: past a cap, nothing seen is not nothing done. The judge then asks. */
export function stateUnread(scribe: Scribe, why: string): void {
  scribe.unknown(why)
  scribe.effect({ kind: 'run-code', language: 'shell', origin: 'inline', read: false, host: undefined })
}
