export type HostAddress = 'public' | 'private' | 'loopback' | 'metadata' | 'callback' | 'unknown'

interface UrlParts {
  readonly scheme: string
  readonly userinfo: string
  /** Lower-case, canonical; `\0` stands for a part that is not known. Empty when there is none. */
  readonly host: string
  readonly port: string
  readonly rest: string
}

const MAX_URL_LENGTH = 64 * 1024

export function urlParts(text: string): UrlParts {
  const trimmed = text.slice(0, MAX_URL_LENGTH).replace(/^[\s"'<]+/, '')
  const scheme = /^(file):\/\//i.exec(trimmed) ?? /^([a-z][a-z0-9+.-]*):[/\\]+/i.exec(trimmed)
  const body = scheme ? trimmed.slice(scheme[0].length) : trimmed.replace(/^\/\//, '')
  const end = body.search(/[/?#\s]/)
  const authority = end < 0 ? body : body.slice(0, end)
  const at = authority.lastIndexOf('@')
  const [host, port] = splitPort(authority.slice(at + 1))
  return {
    scheme: scheme?.[1]?.toLowerCase() ?? '',
    userinfo: at < 0 ? '' : authority.slice(0, at),
    host: canonicalHost(host),
    port,
    rest: end < 0 ? '' : body.slice(end),
  }
}

export function hostOf(text: string): string {
  return urlParts(text).host
}

function splitPort(text: string): [host: string, port: string] {
  if (text.startsWith('[')) {
    const close = text.indexOf(']')
    if (close > 0) return [text.slice(1, close), text.slice(close + 1).replace(/^:/, '')]
  }
  const colon = text.indexOf(':')
  if (colon < 0) return [text, '']
  const several = text.indexOf(':', colon + 1) > 0
  return several && /^[0-9a-f:.%]+$/i.test(text) ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)]
}

const PLAIN_HOST = /^[a-z0-9.-]*[a-z0-9-]$/

export function canonicalHost(host: string): string {
  if (PLAIN_HOST.test(host)) return canonicalIp(host) ?? host
  const decoded = host.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const folded = decoded
    .normalize('NFKC')
    .replace(/[\u3002\uff0e\uff61]/g, '.')
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .toLowerCase()
    .replace(/\.+$/, '')
  return canonicalIp(folded) ?? folded
}

const METADATA_HOSTS = new Set(
  'metadata metadata.google.internal metadata.goog instance-data instance-data.ec2.internal metadata.azure.internal metadata.tencentyun.com metadata.platformequinix.com'.split(
    ' ',
  ),
)

const LOOPBACK_HOSTS = new Set(
  'localhost localhost.localdomain ip6-localhost ip6-loopback localtest.me lvh.me'.split(' '),
)

const PRIVATE_DOMAINS = 'local internal lan home.arpa corp intranet private localdomain svc test'.split(' ')

const CALLBACK_DOMAINS =
  'onion webhook.site webhook.cool webhook-test.com requestbin.com requestbin.net requestbin.io requestcatcher.com requestinspector.com requestrepo.com pipedream.net pipedream.com beeceptor.com hookbin.com hookb.in postb.in ptsv2.com ptsv3.com putsreq.com typedwebhook.tools mockbin.org burpcollaborator.net oastify.com interact.sh interactsh.com oast.pro oast.live oast.site oast.online oast.fun oast.me dnslog.cn dnslog.link ceye.io dnsbin.zhack.ca bxss.me xss.ht canarytokens.com canarytokens.org ngrok.io ngrok.app ngrok.dev ngrok-free.app ngrok-free.dev trycloudflare.com loca.lt localtunnel.me serveo.net pinggy.io pinggy.link bore.pub lhr.life lhr.rocks localhost.run tunnelto.dev telebit.io serveousercontent.com rbaskets.in ipv6.pl'.split(
    ' ',
  )

const PASTE_DOMAINS =
  'pastebin.com paste.ee hastebin.com hst.sh dpaste.org dpaste.com ix.io sprunge.us termbin.com 0x0.st transfer.sh file.io bashupload.com gist.github.com catbox.moe temp.sh oshi.at anonfiles.com gofile.io ghostbin.com rentry.co controlc.com paste.rs clbin.com p.ip.fi envs.sh tmpfiles.org uguu.se filebin.net wetransfer.com pixeldrain.com paste.debian.net paste.mozilla.org justpaste.it privatebin.net fars.ee x0.at ttm.sh keep.sh free.keep.sh send.vis.ee bin.gy'.split(
    ' ',
  )

/** Names that carry an address in them: `10.0.0.1.nip.io`. */
const IP_EMBEDDING_DOMAINS = ['nip.io', 'sslip.io', 'xip.io']

export function classifyHost(host: string): HostAddress {
  const name = canonicalHost(host.replace(/^\[|\]$/g, ''))
  // A place that is only described (`a relay`) is no name on the local network.
  if (name === '' || name.endsWith('\0') || name.endsWith('…') || name.includes(' ')) return 'unknown'
  const ip = classifyIp(name)
  if (ip) return ip
  if (METADATA_HOSTS.has(name)) return 'metadata'
  if (LOOPBACK_HOSTS.has(name) || isInDomain(name, ['localhost', 'localtest.me', 'lvh.me'])) return 'loopback'
  if (isInDomain(name, IP_EMBEDDING_DOMAINS)) return embeddedAddress(name) ?? 'public'
  if (isInDomain(name, CALLBACK_DOMAINS)) return 'callback'
  if (!name.includes('.') || isInDomain(name, PRIVATE_DOMAINS)) return 'private'
  return 'public'
}

export function isPasteSite(host: string): boolean {
  return isInDomain(canonicalHost(host), PASTE_DOMAINS)
}

/** Where people put code: such a host says nothing about whose it is. */
const FORGE_DOMAINS = ['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org', 'dev.azure.com', 'sr.ht']

export function isForge(host: string): boolean {
  return isInDomain(canonicalHost(host), FORGE_DOMAINS)
}

export function isInDomain(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

function embeddedAddress(name: string): HostAddress | undefined {
  const found = /(?:^|[.-])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})\.(?:nip|sslip|xip)\.io$/.exec(name)
  return found ? classifyIp(found.slice(1, 5).join('.')) : undefined
}

export function deceptiveHost(host: string): 'punycode' | 'mixed-scripts' | 'control-characters' | undefined {
  if (/[\u0001-\u0020\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069]/.test(host)) return 'control-characters'
  if (/(?:^|\.)xn--/i.test(host)) return 'punycode'
  const labels = host.normalize('NFKC').split('.')
  const foreign = labels.some((label) => /[a-z0-9]/i.test(label) && /[^\x00-\x7f…]/.test(label))
  return foreign || /[\u0370-\u058f]/.test(host) ? 'mixed-scripts' : undefined
}

function canonicalIp(text: string): string | undefined {
  return text.includes(':') ? canonicalIpv6(text) : canonicalIpv4(text)
}

/** `127.1`, `0x7f.1`, `017700000001`, `2130706433`: one to four numbers, each decimal, octal or hexadecimal. */
function canonicalIpv4(text: string): string | undefined {
  if (!/^[0-9a-fx.]{1,64}$/.test(text)) return undefined
  const parts = text.split('.')
  if (parts.length > 4) return undefined
  const numbers = parts.map(parseIpNumber)
  if (numbers.some((value) => value === undefined)) return undefined
  const known = numbers as number[]
  const last = known.at(-1) ?? 0
  const leading = known.slice(0, -1)
  if (leading.some((value) => value > 255) || last >= 256 ** (5 - parts.length)) return undefined
  let value = last
  leading.forEach((part, index) => {
    value += part * 256 ** (3 - index)
  })
  return [value / 2 ** 24, value / 2 ** 16, value / 2 ** 8, value].map((part) => Math.floor(part) % 256).join('.')
}

function parseIpNumber(text: string): number | undefined {
  if (/^0x[0-9a-f]{0,12}$/.test(text)) return text === '0x' ? 0 : Number.parseInt(text.slice(2), 16)
  if (/^0[0-7]{1,14}$/.test(text)) return Number.parseInt(text, 8)
  return /^[0-9]{1,12}$/.test(text) ? Number.parseInt(text, 10) : undefined
}

function ipv6Groups(text: string): number[] | undefined {
  const plain = text.split('%')[0] ?? ''
  if (plain.length > 64 || !/^[0-9a-f:.]+$/i.test(plain)) return undefined
  const [head = '', tail, ...more] = plain.split('::')
  if (more.length > 0) return undefined
  const left = parseIpv6Half(head)
  const right = tail === undefined ? [] : parseIpv6Half(tail)
  if (!left || !right) return undefined
  const missing = 8 - left.length - right.length
  if (tail === undefined ? missing !== 0 : missing < 0) return undefined
  return [...left, ...new Array<number>(missing).fill(0), ...right]
}

function parseIpv6Half(text: string): number[] | undefined {
  if (text === '') return []
  const out: number[] = []
  for (const piece of text.split(':')) {
    if (piece.includes('.')) {
      const bytes = canonicalIpv4(piece)?.split('.').map(Number)
      if (!bytes) return undefined
      const [a = 0, b = 0, c = 0, d = 0] = bytes
      out.push(a * 256 + b, c * 256 + d)
    } else if (/^[0-9a-f]{1,4}$/i.test(piece)) out.push(Number.parseInt(piece, 16))
    else return undefined
  }
  return out
}

function canonicalIpv6(text: string): string | undefined {
  const parts = ipv6Groups(text)
  if (!parts) return undefined
  const carried = ipv4Inside(parts)
  return carried ?? parts.map((part) => part.toString(16)).join(':')
}

/** IPv4-mapped, IPv4-compatible and NAT64 addresses reach the IPv4 host they carry. */
function ipv4Inside(parts: readonly number[]): string | undefined {
  const [a = 0, b = 0, , , , f = 0, g = 0, h = 0] = parts
  const zeroTo = (end: number) => parts.slice(0, end).every((part) => part === 0)
  const mapped = zeroTo(5) && f === 0xffff
  const compatible = zeroTo(6) && g !== 0
  const nat64 = a === 0x64 && b === 0xff9b
  if (!mapped && !compatible && !nat64) return undefined
  return [g >> 8, g & 255, h >> 8, h & 255].join('.')
}

const METADATA_IPS = new Set(
  '169.254.169.254 169.254.170.2 169.254.170.23 100.100.100.200 168.63.129.16 169.254.0.23 192.0.0.192'.split(' '),
)

function classifyIp(text: string): HostAddress | undefined {
  const canonical = canonicalIp(text)
  if (canonical === undefined) return undefined
  if (canonical.includes(':')) return classifyIpv6(canonical)
  if (METADATA_IPS.has(canonical)) return 'metadata'
  const [a = 0, b = 0] = canonical.split('.').map(Number)
  if (a === 127 || canonical === '0.0.0.0') return 'loopback'
  if (a === 169 && b === 254) return 'private'
  if (a === 10 || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168)) return 'private'
  if (a === 100 && b >= 64 && b < 128) return 'private'
  return 'public'
}

function classifyIpv6(canonical: string): HostAddress {
  if (canonical === '0:0:0:0:0:0:0:1' || canonical === '0:0:0:0:0:0:0:0') return 'loopback'
  if (canonical === 'fd00:ec2:0:0:0:0:0:254' || canonical === 'fd20:ce:0:0:0:0:0:254') return 'metadata'
  return /^f[cd][0-9a-f]{2}:|^fe[89ab][0-9a-f]:/.test(canonical) ? 'private' : 'public'
}
