import { boundaryAgainst } from '../judge/consent.ts'
import type { FastPath } from './fast-path.ts'

/** Page 6: the safe list. A secret place, a hunt for one, or what a person ruled out, takes a tool off it: `cat` of the file is judged too. */
export const SAFE_TOOLS: FastPath = {
  name: 'safe-tool',
  number: 6,
  answers: 'allow',
  applies: ({ tool, action, transcript }) => {
    if (tool.relevance !== 'safe') return undefined
    const looks = action.effects.every(
      (effect) => effect.kind === 'read-path' && (effect.list || !effect.path.tags.includes('secret')),
    )
    if (action.unknowns.some(({ kind }) => kind === 'person')) return undefined
    if (!looks || boundaryAgainst(action, transcript) !== undefined) return undefined
    return `${tool.name} is on the safe list`
  },
}
