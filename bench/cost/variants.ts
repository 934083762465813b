/** One way to run the gate, as its settings say it. */
export interface Variant {
  readonly name: string
  readonly says: string
  readonly settings: Readonly<Record<string, unknown>>
  /** This part of the requests is answered with "overloaded". */
  readonly outages: number
  /** The cache keeps what it was given for an hour. */
  readonly cacheHour?: boolean
}

/** A line that no offline judge can apply: known project work then goes to the model too. */
const PROSE = { autoMode: { soft_deny: ['$defaults', 'Anything that would embarrass us in front of a customer'] } }

export const VARIANTS: readonly Variant[] = [
  {
    name: 'specification',
    says: 'the flow as written: its fast paths, then the model',
    settings: { judge: { kind: 'claude' } },
    outages: 0,
  },
  {
    name: 'proven',
    says: 'and calls proven harmless skip the model',
    settings: { judge: { kind: 'chain' }, ...PROSE },
    outages: 0,
  },
  { name: 'proven and expected', says: 'the default with a key', settings: { judge: { kind: 'chain' } }, outages: 0 },
  {
    name: 'with fallback',
    says: 'the default, one request in twenty fails, the embedded judge stands in',
    settings: { judge: { kind: 'chain', ironGate: 'fallback' } },
    outages: 0.05,
  },
  {
    name: 'what if: an hour in the cache',
    says: 'the default, if requests asked for the longer cache at its higher price',
    settings: {
      judge: {
        kind: 'chain',
        prices: { 'claude-sonnet-4-6': { input: 3, cacheWrite: 6, cacheRead: 0.3, output: 15 } },
      },
    },
    outages: 0,
    cacheHour: true,
  },
]
