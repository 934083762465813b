import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import type { Decision } from '../../decision.ts'

/** What an agent's call would do to the gate itself. */
function attackOn(effect: Effect): string | undefined {
  if (effect.certainty === 'possible') return undefined
  if (effect.kind === 'weaken') return effect.area === 'gate' ? effect.feature : undefined
  if (effect.kind !== 'write-path' && effect.kind !== 'delete-path' && effect.kind !== 'change-mode') return undefined
  return effect.path.tags.includes('gate-own') ? effect.path.text : undefined
}

/** INVARIANT: an agent never loosens the gate, in no mode and with nobody's consent: a person does it in their own terminal. */
export function ownDefence(action: Action): Decision | undefined {
  for (const effect of action.effects) {
    const found = attackOn(effect)
    if (found === undefined) continue
    const note = `${found.slice(0, 200)} changes the gate itself`
    return {
      outcome: 'deny',
      reason: { type: 'safety-check', check: 'gate-own', path: found },
      message: `${action.tool} denied: ${note}. Only a person can do this, in a terminal of their own. Do not try to reach the same end another way.`,
      trace: [{ step: 'the gate itself', says: 'deny', note }],
    }
  }
  return undefined
}
