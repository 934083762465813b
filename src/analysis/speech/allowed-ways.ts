import type { Clause } from './clauses.ts'

/** "Force with lease is fine", "--force is ok as I rebased it": a way of doing it, and no condition behind it. */
const FINE =
  /^(?:(?:a|the|using|by) )?(?:--|-)?forc(?:e|ing)(?: it| that)?([- ]with[- ]lease)? (?:is|would be|'s) (?:fine|ok(?:ay)?|allowed|permitted|good|all right|alright)\)?(?! (?:only|if|unless|when|once|after|but|provided|except|for (?!me\b)|on|in)\b)(?:[\s,)]|$)/
const MAY = /^force(?: it| that| the push)?( with[- ]lease)?\)?$/
const WHY = /^(?:i|we|it)\b/

/** The clauses of a turn, where one that allows a way of what was just asked for asks for it in that way. */
export function withWays(clauses: readonly Clause[]): readonly Clause[] {
  return clauses.map((clause, at) => {
    const way = (clause.kind === 'other' && clause.stated ? FINE : clause.kind === 'order' ? MAY : undefined)?.exec(
      clause.head,
    )
    if (!way) return clause
    const before = clauses.slice(Math.max(at - 2, 0), at)
    const order = before.findLast(({ kind, head }) => !(kind === 'other' && WHY.test(head)))
    if (order?.kind !== 'order') return clause
    const lease = way[1] === undefined ? '' : ' with lease'
    const head = order.head.startsWith('push ') ? `force-${order.head}${lease}` : `${order.head} with force${lease}`
    return { ...clause, kind: 'order', head, plain: true }
  })
}
