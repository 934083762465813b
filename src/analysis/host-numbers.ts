import type { HostAddress } from './hosts.ts'

export function canonicalIp(text: string): string | undefined {
  return text.includes(':') ? canonicalIpv6(text) : canonicalIpv4(text)
}

/** `127.1`, `0x7f.1`, `017700000001`, `2130706433`: one to four numbers, each decimal, octal or hexadecimal. */
function canonicalIpv4(text: string): string | undefined {
  if (!/^[0-9a-fx.]{1,64}$/.test(text)) return undefined
  const parts = text.split('.')
  if (parts.length > 4) return undefined
  const numbers = parts.map(numberOf)
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

function numberOf(text: string): number | undefined {
  if (/^0x[0-9a-f]{0,12}$/.test(text)) return text === '0x' ? 0 : Number.parseInt(text.slice(2), 16)
  if (/^0[0-7]{1,14}$/.test(text)) return Number.parseInt(text, 8)
  return /^[0-9]{1,12}$/.test(text) ? Number.parseInt(text, 10) : undefined
}

function groups(text: string): number[] | undefined {
  const plain = text.split('%')[0] ?? ''
  if (plain.length > 64 || !/^[0-9a-f:.]+$/i.test(plain)) return undefined
  const [head = '', tail, ...more] = plain.split('::')
  if (more.length > 0) return undefined
  const left = half(head)
  const right = tail === undefined ? [] : half(tail)
  if (!left || !right) return undefined
  const missing = 8 - left.length - right.length
  if (tail === undefined ? missing !== 0 : missing < 0) return undefined
  return [...left, ...new Array<number>(missing).fill(0), ...right]
}

function half(text: string): number[] | undefined {
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
  const parts = groups(text)
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

const METADATA = new Set(
  '169.254.169.254 169.254.170.2 169.254.170.23 100.100.100.200 168.63.129.16 169.254.0.23 192.0.0.192'.split(' '),
)

export function addressOfIp(text: string): HostAddress | undefined {
  const canonical = canonicalIp(text)
  if (canonical === undefined) return undefined
  if (canonical.includes(':')) return ofIpv6(canonical)
  if (METADATA.has(canonical)) return 'metadata'
  const [a = 0, b = 0] = canonical.split('.').map(Number)
  if (a === 127 || canonical === '0.0.0.0') return 'loopback'
  if (a === 169 && b === 254) return 'private'
  if (a === 10 || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168)) return 'private'
  if (a === 100 && b >= 64 && b < 128) return 'private'
  return 'public'
}

function ofIpv6(canonical: string): HostAddress {
  if (canonical === '0:0:0:0:0:0:0:1' || canonical === '0:0:0:0:0:0:0:0') return 'loopback'
  if (canonical === 'fd00:ec2:0:0:0:0:0:254' || canonical === 'fd20:ce:0:0:0:0:0:254') return 'metadata'
  return /^f[cd][0-9a-f]{2}:|^fe[89ab][0-9a-f]:/.test(canonical) ? 'private' : 'public'
}
