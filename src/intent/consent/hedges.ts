import type { Action } from '../../analysis/action.ts'
import { DRY_RUN_IN_NAME } from '../../knowledge/lexicon/dry-run-options.ts'
import { stemWord } from '../speech/verb-forms.ts'
import type { HumanTurn } from './human-turns.ts'

/** Not now, not as it is said, or not all of it: a turn like this is worth a question, and grants nothing. */
const HEDGE = new RegExp(
  String.raw`\b(?:${DRY_RUN_IN_NAME.source}|simulat\w*|without actually|translat\w*|(?:just )?kidding|joking|pretend|hypothetical\w*|tomorrow|next (?:week|month|sprint|release)|only (?:those|these|the ones?|if|when|after|once))\b`,
)

export function isHedged({ names }: HumanTurn): boolean {
  return HEDGE.test(names)
}

/** What is to be seen by fewer, or only tried; what is asked for softly. */
const RESTRAINT_WORD =
  /(?<![\w-])(?:soft(?:ly)?|drafts?|private(?:ly)?|unlisted|internal(?:ly)?|testnet|candidate|beta|rc|read-only|view-only|graceful(?:ly)?|cleanly|inactive|testpypi|sandbox)(?![\w.-])|\bwith[- ]lease\b/g

/** "As a draft", "keep it private": a call that doesn't say so does more than was asked for. */
export function isRestrained({ names }: HumanTurn, { call }: Action): boolean {
  const words = JSON.stringify([call.tool, call.input]).toLowerCase()
  return [...names.matchAll(RESTRAINT_WORD)].some(([word]) => !words.includes(stemWord(word.replace(' ', '-'))))
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
