import type { Effect } from './effects.ts'
import { addressOf, urlParts } from './hosts.ts'
import type { Command } from './words.ts'

const SERVER = /^(?:-[shHS]|--?(?:smtp|server|host|relay|mta|smarthost|smtp[-_]?(?:server|host|url)))$/i
const PORT = /^(?:-p|--?(?:smtp[-_]?)?port)$/i
const HANDS_ON = new Set(['', '25', '465', '587'])
const NOBODYS =
  /@(?:[\w-]+\.)*(?:test|example|invalid|localhost|local)$|^[\w.+-]+@(?:[\w-]+\.)*example\.(?:com|org|net)$/i

/** A server on this machine, told by an option, that hands nothing on reaches nobody. */
export function mailedTo(effect: Effect, command: Command): Effect {
  const mail =
    (effect.kind === 'external-write' && effect.nature === 'mail') ||
    (effect.kind === 'send-data' && effect.channel === 'mail')
  if (!mail || !isCaught(effect, command)) return effect
  return effect.kind === 'send-data' ? { ...effect, host: 'localhost' } : { ...effect, service: 'localhost' }
}

function isCaught(effect: Effect, { args }: Command): boolean {
  const given = args.flatMap(({ text }, at): readonly (readonly [string, string | undefined])[] => {
    const [, option, attached] = /^(--?[A-Za-z][\w-]*)=(.*)$/s.exec(text ?? '') ?? []
    if (option !== undefined) return [[option, attached]]
    if (/^smtps?:\/\//i.test(text ?? '')) return [['--server', text]]
    return text?.startsWith('-') ? [[text, args[at + 1]?.text]] : []
  })
  const servers = given.flatMap(([option, value]) => (SERVER.test(option) ? [serverIn(value)] : []))
  const named = servers.filter((server) => server !== undefined)
  if (named.length === 0 || !named.every(({ host }) => addressOf(host) === 'loopback')) return false
  const ports = [
    ...named.map(({ port }) => port).filter((port) => port !== ''),
    ...given.flatMap(([option, value]) => (PORT.test(option) ? [value ?? ''] : [])),
  ]
  if (ports.length > 0 && ports.every((port) => /^\d+$/.test(port) && !HANDS_ON.has(port))) return true
  const to =
    effect.kind === 'external-write'
      ? effect.target.split(/,\s*/)
      : effect.kind === 'send-data'
        ? [`x@${effect.host}`]
        : []
  return to.length > 0 && to.every((address) => NOBODYS.test(address))
}

interface Server {
  readonly host: string
  readonly port: string
}

/** `127.0.0.1:1025`, `smtp://localhost`, `smtp=localhost:2525`. */
function serverIn(value: string | undefined): Server | undefined {
  if (value === undefined) return { host: '\0', port: '' }
  const place = value.replace(/^(?:set )?[a-z_-]+=["']?(?=[\w[])/i, '')
  if (place.includes('://')) return urlParts(place)
  const [, host, port = ''] = /^(\[[^\]]+\]|[\w.-]+)(?::(\d+))?$/.exec(place) ?? []
  return host === undefined || (!/[.:]/.test(place) && host !== 'localhost') ? undefined : { host, port }
}
