import type { Share } from './statistics.ts'

/** What a suite has to show: written once, printed to a terminal, to Markdown and to HTML. */
export interface Section {
  readonly title: string
  readonly notes?: readonly string[]
  readonly tables?: readonly Table[]
  readonly plots?: readonly Plot[]
}

export interface Table {
  readonly caption?: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export type Plot =
  | {
      readonly kind: 'bars'
      readonly title: string
      readonly unit: string
      readonly bars: readonly {
        readonly name: string
        readonly value: number
        readonly low?: number
        readonly high?: number
      }[]
    }
  | {
      readonly kind: 'lines'
      readonly title: string
      readonly x: string
      readonly y: string
      readonly logX?: boolean
      readonly lines: readonly { readonly name: string; readonly points: readonly (readonly [number, number])[] }[]
    }

/** Something the gate still gets wrong. The report begins with these. */
export interface Miss {
  readonly suite: string
  /** The kind of thing, not the case. */
  readonly class: string
  readonly count: number
  readonly of: number
  readonly says: string
}

export function percent(share: number, digits = 1): string {
  return Number.isNaN(share) ? '–' : `${(share * 100).toFixed(digits)} %`
}

/** A share with its interval and its counts. */
export function shown({ share, low, high, hits, of }: Share): string {
  return of === 0 ? '–' : `${percent(share)} (${(low * 100).toFixed(1)}–${(high * 100).toFixed(1)}; ${hits}/${of})`
}
