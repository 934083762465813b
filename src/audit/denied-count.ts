import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { appendLines, readLines } from '../state/event-lines.ts'
import { fileNameFor, privateFolder } from '../state/private-folder.ts'
import { effectiveOutcome } from './effective-outcome.ts'
import type { AuditRecord } from './record.ts'

/**
 * The ids of what was denied in a session, in a short file of its own: a status line asks for their number at every prompt, and to look
 * through the Records would take longer with every call of every session. It goes with the session's other state.
 */
function fileFor(folder: string, sessionId: string): string {
  return join(privateFolder(join(folder, 'denials')), `${fileNameFor(sessionId)}.denied`)
}

/** A call that waited counts as it ended. Never throws: the Record is written, and a number that is too small changes no answer. */
export function countIfDenied(folder: string, record: AuditRecord): void {
  const { id, sessionId, after } = record
  const notes = [
    ...(after ? [{ id: after.id, stands: false }] : []),
    ...(isDenied(record) ? [{ id, stands: true }] : []),
  ]
  if (notes.length === 0) return
  try {
    appendLines(fileFor(folder, sessionId), notes)
  } catch (error) {
    void error
  }
}

function isDenied(record: AuditRecord): boolean {
  const outcome = effectiveOutcome(record)
  return outcome === 'deny' || outcome === 'abort'
}

export function deniedCount(folder: string, sessionId: string): number {
  const standing = new Set<unknown>()
  for (const event of readLines(fileFor(folder, sessionId)).events) {
    const { id, stands } = (event ?? {}) as { id?: unknown; stands?: unknown }
    if (stands === true) standing.add(id)
    else standing.delete(id)
  }
  return standing.size
}

export function removeDeniedCount(folder: string, sessionId: string): void {
  rmSync(fileFor(folder, sessionId), { force: true })
}
