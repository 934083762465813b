import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import type { Target } from '../../analysis/target.ts'
import { targetsOf } from '../../analysis/targets.ts'
import { cutAtWord } from '../../wording/names.ts'
import { wordEffect } from '../../wording/wording.ts'
import type { ExplainResponse } from './shapes.ts'

export function explainEffects({ effects }: Action): ExplainResponse['effects'] {
  return effects.map((effect) => ({ kind: effect.kind, words: effectSentence(effect), target: targetOf(effect) }))
}

/** One effect in a line. */
export function effectSentence(effect: Effect): string {
  const { headline } = wordEffect(effect)
  return effect.certainty === 'possible' ? `possibly ${headline}` : headline
}

const MOST_TEXT = 200

function targetOf(effect: Effect): string {
  const text = [...new Set(targetsOf(effect).map(nameOf))].filter((name) => name !== '').join(', ')
  return cutAtWord(text, MOST_TEXT).toWellFormed()
}

/** The parts of a target that are known, from the wide to the narrow. */
function nameOf(target: Target): string {
  if (target.kind === 'path') return target.path.text
  const { kind: _kind, amount: _amount, ...parts } = target
  return Object.values(parts)
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ')
}
