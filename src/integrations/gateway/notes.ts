import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { privateFolder } from '../../state/private-folder.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { isFields, optionalText, ownField } from '../hook-runtime/fields.ts'
import type { Diagnosis } from '../installer.ts'

/** What passed without a verdict because its shape is not known. */
interface GatewayNote {
  readonly what: string
  readonly at: number
}

const MOST_NOTES = 20
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

function notesFile(home: string): string {
  return join(stateFolder(home), 'gateway-notes.json')
}

/** Keeps a note for `doctor` and `status`; the same one once. A note that cannot be kept changes no answer. */
export function saveNote(home: string, what: string, now: number): void {
  const notes = [{ what, at: now }, ...notesIn(home).filter((note) => note.what !== what)].slice(0, MOST_NOTES)
  try {
    privateFolder(stateFolder(home))
    const draft = `${notesFile(home)}.${process.pid}`
    writeFileSync(draft, JSON.stringify(notes), { mode: 0o600 })
    renameSync(draft, notesFile(home))
  } catch {
    // It was said on stderr as well.
  }
}

function notesIn(home: string): readonly GatewayNote[] {
  try {
    const value: unknown = JSON.parse(readFileSync(notesFile(home), 'utf8'))
    return (Array.isArray(value) ? value : []).flatMap((note) => {
      const what = isFields(note) ? optionalText(note, 'what') : undefined
      const at = isFields(note) ? ownField(note, 'at') : undefined
      return what !== undefined && typeof at === 'number' ? [{ what: what.slice(0, 300), at }] : []
    })
  } catch {
    return []
  }
}

/** What the gateway did not understand in the last days. */
export function gatewayFindings(home: string, now: number): readonly Diagnosis[] {
  return notesIn(home)
    .filter(({ at }) => now - at < WEEK_MS)
    .map(({ what }) => ({
      level: 'warning',
      what: `gateway: ${what}; it passed without a verdict`,
      todo: 'the agent may be newer than this gateway: update irongate, and keep the hook on',
    }))
}
