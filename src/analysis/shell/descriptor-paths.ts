import type { DataSource, Value } from '../words.ts'
import type { Call } from './dispatch.ts'
import { getDescriptor } from './scope.ts'
import type { CoreScribe } from './scribe.ts'
import { joinSources } from './values.ts'

/** A path among the words that names an open descriptor: `tar -cf /dev/fd/3 dir 3>/dev/tcp/host/port`. */
export function stateDescriptorPaths(call: Call, output: () => Value, scribe: CoreScribe): void {
  const { command, frame, table } = call
  for (const word of command.args) {
    const match = /\/(?:dev|proc\/self)\/fd\/(\d{1,4})$/.exec(word.text ?? '')
    if (!match) continue
    const number = Number(match[1])
    const bound = table.get(number) ?? getDescriptor(frame.scope, number)
    if (bound?.kind !== 'socket') continue
    const payload = joinSources(output().sources, filesRead(call))
    scribe.effect({ kind: 'send-data', host: bound.host, channel: 'socket', payload, by: bound.url })
  }
}

/** The files that this very command was found to read. */
function filesRead(call: Call): readonly DataSource[] {
  const { span } = call.command
  return call.frame.analysis.book.effects.flatMap((effect): DataSource[] => {
    if (effect.kind !== 'read-path' || effect.span !== span) return []
    return [{ kind: 'file', path: effect.path.real ?? effect.path.text, secret: effect.path.tags.includes('secret') }]
  })
}
