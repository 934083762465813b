import { join } from 'node:path'
import type { Attestation, PromptClaim } from '../../state/typed-prompt-proof.ts'
import { type Fields, isFields, ownField } from '../hook-runtime/fields.ts'
import { attestByHistory, type EnteredLine, parseJsonLines, readHistory } from '../hook-runtime/input-history.ts'
import type { AttestContext } from '../integration.ts'

/** In a home. */
const HISTORY_FILE = '.local/state/opencode/prompt-history.jsonl'

/** Its history names no session: an old line of another one was not just entered. */
const MAX_HISTORY_LINES = 20

/** What was entered stands in its history, and what was pasted apart from it. What came through its server alone does not. */
export function attest(claim: PromptClaim, at: AttestContext): Attestation {
  const lines = parseJsonLines(readHistory(join(at.home, HISTORY_FILE)))
    .slice(-MAX_HISTORY_LINES)
    .flatMap(readHistoryLine)
  return attestByHistory(claim, lines, at)
}

function readHistoryLine(line: Fields): readonly EnteredLine[] {
  const [text, mode, parts] = [ownField(line, 'input'), ownField(line, 'mode'), ownField(line, 'parts')]
  if (typeof text !== 'string' || mode !== 'normal') return []
  const pasted = (Array.isArray(parts) ? parts.filter(isFields) : []).flatMap(readPastes)
  const filled = (fill: (paste: Paste) => string) =>
    pasted.reduce((all, paste) => all.replace(paste.mark, () => fill(paste)), text)
  return [{ text: filled(() => ''), sent: filled(({ text: whole }) => whole), unpasted: true }]
}

interface Paste {
  /** What stands in its place. */
  readonly mark: string
  readonly text: string
}

function readPastes(part: Fields): readonly Paste[] {
  const [text, source] = [ownField(part, 'text'), ownField(part, 'source')]
  const at = isFields(source) ? ownField(source, 'text') : undefined
  const mark = isFields(at) ? ownField(at, 'value') : undefined
  return ownField(part, 'type') === 'text' && typeof text === 'string' && typeof mark === 'string'
    ? [{ mark, text }]
    : []
}
