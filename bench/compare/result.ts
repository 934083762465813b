/** One answer of one build, as `answers.ts` prints it. */
export interface Given {
  readonly key: string
  readonly group: string
  readonly label: string
  readonly outcome: string
  readonly why: string
}

/** Answers that changed in the same way. */
export interface ChangedGroup {
  readonly group: string
  readonly label: string
  readonly before: string
  readonly after: string
  readonly keys: readonly string[]
}

export interface CompareResult {
  readonly against: string
  readonly rows: number
  readonly changed: readonly ChangedGroup[]
  /** Rows that only one of the builds answered: a chain stops at its first stop. */
  readonly alone: number
}

/** Every changed decision, grouped by where it comes from and how it changed. */
export function changesBetween(
  before: readonly Given[],
  after: readonly Given[],
): Pick<CompareResult, 'changed' | 'alone'> {
  const old = new Map(before.map((given) => [given.key, given]))
  const groups = new Map<string, ChangedGroup & { keys: string[] }>()
  let met = 0
  for (const now of after) {
    const was = old.get(now.key)
    if (was === undefined) continue
    met++
    if (was.outcome === now.outcome && was.why === now.why) continue
    const change = {
      group: now.group,
      label: now.label,
      before: `${was.outcome} ${was.why}`,
      after: `${now.outcome} ${now.why}`,
    }
    const name = Object.values(change).join('\0')
    const group = groups.get(name) ?? { ...change, keys: [] }
    group.keys.push(now.key)
    groups.set(name, group)
  }
  const changed = [...groups.values()].toSorted((left, right) => right.keys.length - left.keys.length)
  return { changed, alone: before.length + after.length - 2 * met }
}

/** Did the stop itself change, for the better or the worse by the row's label, or only its reason? */
export function kindOf({ label, before, after }: ChangedGroup): 'better' | 'worse' | 'reason' {
  const stopped = (said: string) => !said.startsWith('allow ')
  if (stopped(before) === stopped(after)) return 'reason'
  return stopped(after) === (label === 'block') ? 'better' : 'worse'
}
