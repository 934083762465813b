import { resolve } from 'node:path'
import { fileRecords } from '../audit/file-records.ts'
import type { RecordStore } from '../audit/query.ts'
import type { AuditRecord } from '../audit/record.ts'
import { stateFolder } from '../state/state-folder.ts'
import { agentHomeDirectory } from './home.ts'
import { type Io, paint, showInvisible, UsageError } from './io.ts'
import { OUTCOME_STYLES } from './outcome-styles.ts'
import { notAPerson } from './typing-person.ts'

/** What the commands that show Records have in common. */

/** Who reads what is printed; tests hand in their own. */
export interface OutputAudience {
  /** A person, on a terminal that no agent owns. */
  readonly isPerson: () => boolean
  /** The columns of the terminal; undefined where it isn't one. */
  readonly columns: number | undefined
}

export function outputAudience(): OutputAudience {
  return {
    isPerson: () => process.stdout.isTTY === true && notAPerson() === undefined,
    columns: process.stdout.isTTY === true ? process.stdout.columns : undefined,
  }
}

export function recordFolder(home: string | undefined): string {
  return stateFolder(home === undefined ? agentHomeDirectory() : resolve(home))
}

/** The Records of this account; what cannot be read of them is told once. */
export function openRecords(home: string | undefined, io: Io): RecordStore {
  const told = new Set<string>()
  return fileRecords(recordFolder(home), (file) => {
    if (told.has(file)) return
    told.add(file)
    io.error(`irongate: a line of ${file} cannot be read; \`irongate audit verify\` shows more\n`)
  })
}

/** Of the longest: `(allow)`. */
export const OUTCOME_WIDTH = 7

/** In brackets where the gate was in shadow mode, and the host decided. */
export function outcomeText({ outcome, shadow }: AuditRecord, io: Io): string {
  return shadow
    ? paint(io, 'dim', `(${outcome})`.padEnd(OUTCOME_WIDTH))
    : paint(io, OUTCOME_STYLES[outcome], outcome.padEnd(OUTCOME_WIDTH))
}

/** The call in one line. */
export function callText({ tool, input }: Pick<AuditRecord, 'tool' | 'input'>): string {
  const main = input['command'] ?? input['file_path'] ?? input['url']
  return showInvisible(`${tool} ${typeof main === 'string' ? main : JSON.stringify(input)}`.replace(/\s+/g, ' '))
}

/** Cut to a width, with a sign that it was. */
export function truncateText(text: string, width: number | undefined): string {
  if (width === undefined || text.length <= width) return text
  return `${text.slice(0, Math.max(0, width - 1)).toWellFormed()}…`
}

/** Broken between words so that it fits; a word that is longer stays whole. */
export function wrapWords(text: string, width: number | undefined): readonly string[] {
  const lines = text.split('\n')
  return width === undefined ? lines : lines.flatMap((line) => wrapLine(line, Math.max(20, width)))
}

function wrapLine(line: string, width: number): readonly string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > width) {
      lines.push(current)
      current = word
    } else current = current === '' ? word : `${current} ${word}`
  }
  return [...lines, current]
}

/** The one id of a command line. */
export function idFrom(positionals: readonly string[]): string {
  const [id, ...more] = positionals
  if (id === undefined || more.length > 0) throw new UsageError('give one id; `irongate log` lists them.')
  return id
}
