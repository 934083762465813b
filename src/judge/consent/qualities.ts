import type { Effect } from '../../analysis/effects.ts'
import type { Order } from './orders.ts'

/** What people say of some of many things, and what must show in a call that picks those. */
const QUALITIES: readonly (readonly [said: RegExp, shown: RegExp])[] = [
  [/\b(?:completed|finished|successful|succeeded)\b/, /success|complete|succeed|finish|done/],
  [/\b(?:failed|failing|broken|errored)\b/, /fail|error|crash/],
  [/\b(?:merged)\b/, /merged/],
  [/\b(?:unused|dangling|orphaned|unreferenced)\b/, /prune|dangling|unused|orphan/],
  [/\b(?:stopped|exited)\b/, /exited|stopped|prune/],
  [/\b(?:pending|queued|waiting)\b/, /pend|queue|wait|pd\b/],
  [
    /\b(?:stale|outdated|expired|old|older|oldest)\b/,
    /older|mtime|before|until|stale|old|prune|expire|head|tail|sort|\d[dhw]\b/,
  ],
  [/\b(?:evicted|crashed|crashing)\b/, /evict|fail|crash|phase/],
  // Not the verb: "empty the bucket".
  [/\b(?:the|any|all|every|these|those|of|are|is) empty\b/, /empty/],
  [/\b(?:idle|inactive)\b/, /idle|inactive/],
]
const AGE = /\b(?:older|more|longer) than (\d{1,4})\b/

/** "The completed jobs": a call that takes all jobs takes more. */
export function strayQuality(effect: Effect, orders: readonly Order[], command: string): string | undefined {
  if (effect.kind !== 'resource-change' || !effect.mass) return undefined
  const text = orders.map((order) => order.text).join('\n')
  const shown = command.toLowerCase()
  const age = AGE.exec(text)?.[1]
  if (age !== undefined && !shown.includes(age))
    return `the user asked for what is older than ${age}, and this takes all`
  // "All old ones" in a place that is named so: the name may be all there is to it.
  const missing = QUALITIES.find(([said, proof]) => said.test(text) && !proof.test(shown))
  return missing === undefined
    ? undefined
    : `the user asked for the ${missing[0].exec(text)?.[0] ?? ''} ones, and this takes all`
}
