import type { FastPath } from './fast-path.ts'

/** Page 3: the tool itself says that it needs a person. */
export const USER_INTERACTION: FastPath = {
  name: 'user-interaction',
  number: 3,
  answers: 'ask',
  applies: ({ tool, action }) => {
    const check = tool.check?.(action.call)
    return check?.type === 'needs-person' ? check.message : undefined
  },
}
