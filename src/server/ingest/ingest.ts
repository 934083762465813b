import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { setImmediate as others } from 'node:timers/promises'
import { dayFiles } from '../../audit/day-files.ts'
import { isErasedLine } from '../../audit/line-erasure.ts'
import type { AuditRecord } from '../../audit/record.ts'
import type { Position, Store } from '../store/store.ts'
import { nextPart, START_POSITION } from './file-part.ts'
import { recordInLine } from './record-line.ts'

export interface RecordSource {
  /** The state folder whose lines are taken. */
  readonly folder: string
  readonly machine: string
  readonly store: Pick<Store, 'append' | 'positions'>
  /** About so many bytes are taken at once. */
  readonly bytes?: number
  /** What is not as it was written is passed over and reported. */
  readonly onDamage?: (file: string, line: string) => void
  /** What was taken, at least some of it for the first time. */
  readonly onTaken?: (records: readonly AuditRecord[]) => void
  readonly signal?: AbortSignal
}

export interface IngestResult {
  readonly taken: number
  readonly damaged: number
}

/** What was seen of a file when all of it was taken: it need not be opened again while it is the same. */
export type FileStates = Map<string, string>

const BATCH_BYTES = 2 * 1024 * 1024

/**
 * Takes every line that the files have and the store has not. How far it came is kept by the store together with the lines: whoever is
 * killed at any point continues from there, and takes nothing twice.
 */
export async function ingestRecords(source: RecordSource, done: FileStates = new Map()): Promise<IngestResult> {
  const positions = new Map(await source.store.positions(source.machine))
  let taken = 0
  let damaged = 0
  for (const { path } of dayFiles(source.folder)) {
    const file = basename(path)
    const state = stateOf(path)
    if (state === undefined || done.get(file) === state) continue
    for await (const part of partsOf(source, path, positions.get(file) ?? START_POSITION)) {
      taken += part.taken
      damaged += part.damaged
    }
    if (source.signal?.aborted) break
    done.set(file, state)
  }
  return { taken, damaged }
}

function stateOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.ino} ${found.size} ${found.mtimeMs}`
}

async function* partsOf(source: RecordSource, path: string, start: Position): AsyncGenerator<IngestResult> {
  const { machine, store, bytes = BATCH_BYTES, onDamage, onTaken, signal } = source
  const file = basename(path)
  for (let position = start; !signal?.aborted; ) {
    const { lines, end, replaced } = nextPart(path, position, bytes)
    if (lines.length === 0 && !replaced) return
    const records: AuditRecord[] = []
    let damaged = 0
    for (const line of lines) {
      const record = recordInLine(line)
      if (record !== undefined) records.push(record)
      else if (!isErasedLine(line)) {
        damaged++
        onDamage?.(file, line)
      }
    }
    const { taken } = await store.append({ machine, records, positions: new Map([[file, end]]) })
    if (taken > 0) onTaken?.(records)
    yield { taken, damaged }
    position = end
    // A server that catches up answers meanwhile.
    await others()
  }
}
