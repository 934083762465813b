import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { RequestRefusedError } from './problem.ts'

/** What a page may do that comes from here: its own files and this API, nothing else, and in no frame. */
export const SECURITY_HEADERS: readonly (readonly [string, string])[] = [
  [
    'Content-Security-Policy',
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  ],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['X-Frame-Options', 'DENY'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=()'],
]

const LOOPBACK_ADDRESSES: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/**
 * A page in a browser reaches this port, too, under names of its own (DNS rebinding), or from an origin of its own. It is known by
 * the name it asked for and by its Origin. A socket in the file system is reached by no page.
 */
export function refuseForeignOrigins(incoming: IncomingMessage, names: readonly string[]): void {
  const { headers } = incoming
  const own = refuseForeignHosts(incoming, names)
  const host = headers.host?.toLowerCase()
  const { origin } = headers
  const hostOfOrigin = origin === undefined ? undefined : /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase()
  if (
    origin !== undefined &&
    (own === undefined || hostOfOrigin !== host || !hasMatchingScheme(incoming, origin, names))
  )
    throw new RequestRefusedError(403, 'pages of other origins are not served')
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site')
    throw new RequestRefusedError(403, 'pages of other origins are not served')
}

/** Refuses whoever asked for another name than one of this server's; the names, which a socket in the file system has none of. */
export function refuseForeignHosts(
  incoming: IncomingMessage,
  names: readonly string[],
): ReadonlySet<string> | undefined {
  const { socket, headers, rawHeaders } = incoming
  const own = socket.localPort === undefined ? undefined : hostsOfConnection(incoming, names)
  const host = headers.host?.toLowerCase()
  if (own !== undefined && (host === undefined || !own.has(host)))
    throw new RequestRefusedError(421, 'this server does not answer to that name', {
      hint: 'ask for the address that `irongate serve` printed; --public-url names another',
    })
  // Of two names the first would count here, and another one elsewhere.
  let given = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') given++
  if (given > 1) throw new RequestRefusedError(400, 'the name is given more than once')
  return own
}

/** Of each connection: it reaches the same place as long as it lasts. */
const hostsOf = new WeakMap<IncomingMessage['socket'], ReadonlySet<string>>()

/** The names and addresses of the place that the connection reached: what was listened on cannot be another's. */
function hostsOfConnection({ socket }: IncomingMessage, names: readonly string[]): ReadonlySet<string> {
  const known = hostsOf.get(socket)
  if (known !== undefined) return known
  const { localAddress = '', localPort } = socket
  const plain = localAddress.replace(/^::ffff:(?=\d+\.)/, '')
  const address = plain.includes(':') ? `[${plain}]` : plain
  const hosts = [
    `${address}:${localPort}`,
    ...(LOOPBACK_ADDRESSES.has(localAddress) ? [`localhost:${localPort}`] : []),
    ...names,
  ]
  const own = new Set(hosts.map((host) => host.toLowerCase()))
  hostsOf.set(socket, own)
  return own
}

/** A name from outside is told with its scheme where it was named, because a proxy may have taken off the encryption. */
function hasMatchingScheme({ socket, headers }: IncomingMessage, origin: string, names: readonly string[]): boolean {
  if (names.includes(headers.host?.toLowerCase() ?? '')) return true
  return origin.toLowerCase().startsWith((socket as TLSSocket).encrypted ? 'https:' : 'http:')
}

export function bearerToken(authorization: string | null | undefined): string | undefined {
  return /^Bearer ([\x21-\x7e]{1,400})$/i.exec(authorization ?? '')?.[1]
}

/** Who guesses keys is told to wait. Right keys are served all the same: nobody is locked out by somebody else's guesses. */
export interface GuessLimiter {
  /** Notes a wrong key; true when there were too many of late. */
  note(from: string): boolean
}

const WINDOW_MS = 60_000
const MOST_GUESSES = 20
const MOST_PLACES = 10_000

export function createGuessLimiter(now: () => number): GuessLimiter {
  let since = now()
  const counts = new Map<string, number>()
  return {
    note: (from) => {
      if (now() - since > WINDOW_MS) {
        since = now()
        counts.clear()
      }
      const count = (counts.get(from) ?? 0) + 1
      if (counts.size < MOST_PLACES || counts.has(from)) counts.set(from, count)
      return count > MOST_GUESSES
    },
  }
}
