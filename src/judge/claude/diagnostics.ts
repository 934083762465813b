import { createRedactor } from '../../analysis/redact.ts'
import { cutTo } from '../../transcript/cut.ts'
import type { Body } from './request.ts'

/** Where diagnostics go; the edge keeps two folders, limits and rotates them. */
export interface DiagnosticWriter {
  write(folder: 'errors' | 'dumps', name: string, text: string): void
}

const MAX_TEXT = 256 * 1024

export interface Diagnosis {
  readonly label: string
  readonly stage: string
  readonly body: Body
  readonly outcome: unknown
  readonly ms: number
}

/** Writes what happened: redacted, limited. A writer that fails changes nothing. */
export function diagnose(
  writer: DiagnosticWriter | undefined,
  folder: 'errors' | 'dumps',
  diagnosis: Diagnosis,
  secrets: readonly string[],
): void {
  if (writer === undefined) return
  try {
    const name = `${diagnosis.label.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 48)}-${diagnosis.stage}`
    writer.write(folder, name, limited(JSON.stringify(createRedactor(secrets).value(diagnosis), null, 1)))
  } catch (error) {
    // A diagnosis is a courtesy: the verdict does not depend on it.
    void error
  }
}

function limited(text: string): string {
  const body = cutTo(text, MAX_TEXT)
  return 'whole' in body ? body.whole : `${body.head}\n… ${body.cut} characters left out …\n${body.tail}`
}
