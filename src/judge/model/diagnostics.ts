import { createRedactor } from '../../redaction/redact.ts'
import type { StageRecord } from '../judge.ts'

export type DiagnosticKind = 'errors' | 'dumps'

/** Where diagnostics go; the edge keeps two folders, limits and rotates them. */
export interface DiagnosticWriter {
  write(folder: DiagnosticKind, name: string, text: string): void
}

const MAX_TEXT = 256 * 1024

export interface JudgeDiagnosis {
  readonly label: string
  readonly stage: string
  /** What was made of the answer. */
  readonly result: StageRecord['outcome'] | 'read'
  readonly ms: number
  /** The request as it was sent. */
  readonly body: object
  readonly outcome: unknown
}

/** Writes what happened: redacted, limited. A writer that fails changes nothing. */
export function writeDiagnosis(
  writer: DiagnosticWriter | undefined,
  folder: DiagnosticKind,
  diagnosis: JudgeDiagnosis,
  secrets: readonly string[],
): void {
  if (writer === undefined) return
  try {
    const name = `${diagnosis.label.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 48)}-${diagnosis.stage}`
    writer.write(folder, name, limitedJson(createRedactor(secrets).value(diagnosis), MAX_TEXT))
  } catch (error) {
    // A diagnosis is a courtesy: the verdict does not depend on it.
    void error
  }
}

/** What there is to write of an answer: what went wrong, and everything where dumps are kept. */
export function writeDiagnoses(
  { diagnostics, dump }: { readonly diagnostics?: DiagnosticWriter | undefined; readonly dump: boolean },
  wrong: boolean,
  diagnosis: () => JudgeDiagnosis,
  secrets: readonly string[],
): void {
  const kinds = [...(wrong ? (['errors'] as const) : []), ...(dump ? (['dumps'] as const) : [])]
  if (kinds.length === 0) return
  const made = diagnosis()
  for (const kind of kinds) writeDiagnosis(diagnostics, kind, made, secrets)
}

/** How much of one text and of one list is kept; each try keeps less than the one before. */
const SHORTENING_STEPS = [
  [65_536, 4_096],
  [16_384, 1_024],
  [4_096, 256],
  [512, 64],
  [64, 8],
] as const

/** JSON of at most so many characters. It stays JSON: long texts and lists lose their middle, numbers stay as they are. */
export function limitedJson(value: unknown, most: number): string {
  const whole = JSON.stringify(value, null, 1)
  if (whole.length <= most) return whole
  for (const [text, list] of SHORTENING_STEPS) {
    const cut = JSON.stringify(shortenValue(value, text, list), null, 1)
    if (cut.length <= most) return cut
  }
  return JSON.stringify({ leftOut: `${whole.length} characters` })
}

function shortenValue(value: unknown, text: number, list: number): unknown {
  if (typeof value === 'string') return shortText(value, text)
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortenValue(inner, text, list)]))
  }
  const inner = (items: readonly unknown[]) => items.map((item) => shortenValue(item, text, list))
  if (value.length <= list) return inner(value)
  const half = list / 2
  return [...inner(value.slice(0, half)), { leftOut: value.length - list }, ...inner(value.slice(-half))]
}

function shortText(text: string, most: number): string {
  if (text.length <= most) return text
  const half = most / 2
  const left = text.length - most
  return `${text.slice(0, half).toWellFormed()}… ${left} characters left out …${text.slice(-half).toWellFormed()}`
}
