import type { FastPath } from './fast-path.ts'

/** Page 6: the safe list. Reading a secret place takes a tool off it: `cat` of the same file is judged too. */
export const SAFE_TOOLS: FastPath = {
  name: 'safe-tool',
  number: 6,
  answers: 'allow',
  applies: ({ tool, action }) => {
    if (tool.relevance !== 'safe') return undefined
    const secret = action.effects.some(
      (effect) => effect.kind === 'read-path' && !effect.list && effect.path.tags.includes('secret'),
    )
    return secret ? undefined : `${tool.name} is on the safe list`
  },
}
