import { applyEdits, modify } from 'jsonc-parser'
import { findHookTimeouts, HOOK_TIMEOUT_SECONDS, MAX_HOOK_TIMEOUT_SECONDS } from '../hook-runtime/installed-timeout.ts'
import { parseSettingsObject } from './hook-file-editor.ts'

/** Beyond what a call waits for a person: judging it before and after, and the margin below the host's limit. */
const MARGIN_SECONDS = 30

/** The text with a longer limit for the hook at a call, where calls wait for a person; every other entry keeps its own. */
export function extendHookTimeout(text: string, host: string, waitSeconds: number): string {
  const seconds = Math.min(Math.max(HOOK_TIMEOUT_SECONDS, waitSeconds + MARGIN_SECONDS), MAX_HOOK_TIMEOUT_SECONDS)
  if (waitSeconds === 0 || seconds === HOOK_TIMEOUT_SECONDS) return text
  let next = text
  for (const { path, unit } of findHookTimeouts(parseSettingsObject(text), host)) {
    const formattingOptions = { insertSpaces: !/^\t/m.test(text), tabSize: 2, eol: '\n' }
    next = applyEdits(next, modify(next, [...path, 'timeout'], seconds * unit, { formattingOptions }))
  }
  return next
}
