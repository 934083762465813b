import { textOf, tokensOf, type WireRequest, type WireUsage } from './wire.ts'

/** The shortest prefix that is kept, and by how much more than that it grows. */
const LEAST = 1_024
const STEP = 128

/** Prompt caching as documented: automatic, by the longest common start, of one model and one `prompt_cache_key`. */
export function createPrefixCache(): { use(request: WireRequest): WireUsage['prompt_tokens_details'] } {
  const kept = new Map<string, string[]>()
  return {
    use: (request) => {
      const key = JSON.stringify([request.model, request.prompt_cache_key ?? ''])
      const texts = kept.get(key) ?? []
      const text = textOf(request)
      const common = Math.max(0, ...texts.map((before) => tokensOf(text.slice(0, commonLength(before, text)))))
      kept.set(key, [...texts, text])
      return { cached_tokens: common < LEAST ? 0 : LEAST + Math.floor((common - LEAST) / STEP) * STEP }
    },
  }
}

function commonLength(left: string, right: string): number {
  const most = Math.min(left.length, right.length)
  for (let at = 0; at < most; at++) if (left[at] !== right[at]) return at
  return most
}
