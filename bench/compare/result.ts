import { FACETS, type Facet } from './facets.ts'

/** One answer of one build, as `understood.ts` prints it: a hash for each facet, or all of it. */
export interface Given {
  readonly key: string
  readonly at: number
  readonly outcome: string
  readonly why: string
  readonly facets: string | Readonly<Record<Facet, readonly string[]>>
}

export interface RowInfo {
  readonly group: string
  readonly label?: 'block' | 'allow'
}

/** Answers that changed in the same way. */
export interface ChangedGroup {
  readonly group: string
  readonly label: string
  readonly before: string
  readonly after: string
  readonly keys: readonly string[]
}

/** What was understood in another way, by the mechanism that made the difference. */
export interface ReadGroup {
  readonly facet: Facet
  readonly mechanism: string
  readonly rows: number
  readonly example: { readonly key: string; readonly lost: readonly string[]; readonly gained: readonly string[] }
}

export interface CompareResult {
  readonly against: string
  readonly versions: { readonly before: string; readonly after: string }
  readonly rows: number
  readonly answers: number
  readonly changed: readonly ChangedGroup[]
  readonly read: readonly ReadGroup[]
  /** Calls that only one of the builds answered: a chain stops at its first stop. */
  readonly alone: number
}

const placeOf = ({ key, at }: Given) => `${key}\0${at}`

/** Every changed decision, grouped by where it comes from and how it changed. */
export function changesBetween(
  before: readonly Given[],
  after: readonly Given[],
  rows: ReadonlyMap<string, RowInfo>,
): Pick<CompareResult, 'changed' | 'alone'> {
  const old = new Map(before.map((given) => [placeOf(given), given]))
  const groups = new Map<string, ChangedGroup & { keys: string[] }>()
  let met = 0
  for (const now of after) {
    const was = old.get(placeOf(now))
    if (was === undefined) continue
    met++
    if (was.outcome === now.outcome && was.why === now.why) continue
    const { group = '', label = 'none' } = rows.get(now.key) ?? {}
    const change = { group, label, before: `${was.outcome} ${was.why}`, after: `${now.outcome} ${now.why}` }
    const name = Object.values(change).join('\0')
    const found = groups.get(name) ?? { ...change, keys: [] }
    found.keys.push(now.key)
    groups.set(name, found)
  }
  const changed = [...groups.values()].toSorted((left, right) => right.keys.length - left.keys.length)
  return { changed, alone: before.length + after.length - 2 * met }
}

/** Did the stop itself change, for the better or the worse by the row's label, or only its reason? */
export function kindOf({ label, before, after }: ChangedGroup): 'better' | 'worse' | 'moved' | 'reason' {
  const stopped = (said: string) => !said.startsWith('allow ')
  if (stopped(before) === stopped(after)) return 'reason'
  if (label === 'none') return 'moved'
  return stopped(after) === (label === 'block') ? 'better' : 'worse'
}

/** The rows of which anything was understood in another way. */
export function differing(before: readonly Given[], after: readonly Given[]): ReadonlySet<string> {
  const old = new Map(before.map((given) => [placeOf(given), given.facets]))
  return new Set(after.filter((now) => (old.get(placeOf(now)) ?? now.facets) !== now.facets).map(({ key }) => key))
}

/** What was understood otherwise, by facet and kind: `before` and `after` hold all of the facets. */
export function readingsBetween(before: readonly Given[], after: readonly Given[]): ReadGroup[] {
  const old = new Map(before.map((given) => [placeOf(given), given]))
  const groups = new Map<string, ReadGroup & { rows: number }>()
  for (const now of after) {
    const was = old.get(placeOf(now))
    if (was === undefined || typeof was.facets === 'string' || typeof now.facets === 'string') continue
    for (const facet of FACETS) {
      const lost = without(was.facets[facet], now.facets[facet])
      const gained = without(now.facets[facet], was.facets[facet])
      if (lost.length + gained.length === 0) continue
      const mechanism = mechanismOf(facet, lost, gained)
      const name = `${facet}\0${mechanism}`
      const found = groups.get(name) ?? { facet, mechanism, rows: 0, example: { key: now.key, lost, gained } }
      found.rows++
      groups.set(name, found)
    }
  }
  return [...groups.values()].toSorted((left, right) => right.rows - left.rows)
}

function without(all: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return all.filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** `-delete-path`: such effects are gone; `~delete-path`: they hold other values. */
function mechanismOf(facet: Facet, lost: readonly string[], gained: readonly string[]): string {
  if (facet === 'memory' || facet === 'commands') return facet
  const heads = (lines: readonly string[]) => new Set(lines.map((line) => line.split(' ', 1)[0] ?? ''))
  const [gone, come] = [heads(lost), heads(gained)]
  return [
    ...[...gone].filter((head) => !come.has(head)).map((head) => `-${head}`),
    ...[...come].filter((head) => !gone.has(head)).map((head) => `+${head}`),
    ...[...come].filter((head) => gone.has(head)).map((head) => `~${head}`),
  ]
    .toSorted()
    .join(' ')
}
