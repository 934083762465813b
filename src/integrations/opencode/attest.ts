import { join } from 'node:path'
import type { Attestation, Claim } from '../../state/person-proof.ts'
import type { AttestAt } from '../integration.ts'
import { type Fields, isFields, own } from '../seat/fields.ts'
import { attestByLines, type EnteredLine, historyIn, objectsIn } from '../seat/typed-lines.ts'

/** In a home. */
const HISTORY = '.local/state/opencode/prompt-history.jsonl'

/** Its history names no session: an old line of another one is none that was just entered. */
const NEWEST = 20

/** What was entered stands in its history, and what was pasted apart from it. What came through its server alone does not. */
export function attest(claim: Claim, at: AttestAt): Attestation {
  const lines = objectsIn(historyIn(join(at.home, HISTORY)))
    .slice(-NEWEST)
    .flatMap(lineIn)
  return attestByLines(claim, lines, at)
}

function lineIn(line: Fields): readonly EnteredLine[] {
  const [text, mode, parts] = [own(line, 'input'), own(line, 'mode'), own(line, 'parts')]
  if (typeof text !== 'string' || mode !== 'normal') return []
  const pasted = (Array.isArray(parts) ? parts.filter(isFields) : []).flatMap(pastedIn)
  const filled = (fill: (paste: Paste) => string) =>
    pasted.reduce((all, paste) => all.replace(paste.mark, () => fill(paste)), text)
  return [{ text: filled(() => ''), sent: filled(({ text: whole }) => whole), unpasted: true }]
}

interface Paste {
  /** What stands in its place. */
  readonly mark: string
  readonly text: string
}

function pastedIn(part: Fields): readonly Paste[] {
  const [text, source] = [own(part, 'text'), own(part, 'source')]
  const at = isFields(source) ? own(source, 'text') : undefined
  const mark = isFields(at) ? own(at, 'value') : undefined
  return own(part, 'type') === 'text' && typeof text === 'string' && typeof mark === 'string' ? [{ mark, text }] : []
}
