import { baseOf } from '../base-name.ts'
import { like, unlike } from '../programs/unlisted/shapes.ts'
import type { DataSource, Value, Word } from '../words.ts'
import type { Call } from './dispatch.ts'
import { getDescriptor } from './scope.ts'
import type { CoreScribe } from './scribe.ts'
import { joinSources } from './values.ts'

/** `/dev/tcp/host/port` and `/dev/udp/host/port`, which bash opens as sockets. */
export function socketOf(word: Word): { host: string; url: string } | undefined {
  const match = /^\/dev\/(tcp|udp)\/([^/]+)(?:\/(.*))?$/.exec(word.known)
  if (!match) return undefined
  const [, protocol = 'tcp', host = '', port = ''] = match
  const name = host.includes('\0') ? 'unknown' : host.toLowerCase()
  return { host: name, url: `${protocol}://${name}${port === '' ? '' : `:${port.replaceAll('\0', '?')}`}` }
}

const INTERPRETERS = /^(?:(?:ba|da|z|k|tc|c|fi|a|rba)?sh|python[\d.]*|perl|ruby|php|node|lua|expect)$/

export function stateReverseShell(call: Call, scribe: CoreScribe): void {
  const { command, frame, table } = call
  if (!INTERPRETERS.test(baseOf(command))) return
  const input = table.get(0) ?? getDescriptor(frame.scope, 0)
  const output = table.get(1) ?? getDescriptor(frame.scope, 1)
  const bound = input?.kind === 'socket'
  const interactive = output?.kind === 'socket' && command.args.some(like(/^-[a-z]*i/))
  if (bound || interactive || isHandedOver(call))
    scribe.effect({ kind: 'listen', reach: 'reverse-shell', executes: true })
}

/** A shell that reads from and writes to one descriptor that somebody else opened: `sh <&3 >&3`. */
function isHandedOver({ command, frame }: Call): boolean {
  if (command.args.some(unlike(/^-[ilp]+$/))) return false
  const shared = (descriptor: number) =>
    command.redirects.find((item) => item.kind === 'duplicate' && item.descriptor === descriptor)?.target
  const input = shared(0)
  if (!input || input.raw !== shared(1)?.raw) return false
  return input.text === undefined || (Number(input.text) > 2 && !getDescriptor(frame.scope, Number(input.text)))
}

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

function filesRead(call: Call): readonly DataSource[] {
  const { span } = call.command
  return call.frame.analysis.book.effects.flatMap((effect): DataSource[] => {
    if (effect.kind !== 'read-path' || effect.span !== span) return []
    return [{ kind: 'file', path: effect.path.real ?? effect.path.text, secret: effect.path.tags.includes('secret') }]
  })
}
