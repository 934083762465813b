import type { Call } from './dispatch.ts'
import { baseName } from './flows.ts'
import { getDescriptor } from './scope.ts'
import type { CoreScribe } from './scribe.ts'

const INTERPRETERS = /^(?:(?:ba|da|z|k|tc|c|fi|a|rba)?sh|python[\d.]*|perl|ruby|php|node|lua|expect)$/

/** An interpreter whose input is a socket does what the other end says. */
export function stateReverseShell(call: Call, scribe: CoreScribe): void {
  const { command, frame, table } = call
  if (!INTERPRETERS.test(baseName(command.name ?? ''))) return
  const input = table.get(0) ?? getDescriptor(frame.scope, 0)
  const output = table.get(1) ?? getDescriptor(frame.scope, 1)
  const bound = input?.kind === 'socket'
  const interactive = output?.kind === 'socket' && command.args.some((word) => /^-[a-z]*i/.test(word.known))
  if (bound || interactive) scribe.effect({ kind: 'listen', reach: 'reverse-shell', executes: true })
}
