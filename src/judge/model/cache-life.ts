/** `judge.cacheLife`: how long the server keeps what a request marks. An hour costs more to write, and outlives a pause. */
export type CacheLifetime = '5m' | '1h'
export const CACHE_LIFETIMES = ['5m', '1h'] as const

/** An hour is the cheaper one over real sessions (`npm run bench -- cost`): minutes lie between calls that need a model. */
export const DEFAULT_CACHE_LIFETIME: CacheLifetime = '1h'

/** A breakpoint as the API takes it; five minutes are its default. */
export interface CacheControl {
  readonly type: 'ephemeral'
  readonly ttl?: '1h'
}

export function cacheControl(life: CacheLifetime): CacheControl {
  return life === '5m' ? { type: 'ephemeral' } : { type: 'ephemeral', ttl: '1h' }
}
