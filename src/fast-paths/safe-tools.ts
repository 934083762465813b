import type { FastPath } from './fast-path.ts'

/** Page 6: the safe list. A secret place, or a hunt for one, takes a tool off it: `cat` of the file is judged too. */
export const SAFE_TOOLS: FastPath = {
  name: 'safe-tool',
  number: 6,
  answers: 'allow',
  applies: ({ tool, action }) => {
    if (tool.relevance !== 'safe') return undefined
    const looks = action.effects.every(
      (effect) => effect.kind === 'read-path' && (effect.list || !effect.path.tags.includes('secret')),
    )
    if (!looks || action.unknowns.some(({ kind }) => kind === 'person')) return undefined
    return `${tool.name} is on the safe list`
  },
}
