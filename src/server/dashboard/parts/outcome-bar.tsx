import { OUTCOMES, type Outcome } from '../../../decision.ts'
import { shownCount } from '../core/format.ts'

/** How many calls had which answer: a bar, and the same in words. */
export function OutcomeBar({ outcomes }: { readonly outcomes: Readonly<Record<Outcome, number>> }) {
  const there = OUTCOMES.filter((outcome) => (outcomes[outcome] ?? 0) > 0)
  return (
    <div class="outcome-bar">
      <div class="outcome-parts" aria-hidden="true">
        {there.map((outcome) => (
          <span data-outcome={outcome} style={{ flexGrow: String(outcomes[outcome]) }} />
        ))}
      </div>
      <span class="outcome-words">
        {there.map((outcome) => (
          <span data-outcome={outcome}>
            {shownCount(outcomes[outcome])} {outcome}
          </span>
        ))}
      </span>
    </div>
  )
}
