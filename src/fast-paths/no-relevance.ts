import type { FastPath } from './fast-path.ts'

/** Page 1: a tool *registered* as irrelevant encodes to nothing. An unknown name never gets here. */
export const NO_RELEVANCE: FastPath = {
  name: 'no-relevance',
  number: 1,
  answers: 'allow',
  applies: ({ tool, action }) =>
    tool.relevance === 'irrelevant' && action.judgeText === '' ? `${tool.name} is registered as irrelevant` : undefined,
}
