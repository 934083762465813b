import type { Effect } from '../effects.ts'
import type { Command } from '../words.ts'
import { classifyHost, urlParts } from './hosts.ts'

const SERVER_OPTIONS = /^(?:-[shHS]|--?(?:smtp|server|host|relay|mta|smarthost|smtp[-_]?(?:server|host|url)))$/i
const PORT_OPTIONS = /^(?:-p|--?(?:smtp[-_]?)?port)$/i
const RELAY_PORTS = new Set(['', '25', '465', '587'])
const TEST_ADDRESSES =
  /@(?:[\w-]+\.)*(?:test|example|invalid|localhost|local)$|^[\w.+-]+@(?:[\w-]+\.)*example\.(?:com|org|net)$/i

/** A server on this machine, told by an option, that hands nothing on reaches nobody. */
export function withMailReach(effect: Effect, command: Command): Effect {
  const mail =
    (effect.kind === 'external-write' && effect.nature === 'mail') ||
    (effect.kind === 'send-data' && effect.channel === 'mail')
  if (!mail || !isCaughtLocally(effect, command)) return effect
  return effect.kind === 'send-data' ? { ...effect, host: 'localhost' } : { ...effect, service: 'localhost' }
}

function isCaughtLocally(effect: Effect, { args }: Command): boolean {
  const given = args.flatMap(({ text }, at): readonly (readonly [string, string | undefined])[] => {
    const [, option, attached] = /^(--?[A-Za-z][\w-]*)=(.*)$/s.exec(text ?? '') ?? []
    if (option !== undefined) return [[option, attached]]
    if (/^smtps?:\/\//i.test(text ?? '')) return [['--server', text]]
    return text?.startsWith('-') ? [[text, args[at + 1]?.text]] : []
  })
  const servers = given.flatMap(([option, value]) => (SERVER_OPTIONS.test(option) ? [parseMailServer(value)] : []))
  const named = servers.filter((server) => server !== undefined)
  if (named.length === 0 || !named.every(({ host }) => classifyHost(host) === 'loopback')) return false
  const ports = [
    ...named.map(({ port }) => port).filter((port) => port !== ''),
    ...given.flatMap(([option, value]) => (PORT_OPTIONS.test(option) ? [value ?? ''] : [])),
  ]
  if (ports.length > 0 && ports.every((port) => /^\d+$/.test(port) && !RELAY_PORTS.has(port))) return true
  const to =
    effect.kind === 'external-write'
      ? effect.target.split(/,\s*/)
      : effect.kind === 'send-data'
        ? [`x@${effect.host}`]
        : []
  return to.length > 0 && to.every((address) => TEST_ADDRESSES.test(address))
}

interface MailServer {
  readonly host: string
  readonly port: string
}

/** `127.0.0.1:1025`, `smtp://localhost`, `smtp=localhost:2525`. */
function parseMailServer(value: string | undefined): MailServer | undefined {
  if (value === undefined) return { host: '\0', port: '' }
  const place = value.replace(/^(?:set )?[a-z_-]+=["']?(?=[\w[])/i, '')
  if (place.includes('://')) return urlParts(place)
  const [, host, port = ''] = /^(\[[^\]]+\]|[\w.-]+)(?::(\d+))?$/.exec(place) ?? []
  return host === undefined || (!/[.:]/.test(place) && host !== 'localhost') ? undefined : { host, port }
}
