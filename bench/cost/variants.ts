import { CACHE_LIFETIMES, type CacheLifetime, DEFAULT_CACHE_LIFETIME } from '../../src/judge/model/cache-life.ts'
import type { Pause } from './clock.ts'

/** One way to run the gate, as its settings say it, by one way that sessions follow one another. */
export interface Variant {
  readonly name: string
  readonly says: string
  readonly settings: Readonly<Record<string, unknown>>
  /** This part of the requests is answered with "overloaded". */
  readonly outages: number
  readonly life: CacheLifetime
  readonly pause: Pause
}

/** A line that no offline judge can apply: known project work then goes to the model too. */
const PROSE = { autoMode: { soft_deny: ['$defaults', 'Anything that would embarrass us in front of a customer'] } }

const USUAL = { outages: 0, life: DEFAULT_CACHE_LIFETIME, pause: 'after a break' } as const

/** What a person gets who sets nothing but a key. */
export const DEFAULT: Variant = {
  ...USUAL,
  name: 'proven and expected',
  says: 'the default with a key',
  settings: { judge: { kind: 'chain' } },
}

export const VARIANTS: readonly Variant[] = [
  {
    ...USUAL,
    name: 'specification',
    says: 'the flow as written: its fast paths, then the model',
    settings: { judge: { kind: 'claude' } },
  },
  {
    ...USUAL,
    name: 'proven',
    says: 'and calls proven harmless skip the model',
    settings: { judge: { kind: 'chain' }, ...PROSE },
  },
  DEFAULT,
  {
    ...USUAL,
    name: 'turns unread',
    says: 'the default without readings (judge.statements.enabled: false)',
    settings: { judge: { kind: 'chain', statements: { enabled: false } } },
  },
  {
    ...USUAL,
    name: 'with fallback',
    says: 'the default, one request in twenty fails, the embedded judge stands in',
    settings: { judge: { kind: 'chain', ironGate: 'fallback' } },
    outages: 0.05,
  },
]

const PAUSES: readonly Pause[] = ['at once', 'after a break', 'a day apart']

/** The default, by how long the cache keeps it and how sessions follow one another. */
export const LIVES: readonly Variant[] = PAUSES.flatMap((pause) =>
  CACHE_LIFETIMES.map((life) => ({ ...DEFAULT, name: `${life}, ${pause}`, says: '', life, pause })),
)
