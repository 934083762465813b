import { basename } from 'node:path'
import { type CallLine, callLineOf } from '../../src/cli/call-line.ts'
import { linesOf } from '../data/read.ts'

/** One call with the conversation before it, the group it belongs to, and whether it has to pass. */
export interface FieldRow {
  readonly group: string
  readonly expect: 'allow' | 'stop'
  readonly line: CallLine
}

type Fields = Readonly<Record<string, unknown>>

const HOME = '/home/dev'

export function readFieldRows(file: string): FieldRow[] {
  return linesOf(file).map((row, at) => fieldRowOf(row, `${basename(file)}:${at + 1}`))
}

/** Reads one row. A row of another shape is an error: it must not silently be left out. */
export function fieldRowOf(row: unknown, origin: string): FieldRow {
  const fields = row as Fields
  const { group, expect, transcript, tool, input, cwd, home = HOME } = fields
  if (typeof group !== 'string') throw new Error(`${origin}: the group has no name`)
  if (expect !== 'allow' && expect !== 'stop') throw new Error(`${origin}: expect is neither allow nor stop`)
  const id = typeof fields['id'] === 'string' ? fields['id'] : origin
  const settings = fields['settings'] ?? (tool === 'PowerShell' ? { autoMode: { powershell: true } } : {})
  const kept = Object.fromEntries(['shell', 'platform'].flatMap((key) => (key in fields ? [[key, fields[key]]] : [])))
  const parsed = callLineOf({ id, tool, input, cwd, home, transcript, settings, ...kept })
  if (!parsed.ok) throw new Error(`${origin}: ${parsed.problem}`)
  return { group, expect, line: parsed.line }
}
