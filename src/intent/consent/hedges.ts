import type { Action } from '../../analysis/action.ts'
import type { Finding } from '../../categories/category.ts'
import { DRY_RUN_IN_NAME } from '../../knowledge/lexicon/dry-run-options.ts'
import type { HumanTurn } from './human-turns.ts'

/** Not now, not as it is said, or not all of it: a turn like this is worth a question, and grants nothing. */
const HEDGE = new RegExp(
  String.raw`\b(?:${DRY_RUN_IN_NAME.source}|simulat\w*|without actually|translat\w*|(?:just )?kidding|joking|pretend|hypothetical\w*|tomorrow|next (?:week|month|sprint|release)|only (?:those|these|the ones?|if|when|after|once))\b`,
)

export function isHedged({ names }: HumanTurn): boolean {
  return HEDGE.test(names)
}

/** "Leave it in my drafts": what is sent or made public all the same was not asked for. */
export function isDraftOnly({ acts }: Finding, { names }: HumanTurn, call: string): boolean {
  return /\bdraft(?:s|ed)?\b/.test(names) && !call.includes('draft') && !acts.includes('delete')
}

const EXCLUDED_NAME =
  /\b(?:not|except|without|instead of|rather than|other than)(?: for)? (?:the |any )?['"`]?([\w@:./-]*\w)/g

/** "Push 0.9, not latest": the call speaks of what was left out. */
export function excludesNamed({ names }: HumanTurn, { call }: Action): boolean {
  const words = new Set(
    JSON.stringify(call.input)
      .toLowerCase()
      .match(/[\w-]+/g),
  )
  return [...names.matchAll(EXCLUDED_NAME)].some(
    ([, name = '']) => name.length > 2 && name.split(/[^\w-]+/).every((part) => words.has(part)),
  )
}
