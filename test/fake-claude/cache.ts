import { createHash } from 'node:crypto'
import { blocksOf, tokensOf, traitsOf, type WireRequest, type WireUsage } from './wire.ts'

const LIFE_MS = 5 * 60_000

/** How many blocks before a breakpoint the server looks for an entry. */
const LOOK_BACK = 20

/** Prompt caching as documented: exact prefixes, kept at breakpoints, a minimum size, five minutes from the last use. */
export function createPromptCache(now: () => number): { use(request: WireRequest): Omit<WireUsage, 'output_tokens'> } {
  const entries = new Map<string, number>()
  const alive = (key: string): boolean => (entries.get(key) ?? 0) > now()

  return {
    use: (request) => {
      const prefixes = prefixesOf(request)
      const marks = prefixes.flatMap(({ marked }, at) => (marked ? [at] : []))
      const total = prefixes.at(-1)?.tokens ?? 0
      const hit = Math.max(-1, ...marks.map((mark) => lookBack(prefixes, mark, alive)))
      const minimum = traitsOf(request.model).minimumCached
      const kept = marks.filter((mark) => (prefixes[mark]?.tokens ?? 0) >= minimum)
      for (const mark of [...kept, hit]) {
        const prefix = prefixes[mark]
        if (prefix) entries.set(prefix.key, now() + LIFE_MS)
      }
      const read = prefixes[hit]?.tokens ?? 0
      const end = Math.max(read, ...kept.map((mark) => prefixes[mark]?.tokens ?? 0))
      return { input_tokens: total - end, cache_creation_input_tokens: end - read, cache_read_input_tokens: read }
    },
  }
}

interface Prefix {
  readonly key: string
  readonly tokens: number
  readonly marked: boolean
}

/** Each block with all before it. A block's boundary counts: the same text in other blocks is another prefix. */
function prefixesOf(request: WireRequest): readonly Prefix[] {
  let key = createHash('sha256').update(request.model).digest('hex')
  let tokens = 0
  return blocksOf(request).map(({ where, text, cache_control }) => {
    key = createHash('sha256').update(`${key}\0${where}\0${text}`).digest('hex')
    tokens += tokensOf(text)
    return { key, tokens, marked: cache_control !== undefined }
  })
}

function lookBack(prefixes: readonly Prefix[], mark: number, alive: (key: string) => boolean): number {
  for (let at = mark; at >= 0 && at > mark - LOOK_BACK; at--) {
    const prefix = prefixes[at]
    if (prefix && alive(prefix.key)) return at
  }
  return -1
}
