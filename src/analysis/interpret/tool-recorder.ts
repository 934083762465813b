import type { Facts } from '../facts.ts'
import { nestedTextBudget, type StoredTextBudget } from '../shell/frame.ts'
import { readShell } from '../shell/read-shell.ts'
import { type CollectingRecorder, createCollectingRecorder } from './collecting-recorder.ts'

/**
 * `wrapperNames` says where inner commands stand: `package.json postinstall`. `kept` is that of the recorder for which
 * this is read.
 */
export function createToolRecorder(
  by: string,
  facts: Facts,
  wrapperNames: readonly string[] = [],
  kept: StoredTextBudget = nestedTextBudget(undefined),
): CollectingRecorder {
  return createCollectingRecorder(readShell, { by, facts, wrapperNames, kept })
}
