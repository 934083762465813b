import { applyEdits, modify } from 'jsonc-parser'
import { HOOK_LIMIT_S, limitsIn, MOST_LIMIT_S } from '../seat/installed-limit.ts'
import { jsonOf } from './hook-groups.ts'

/** Beyond what a call waits for a person: judging it before and after, and the margin below the host's limit. */
const BESIDE_S = 30

/** The text with a longer limit for the hook at a call, where calls wait for a person; every other entry keeps its own. */
export function withWaiting(text: string, host: string, waitSeconds: number): string {
  const seconds = Math.min(Math.max(HOOK_LIMIT_S, waitSeconds + BESIDE_S), MOST_LIMIT_S)
  if (waitSeconds === 0 || seconds === HOOK_LIMIT_S) return text
  let next = text
  for (const { path, unit } of limitsIn(jsonOf(text), host)) {
    const formattingOptions = { insertSpaces: !/^\t/m.test(text), tabSize: 2, eol: '\n' }
    next = applyEdits(next, modify(next, [...path, 'timeout'], seconds * unit, { formattingOptions }))
  }
  return next
}
