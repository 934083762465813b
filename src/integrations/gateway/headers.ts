/** Names and values in turn, as they stand on the wire. */
export type RawHeaders = readonly string[]

/** Of one connection alone. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
])

/** Headers without those of the connection, and without others by name; order and spelling stay. */
export function forwardedHeaders(raw: RawHeaders, without: readonly string[] = []): string[] {
  const named = pairsOf(raw)
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((token) => token.trim().toLowerCase()))
  const left = new Set([...HOP_BY_HOP, ...named, ...without])
  return pairsOf(raw)
    .filter(([name]) => !left.has(name.toLowerCase()))
    .flat()
}

/** The headers without a token of the `anthropic-beta` list. */
export function withoutToken(raw: RawHeaders, token: string): string[] {
  return pairsOf(raw).flatMap(([name, value]) => {
    if (name.toLowerCase() !== 'anthropic-beta') return [name, value]
    const rest = value.split(',').filter((one) => one.trim() !== token)
    return rest.length === 0 ? [] : [name, rest.join(',')]
  })
}

function pairsOf(raw: RawHeaders): (readonly [string, string])[] {
  return Array.from({ length: Math.floor(raw.length / 2) }, (_, at) => [raw[2 * at] ?? '', raw[2 * at + 1] ?? ''])
}
