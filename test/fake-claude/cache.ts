import { createHash } from 'node:crypto'
import { blocksOf, tokensOf, traitsOf, type WireRequest, type WireUsage } from './wire.ts'

const LIFE_MS = { '5m': 5 * 60_000, '1h': 60 * 60_000 } as const
type Life = keyof typeof LIFE_MS

/** How many blocks before a breakpoint the server looks for an entry. */
const LOOK_BACK = 20

interface Entry {
  readonly life: Life
  readonly until: number
}

/**
 * Prompt caching as documented: exact prefixes of one model, kept at breakpoints, a minimum size, five minutes or an hour from
 * the last use, shared by all that one organisation asks. What is used is kept for its own life again, at no charge.
 */
export function createPromptCache(now: () => number): { use(request: WireRequest): Omit<WireUsage, 'output_tokens'> } {
  const entries = new Map<string, Entry>()
  const alive = (key: string): boolean => (entries.get(key)?.until ?? 0) > now()
  const keep = (key: string, asked: Life): void => {
    const life = alive(key) ? (entries.get(key)?.life ?? asked) : asked
    entries.set(key, { life, until: now() + LIFE_MS[life] })
  }

  return {
    use: (request) => {
      const prefixes = prefixesOf(request)
      const marks = prefixes.flatMap(({ life }, at) => (life === undefined ? [] : [at]))
      const total = prefixes.at(-1)?.tokens ?? 0
      const hit = Math.max(-1, ...marks.map((mark) => lookBack(prefixes, mark, alive)))
      const read = prefixes[hit]?.tokens ?? 0
      const minimum = traitsOf(request.model).minimumCached
      const kept = marks.flatMap((mark) => prefixes[mark] ?? []).filter(({ tokens }) => tokens >= minimum)
      const used = prefixes[hit]
      if (used) keep(used.key, used.life ?? '5m')
      for (const { key, life } of kept) keep(key, life ?? '5m')
      const end = Math.max(read, ...kept.map(({ tokens }) => tokens))
      const hourEnd = Math.max(read, ...kept.filter(({ life }) => life === '1h').map(({ tokens }) => tokens))
      return {
        input_tokens: total - end,
        cache_creation_input_tokens: end - read,
        cache_creation: { ephemeral_5m_input_tokens: end - hourEnd, ephemeral_1h_input_tokens: hourEnd - read },
        cache_read_input_tokens: read,
      }
    },
  }
}

interface Prefix {
  readonly key: string
  readonly tokens: number
  /** Of a breakpoint: how long it asks to be kept. */
  readonly life: Life | undefined
}

/** Each block with all before it. A block's boundary counts: the same text in other blocks is another prefix. */
function prefixesOf(request: WireRequest): readonly Prefix[] {
  let key = createHash('sha256').update(request.model).digest('hex')
  let tokens = 0
  return blocksOf(request).map(({ where, text, cache_control }) => {
    key = createHash('sha256').update(`${key}\0${where}\0${text}`).digest('hex')
    tokens += tokensOf(text)
    return { key, tokens, life: cache_control && (cache_control.ttl ?? '5m') }
  })
}

function lookBack(prefixes: readonly Prefix[], mark: number, alive: (key: string) => boolean): number {
  for (let at = mark; at >= 0 && at > mark - LOOK_BACK; at--) {
    const prefix = prefixes[at]
    if (prefix && alive(prefix.key)) return at
  }
  return -1
}
